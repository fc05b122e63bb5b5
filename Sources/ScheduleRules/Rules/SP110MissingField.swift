import Diagnostics
import JSONText
import ScheduleModel

/// SP110: no missing field.
enum SP110MissingField: ObjectRule {
  static let info = RuleInfo(
    code: "SP110", severity: .error, summary: "no missing field",
    what: """
      The document must have at least one schedule, each schedule "name" and "days", each period "time", "heat" \
      and "cool", and each calendar entry "schedule". A heat-only schedule omits "cool" in every period, a cool-only \
      schedule "heat"; if only some periods have it, the minority is reported. A member with a similar name is taken \
      for the missing one, and the fix renames it.
      """,
    why: "Nothing is filled in silently: a thermostat would act on a value that nobody chose.",
    bad: #""wake": {"time": "06:00", "heat": 70}"#,
    good: #""wake": {"time": "06:00", "heat": 70, "cool": 78}"#,
    fix: .unsafe)

  static func check(_ object: ReadObject, reader: inout DocumentReader) {
    switch object.path {
    case .document:
      let schedules = FileFormat.Member.schedules.name
      // SP102 and SP103 report the other members.
      report(object.missing.filter { $0.name == schedules }, of: object.path, &reader)
      reportEmptySchedules(object.node[schedules], &reader)
    case .schedule, .row, .entry: report(object.missing, of: object.path, &reader)
    default: break
    }
  }

  /// Reports a setpoint of a side that most periods of the schedule do not have.
  static func reportExtra(_ field: Field, _ path: DocumentPath, reader: inout DocumentReader) {
    let found = path.child(field.name)
    reader.findings.add(
      info, found, at: .key(found),
      "\(path.words(reader.scheduleName)) has \"\(field.name)\", which most periods lack")
  }

  /// Reports the missing members of an object: one finding, and one for each misspelt name.
  private static func report(
    _ missing: [MissingMember], of path: DocumentPath, _ reader: inout DocumentReader
  ) {
    guard !missing.isEmpty else { return }
    let place = path.words(reader.scheduleName)
    for missing in missing where missing.misspelt != nil {
      add(info, "\"\(missing.name)\" is missing from \(place)", missing, of: path, &reader)
    }
    let absent = missing.filter { $0.misspelt == nil }.map(\.name)
    guard let first = absent.first else { return }
    let names = absent.map { "\"\($0)\"" }.listed("and")
    reader.findings.add(
      info, absent.count == 1 ? path.child(first) : path, at: .key(path),
      "\(names) \(absent.count == 1 ? "is" : "are") missing from \(place)")
  }

  /// Reports a document without schedules.
  private static func reportEmptySchedules(
    _ schedules: JSONNode?, _ reader: inout DocumentReader
  ) {
    guard let schedules, schedules.kind == .array, schedules.count == 0,
      !reader.isDuplicated(.schedules)
    else { return }
    reader.findings.add(
      info, .schedules, "\"schedules\" is empty; at least one schedule is needed")
  }

  /// Adds a finding about a missing member: at the misspelt name, with a fix that renames it, or at the object, with
  /// the fix of `otherwise`.
  static func add(
    _ rule: RuleInfo, _ message: String, _ missing: MissingMember, of path: DocumentPath,
    _ reader: inout DocumentReader, otherwise: ((inout SourceIndex) -> Fix?)? = nil
  ) {
    let name = missing.name
    guard let misspelt = missing.misspelt else {
      reader.findings.add(rule, path.child(name), at: .key(path), message, fix: otherwise)
      return
    }
    let found = path.child(misspelt)
    reader.findings.add(
      rule, path.child(name), at: .key(found), "\(message); is it \(misspelt.quoted())?"
    ) { index in
      index.renaming(of: found, to: name).map { Fix(.unsafe, edits: [$0]) }
    }
  }
}
