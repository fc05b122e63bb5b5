import Diagnostics
import JSONText
import ScheduleModel
package import TwoWayTable

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
  /// Every member is optional. A key is a name such as `F5`, `^T`, `Shift-Up` or `x`, or a sequence of several; null
  /// removes a binding.
  ///
  /// - Throws: `FileProblems`.
  package init(reading bytes: [UInt8], file: String) throws(FileProblems) {
    self.init()
    var reader = SettingsReader(json: JSONReader(bytes, file: file, title: "the settings file"))
    reader.read(into: &self)
    let problems = reader.json.problems
    guard problems.isEmpty else { throw FileProblems(problems) }
  }
}

/// Reads the members of a settings file and reports errors.
private struct SettingsReader {
  var json: JSONReader

  mutating func read(into settings: inout EditorSettings) {
    guard let root = json.root,
      let members = json.members(
        of: root, named: ["theme", "clock", "view", "mouse", "layout", "keys"])
    else { return }
    for (name, value) in members.all { read(name, value, into: &settings) }
  }

  private mutating func read(
    _ name: String, _ value: JSONReader.Value, into settings: inout EditorSettings
  ) {
    switch name {
    case "theme":
      settings.theme = json.string(value)
      settings.themeLocation = json.location(of: value)
    case "clock":
      settings.clock = (value.node.integer ?? Int(value.node.string ?? "")).flatMap(ClockStyle.init)
      if settings.clock == nil { json.refuse(value, expected: "12 or 24") }
    case "view":
      let views: [(String, GridArrangement?)] = [("week", .across), ("list", .list), ("auto", nil)]
      settings.view = json.word(value, among: views) ?? nil
    case "mouse": settings.mouse = json.boolean(value)
    case "layout":
      settings.layoutPath = json.string(value)
      settings.layoutLocation = json.location(of: value)
    default: readKeys(value, into: &settings)
    }
  }

  private mutating func readKeys(_ value: JSONReader.Value, into settings: inout EditorSettings) {
    let example = "an object such as {\"F5\": \"copy monday weekdays\"}"
    guard let members = json.members(of: value, named: nil, like: example) else { return }
    for (name, value) in members.all {
      guard let keys = Key.sequence(named: name) else {
        json.report(
          "\(name.quoted()) names no keys; use names such as F5, ^T, Shift-Up, x, or \"z x\"",
          at: value, atName: true)
        continue
      }
      if value.node.kind == .null {
        settings.keys.append(KeyBinding(keys, to: nil))
      } else if let line = json.string(value) {
        do throws(Refusal) {
          _ = try BoundCommand(parsing: line)
          settings.keys.append(KeyBinding(keys, to: line))
        } catch {
          json.report(error.reason, at: value)
        }
      }
    }
  }
}
