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
    var json = JSONReader(bytes, file: file, title: "the settings file")
    json.read(into: &self)
    guard json.problems.isEmpty else { throw FileProblems(json.problems) }
  }
}

extension JSONReader {
  /// Reads the members of a settings file.
  fileprivate mutating func read(into settings: inout EditorSettings) {
    guard let root,
      let members = members(
        of: root, named: ["theme", "clock", "view", "mouse", "layout", "keys"])
    else { return }
    for (name, value) in members.all { read(name, value, into: &settings) }
  }

  private mutating func read(
    _ name: String, _ value: Value, into settings: inout EditorSettings
  ) {
    switch name {
    case "theme":
      settings.theme = string(value)
      settings.themeLocation = location(of: value)
    case "clock":
      settings.clock = (value.node.integer ?? Int(value.node.string ?? "")).flatMap(ClockStyle.init)
      if settings.clock == nil { refuse(value, expected: "12 or 24") }
    case "view":
      let views: [(String, GridArrangement?)] = [("week", .across), ("list", .list), ("auto", nil)]
      settings.view = word(value, among: views) ?? nil
    case "mouse": settings.mouse = boolean(value)
    case "layout":
      settings.layoutPath = string(value)
      settings.layoutLocation = location(of: value)
    default: readKeys(value, into: &settings)
    }
  }

  private mutating func readKeys(_ value: Value, into settings: inout EditorSettings) {
    let example = "an object such as {\"F5\": \"copy monday weekdays\"}"
    guard let members = members(of: value, named: nil, like: example) else { return }
    for (name, value) in members.all {
      guard let keys = Key.sequence(named: name) else {
        report(
          "\(name.quoted()) names no keys; use names such as F5, ^T, Shift-Up, x, or \"z x\"",
          at: value, atName: true)
        continue
      }
      if value.node.kind == .null {
        settings.keys.append(KeyBinding(keys: keys, line: nil))
      } else if let line = string(value) {
        do throws(Refusal) {
          _ = try BoundCommand(parsing: line)
          settings.keys.append(KeyBinding(keys: keys, line: line))
        } catch {
          report(error.reason, at: value)
        }
      }
    }
  }
}
