package import Diagnostics
package import ScheduleModel
package import TwoWayTable

/// The user's settings for the editor, from `config.json` and the command line.
package struct EditorSettings: Sendable {
  /// The name of a theme; nil for the default.
  package var theme: String?
  /// The available themes: the built-in ones and the user's own.
  package var themes = Theme.builtIn
  /// The clock style; nil for 24 hours.
  package var clock: ClockStyle?
  /// The arrangement of the table; nil to show as many cells as possible.
  package var view: GridArrangement?
  /// Whether mouse input is enabled at start.
  package var mouse: Bool?
  /// The path of a layout file as given; the host reads it.
  package var layoutPath: String?
  /// The layout read from it; nil for the built-in week.
  package var layout: WeekLayout?
  /// The places of the theme's and the layout's names in a settings file, which may not exist.
  package var themeLocation: SourceLocation?
  package var layoutLocation: SourceLocation?
  /// The user's key bindings.
  var keys: [KeyBinding] = []

  /// Creates the default settings.
  package init() {}

  package var themeNames: [String] { themes.map(\.name) }

  /// Adds a theme of the user; replaces a built-in one with the same name.
  package mutating func use(_ own: Theme) {
    themes.removeAll { $0.name == own.name }
    themes.append(own)
    theme = own.name
  }

  package func theme(named name: String) -> Theme? { themes.first { $0.name == name } }
}
