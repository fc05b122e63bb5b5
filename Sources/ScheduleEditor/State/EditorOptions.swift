package import Diagnostics
import JSONText
package import ScheduleModel
package import ScheduleRules
package import TwoWayTable

package struct EditorOptions: Sendable {
  /// The name of the file in the title.
  package var fileName: String
  /// The index of the first schedule to show; nil for the list if there are several.
  package var scheduleIndex: Int?
  /// Whether there is no file yet.
  package var isNew = false
  /// Why the document is read-only; nil if it is not.
  package var readOnlyReason: String?
  /// Whether it is read-only because of another editor, which may end.
  package var isHeldElsewhere = false
  /// A message about the file at start.
  package var notice: String?
  package var settings = EditorSettings()
  /// The user's home folder, abbreviated as `~` in commands.
  package var homeFolder: String?
  /// The name of the file in the message after a save; nil for the file's name.
  package var savedName: String?
  /// The device whose limits apply; nil for that of the schedule.
  package var device: String?
  package var rules = CheckOptions()
  /// The history of the file; nil without earlier steps.
  package var history: EditHistory?

  /// Expands `~/` at the start of a path.
  func expandingHome(_ path: String) -> String {
    guard let homeFolder, path == "~" || path.hasPrefix("~/") else { return path }
    return homeFolder + path.dropFirst()
  }

  package init(fileName: String) { self.fileName = fileName }
}

/// A view of the table, as named in settings and commands.
package enum ViewChoice: String, CaseIterable, Sendable {
  case week, list, auto

  /// The arrangement; nil to show as many cells as possible.
  var arrangement: GridArrangement? {
    switch self {
    case .week: .across
    case .list: .list
    case .auto: nil
    }
  }
}

/// The user's settings for the editor, from `config.json` and the command line.
package struct EditorSettings: Sendable {
  /// The name of a theme; nil for the default.
  package var theme: String?
  /// The available themes: the built-in ones and the user's own.
  package private(set) var themes = Theme.builtIn
  /// Why themes of the user cannot be read, by name.
  package private(set) var unreadableThemes: [String: Refusal] = [:]
  /// The clock style; nil for 24 hours.
  package var clock: ClockStyle?
  /// The view chosen by the user; nil for that of the layout.
  package var view: ViewChoice?
  /// Whether mouse input is enabled at start.
  package var mouse: Bool?
  /// The path of a layout file as given; the host reads it.
  package var layoutPath: String?
  /// The layout read from it; nil for the built-in week.
  package var layout: WeekLayout?
  /// The places of the theme's and the layout's names in a settings file, which may not exist.
  package var themeLocation: SourceLocation?
  package var layoutLocation: SourceLocation?
  /// The user's key bindings; without a command, they remove a binding.
  var keys: [(keys: [Key], command: BoundCommand?)] = []

  package init() {}

  package var themeNames: [String] { themes.map(\.name) }

  /// Adds a theme of the user, or why it cannot be read; replaces a built-in one with the same name.
  package mutating func add(_ own: Result<Theme, Refusal>, named name: String) {
    themes.removeAll { $0.name == name }
    switch own {
    case .success(let own): themes.append(Theme(name: name, look: own.entry))
    case .failure(let reason): unreadableThemes[name] = reason
    }
  }

  package func theme(named name: String) -> Theme? { themes.first { $0.name == name } }

  /// The theme with the name in the settings, or the default.
  package var chosenTheme: Theme { theme.flatMap(theme(named:)) ?? .standard }

  /// Reads a settings file (docs/editor-settings.md). Every member is optional. A key is a name such as `F5` or `^T`, or
  /// several in sequence; null removes a binding.
  ///
  /// - Throws: `FileProblems`.
  package init(reading bytes: [UInt8], file: String) throws(FileProblems) {
    self.init()
    var json = JSONReader(bytes, file: file, title: "the settings file")
    let names = ["theme", "clock", "view", "mouse", "layout", "keys"]
    for (name, value) in json.root.flatMap({ json.members(of: $0, named: names) })?.all ?? [] {
      switch name {
      case "theme": (theme, themeLocation) = (json.string(value), json.location(of: value))
      case "clock":
        clock = (value.node.integer ?? Int(value.node.string ?? "")).flatMap(ClockStyle.init)
        if clock == nil { json.refuse(value, expected: "12 or 24") }
      case "view": view = json.word(value, among: ViewChoice.allCases.map { ($0.rawValue, $0) })
      case "mouse": mouse = json.boolean(value)
      case "layout": (layoutPath, layoutLocation) = (json.string(value), json.location(of: value))
      default: readKeys(value, &json)
      }
    }
    guard json.problems.isEmpty else { throw FileProblems(json.problems) }
  }

  private mutating func readKeys(_ object: JSONReader.Value, _ json: inout JSONReader) {
    let example = "an object such as {\"F5\": \"copy monday weekdays\"}"
    var read: [(name: String, keys: [Key], isNull: Bool)] = []
    for (name, value) in json.members(of: object, named: nil, like: example)?.all ?? [] {
      guard let sequence = Key.sequence(named: name) else {
        json.report(
          "\(name.quoted()) is not a key; use names such as F5, ^T, Shift-Up, x, or \"z x\"",
          at: value, atName: true)
        continue
      }
      let clash = read.last {
        ($0.keys == sequence || !$0.isNull) && zip($0.keys, sequence).allSatisfy(==)
      }
      if let other = clash?.name, other != name {
        json.report(
          "\(name.quoted()) and \(other.quoted()) cannot both be bound", at: value, atName: true)
      }
      read.append((name, sequence, value.node.kind == .null))
      if value.node.kind == .null {
        keys.append((sequence, nil))
      } else if let line = json.string(value) {
        do throws(Refusal) {
          keys.append((sequence, try BoundCommand(parsing: line, listedIn: "the editor's help")))
        } catch {
          json.report(error.reason, at: value)
        }
      }
    }
  }
}
