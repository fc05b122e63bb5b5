package import Diagnostics
import JSONText
import ScheduleModel

/// The check options of a project's `.setpoint.json` (docs/validation.md). Every member is optional.
package struct ProjectOptions {
  /// The options; defaults for invalid members.
  package private(set) var options = CheckOptions()
  private var json: JSONReader
  private let rules: RuleTable

  /// The file name, searched from the checked file's folder upwards.
  package static let fileName = ".setpoint.json"

  /// Parses the file. `file` is its name in findings; `rules` are the known rules.
  package init(bytes: [UInt8], file: String, rules: RuleTable) {
    self.rules = rules
    json = JSONReader(bytes, file: file, title: "the project file")
    guard let root = json.root,
      let members = json.members(
        of: root, named: ["deadband", "gap", "level", "rules", "select", "ignore"])
    else { return }
    for (name, value) in members.all {
      switch name {
      case "level": options.level = json.word(value, among: Self.severities) ?? options.level
      case "rules": readRules(value)
      case "select": options.select = codes(value, rules.refusal(toSelect:))
      case "ignore": options.ignore = codes(value, rules.refusal(toIgnore:))
      case "deadband": readDeadband(value)
      case "gap":
        options.gap =
          json.integer(value, in: CheckOptions.gaps, of: "minutes") ?? options.gap
      default: break
      }
    }
  }

  /// The errors in the file, by position.
  package var diagnostics: [Diagnostic] { json.problems }

  private static let severities = Severity.allCases.reversed().map { ($0.name, $0) }

  /// Reads a temperature difference for each unit.
  private mutating func readDeadband(_ value: JSONReader.Value) {
    let units = TemperatureUnit.allCases.map(\.rawValue)
    guard let members = json.members(of: value, named: units, like: "{\"F\": …, \"C\": …}")
    else { return }
    for (name, value) in members.all {
      if let unit = TemperatureUnit(rawValue: name),
        let degrees = value.node.temperature, CheckOptions.differences.contains(degrees)
      {
        options.deadband[unit] = degrees
      } else {
        json.refuse(value, expected: CheckOptions.differenceWords)
      }
    }
  }

  private mutating func readRules(_ value: JSONReader.Value) {
    let example = "an object such as {\"SP106\": \"off\"}"
    guard let members = json.members(of: value, named: nil, like: example) else { return }
    let levels: [(String, CheckOptions.RuleLevel)] =
      [("off", .off)] + Self.severities.map { ($0.0, .severity($0.1)) }
    for (name, value) in members.all {
      guard let rule = rules[name] else {
        json.report("\(name.quoted()) is not a rule", at: value, atName: true)
        continue
      }
      if let refusal = RuleTable.refusalToChange(rule) {
        json.report(refusal, at: value, atName: true)
      } else if let level = json.word(value, among: levels) {
        options.severities[name] = level
      }
    }
  }

  private mutating func codes(
    _ value: JSONReader.Value, _ refusal: (String) -> String?
  ) -> [String] {
    guard value.node.kind == .array else {
      json.refuse(value, expected: "an array such as [\"SP2\"]")
      return []
    }
    return value.elements.compactMap { element in
      guard let code = json.string(element) else { return nil }
      guard let refusal = refusal(code) else { return code }
      json.report(refusal, at: element)
      return nil
    }
  }
}
