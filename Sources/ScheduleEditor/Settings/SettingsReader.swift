package import Diagnostics
import JSONText
import ScheduleModel
import TwoWayTable

/// Why a settings file cannot be used.
package struct SettingsProblem: Error, Sendable {
  /// What is wrong, by position; at least one.
  package let diagnostics: [Diagnostic]
}

extension EditorSettings {
  /// Reads a settings file.
  ///
  /// ```json
  /// {
  ///   "theme": "dark",
  ///   "clock": 12,
  ///   "view": "list",
  ///   "mouse": true,
  ///   "layout": "weekdays.json",
  ///   "keys": {"F5": "copy monday weekdays", "z l": "view list", "q": null}
  /// }
  /// ```
  ///
  /// Every member is optional. A key is a name such as `F5`, `^T`, `Shift-Up` or `x`, or several that
  /// are pressed one after another; null takes a binding away.
  ///
  /// - Throws: `SettingsProblem`, with everything that is wrong.
  package init(reading bytes: [UInt8], file: String) throws(SettingsProblem) {
    self.init()
    var reader = SettingsReader(bytes, file: file)
    reader.read(into: &self)
    guard reader.diagnostics.isEmpty else {
      throw SettingsProblem(diagnostics: reader.diagnostics)
    }
  }
}

/// Reads the members of a settings file, one by one, and notes what is wrong with them.
private struct SettingsReader {
  private(set) var diagnostics: [Diagnostic] = []
  private let bytes: [UInt8]
  private let file: String
  private let map: SourceMap
  private var text: SourceText

  init(_ bytes: [UInt8], file: String) {
    self.bytes = bytes
    self.file = file
    map = SourceMap(bytes)
    text = SourceText(bytes)
  }

  mutating func read(into settings: inout EditorSettings) {
    let tree: JSONTree
    do throws(JSONSyntaxError) {
      tree = try JSONTree(parsing: bytes)
    } catch {
      report(error.message, at: error.offset)
      return
    }
    guard tree.root.kind == .object else {
      report("the settings are \(tree.root.kind.description); expected an object", at: 0)
      return
    }
    for (_, key, offset) in map.duplicates() {
      report("\(key.quoted()) appears twice", at: offset)
    }
    for (key, value) in tree.root.members {
      read(key, value, into: &settings)
    }
    diagnostics.sort { ($0.location?.offset ?? 0) < ($1.location?.offset ?? 0) }
  }

  private mutating func read(
    _ key: String, _ node: JSONNode, into settings: inout EditorSettings
  ) {
    let path = JSONPath([.member(key)])
    switch key {
    case "theme": settings.theme = string(node, path)
    case "clock":
      settings.clock = (node.integer ?? Int(node.string ?? "")).flatMap(ClockStyle.init)
      if settings.clock == nil { report("clock must be 12 or 24", at: path) }
    case "view":
      switch node.string {
      case "week": settings.view = .across
      case "list": settings.view = .list
      case "auto": settings.view = nil
      default: report("view must be \"week\", \"list\" or \"auto\"", at: path)
      }
    case "mouse":
      settings.mouse = node.boolean
      if node.boolean == nil { report("mouse must be true or false", at: path) }
    case "layout": settings.layoutPath = string(node, path)
    case "keys": readKeys(node, path, into: &settings)
    default:
      report(
        "unknown member \(key.quoted()); there is theme, clock, view, mouse, layout and keys",
        at: path, atKey: true)
    }
  }

  private mutating func readKeys(
    _ node: JSONNode, _ path: JSONPath, into settings: inout EditorSettings
  ) {
    guard node.kind == .object else {
      report("keys must be an object such as {\"F5\": \"copy monday weekdays\"}", at: path)
      return
    }
    for (name, value) in node.members {
      let place = path.member(name)
      guard let keys = KeyName.sequence(name) else {
        report(
          "\(name.quoted()) names no keys; use names such as F5, ^T, Shift-Up, x, or \"z x\"",
          at: place, atKey: true)
        continue
      }
      if value.kind == .null {
        settings.keys.append(KeyBinding(keys, to: nil))
      } else if let line = string(value, place) {
        do throws(Refusal) {
          _ = try BoundCommand(parsing: line)
          settings.keys.append(KeyBinding(keys, to: line))
        } catch {
          report(error.reason, at: place)
        }
      }
    }
  }

  private mutating func string(_ node: JSONNode, _ path: JSONPath) -> String? {
    if let text = node.string { return text }
    report("\(path.pointer.dropFirst().description.printable) must be a string", at: path)
    return nil
  }

  private mutating func report(_ message: String, at path: JSONPath, atKey: Bool = false) {
    report(message, at: map.offset(of: path, atKey: atKey))
  }

  private mutating func report(_ message: String, at offset: Int) {
    diagnostics.append(
      Diagnostic(
        file: file, location: text.location(at: offset), severity: .error, message: message))
  }
}
