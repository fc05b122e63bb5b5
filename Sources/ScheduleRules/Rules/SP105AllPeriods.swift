import Diagnostics
import ScheduleModel

/// SP105: exactly wake, leave, return, sleep.
enum SP105AllPeriods: ObjectRule {
  static let info = RuleInfo(
    code: "SP105", severity: .error, summary: "exactly wake, leave, return, sleep",
    what: "Each day must have the four periods wake, leave, return and sleep.",
    why: """
      The four periods of the ENERGY STAR program (Program Requirements for Programmable \
      Thermostats, version 1.2) are the rows of the table; devices with four periods per day need each of them.
      """,
    bad: #""wake": {"time": "06:00", "heat": 70, "cool": 78}"#,
    good: """
      "wake": {"time": "06:00", "heat": 70, "cool": 78},
                "leave": {"time": "08:00", "heat": 62, "cool": 85}
      """, fix: .unsafe)

  /// Reports the missing periods of a day: one finding, and one for each misspelt name.
  static func check(_ object: ReadObject, reader: inout DocumentReader) {
    guard case .day(_, let day) = object.path else { return }
    let (path, missing) = (object.path, object.missing)
    for missing in missing where missing.misspelt != nil {
      SP110MissingField.add(
        info, "\(day.title) has no \"\(missing.name)\"", missing, of: path, &reader)
    }
    let names = missing.filter { $0.misspelt == nil }.map { "\"\($0.name)\"" }
    guard !names.isEmpty else { return }
    let list = names.listed("or")
    reader.findings.add(info, path, at: .key(path), "\(day.title) has no \(list)")
  }
}
