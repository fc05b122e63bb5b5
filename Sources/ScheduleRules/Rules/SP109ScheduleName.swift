import Diagnostics
import JSONText
import ScheduleModel

/// SP109: schedule names unique and legal.
enum SP109ScheduleName: Rule {
  static let info = RuleInfo(
    code: "SP109", severity: .error, summary: "schedule names unique and legal",
    what: """
      A schedule's name must have 1 to 64 characters, without control characters and characters that change the \
      direction of text, and must be unique in the file.
      """,
    why: """
      Schedules are chosen by name. Control characters act on a terminal instead of being shown, and those of UAX #9 \
      can disguise a name.
      """,
    bad: #""name": "","#,
    good: #""name": "Home","#)

  /// Reads a name; reports a finding and returns nil if it is invalid. A repeated name is reported and returned.
  ///
  /// `names` are the names so far, each with the index of its first schedule.
  static func read(
    _ node: JSONNode, of schedule: Int, names: inout [String: Int], reader: inout DocumentReader
  ) -> String? {
    let path = DocumentPath.member(.name, ofSchedule: schedule)
    guard let name = SP107ValueType.string(node, at: path, &reader) else { return nil }
    if let problem = ScheduleName.problem(of: name) {
      let title =
        name.isEmpty ? "the name of schedule \(schedule + 1)" : "schedule name \(name.quoted())"
      reader.findings.add(info, path, "\(title) \(problem)")
    } else if let first = names[name] {
      reader.findings.add(
        info, path, first: .value(.member(.name, ofSchedule: first)),
        "schedule \(name.quoted()) is defined again")
    } else {
      names[name] = schedule
    }
    return name
  }
}
