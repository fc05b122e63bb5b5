import Diagnostics
import JSONText
import ScheduleModel

/// SP103: unit is F or C.
enum SP103KnownUnit: Rule {
  static let info = RuleInfo(
    code: "SP103", severity: .error, summary: "unit is F or C",
    what: """
      "unit" must be "F" or "C". Without it the rules about temperatures are skipped.
      """,
    why: "70 is a warm room in °F and a boiler in °C; a unit must never be guessed.",
    bad: #""unit": "K","#,
    good: #""unit": "F","#, fix: .unsafe)

  /// Reads the unit; reports a finding and returns nil if it is neither F nor C.
  static func read(
    _ node: JSONNode?, missing: [MissingMember], reader: inout DocumentReader
  ) -> TemperatureUnit? {
    let path = DocumentPath.member(.unit)
    guard !reader.isDuplicated(path) else { return nil }
    guard let node else {
      let name = FileFormat.Member.unit.name
      SP110MissingField.add(
        info, "\"unit\" is missing; expected \"F\" or \"C\"",
        (name, missing.first { $0.name == name }?.misspelt), of: .document, &reader)
      return nil
    }
    if let unit = node.string.flatMap(TemperatureUnit.init(rawValue:)) { return unit }
    if let text = node.string {
      reader.findings.add(info, path, "unit \(text.quoted()) is not F or C")
    } else {
      reader.findings.add(
        info, path, "unit is \(node.words); expected \"F\" or \"C\"")
    }
    return nil
  }
}
