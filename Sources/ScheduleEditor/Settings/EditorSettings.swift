package import Diagnostics
package import ScheduleModel
package import TwoWayTable

/// A user's settings: what `config.json` and the command line say about the editor.
package struct EditorSettings: Sendable {
  /// The name of a theme; nil for the default.
  package var theme: String?
  /// The themes that can be named: the built-in ones and the user's own.
  package var themes = Theme.builtIn
  /// How times are written; nil for 24 hours.
  package var clock: ClockStyle?
  /// How the table lies; nil for what shows the most cells.
  package var view: GridArrangement?
  /// Whether the mouse is heeded from the start.
  package var mouse: Bool?
  /// A layout file, as it was named; the program reads it.
  package var layoutPath: String?
  /// The layout that was read from it; nil for the built-in week.
  package var layout: WeekLayout?
  /// Where a settings file names its theme and its layout, which may not be there; nil where none does.
  package var themeLocation: SourceLocation?
  package var layoutLocation: SourceLocation?
  /// Keys bound to commands, or to nothing.
  package var keys: [KeyBinding] = []

  /// Leaves everything as the program has it.
  package init() {}

  package var themeNames: [String] { themes.map(\.name) }

  /// Uses a theme of the user's own, also in place of a built-in one with its name.
  package mutating func use(_ own: Theme) {
    themes.removeAll { $0.name == own.name }
    themes.append(own)
    theme = own.name
  }

  /// The theme of a name, nil for none.
  package func theme(named name: String) -> Theme? { themes.first { $0.name == name } }
}
