import Diagnostics
import JSONText
import ScheduleModel

/// SP102: known format and version.
enum SP102KnownFormat: Rule {
  static let info = RuleInfo(
    code: "SP102", severity: .error, summary: "known format and version",
    what: """
      "format" must be "setpoint-schedule" and "version" the integer 1. Files of a newer version are not checked \
      further, nor are files of another format without "schedules".
      """,
    why: """
      A program must not guess at a file that it was not written for: a newer version may give the \
      same members another meaning.
      """,
    bad: #""version": 2,"#,
    good: #""version": 1,"#, fix: .unsafe)

  /// Checks both members; returns whether the rest of the file can be read.
  static func check(
    format: JSONNode?, version: JSONNode?, missing: [MissingMember], reader: inout DocumentReader
  ) -> Bool {
    let hasSchedules = !missing.contains {
      $0.name == FileFormat.Member.schedules.name && $0.misspelt == nil
    }
    let isOurs = checkFormat(
      format, hasSchedules: hasSchedules, missing: missing, reader: &reader)
    guard isOurs || hasSchedules else { return false }
    return checkVersion(version, missing: missing, reader: &reader)
  }

  private static func checkFormat(
    _ node: JSONNode?, hasSchedules: Bool, missing: [MissingMember],
    reader: inout DocumentReader
  ) -> Bool {
    let path = DocumentPath.member(.format)
    guard !reader.isDuplicated(path) else { return true }
    guard let node else {
      let other = hasSchedules ? "" : " (setpoint import reads device files)"
      reportMissing(
        .format, "\"\(FileFormat.name)\"\(other)", missing: missing, reader: &reader)
      return false
    }
    guard node.string != FileFormat.name.description else { return true }
    let found = node.words
    reader.findings.add(info, path, "format is \(found); expected \"\(FileFormat.name)\"")
    return false
  }

  private static func checkVersion(
    _ node: JSONNode?, missing: [MissingMember], reader: inout DocumentReader
  ) -> Bool {
    let path = DocumentPath.member(.version)
    guard !reader.isDuplicated(path) else { return true }
    guard let node else {
      reportMissing(.version, "\(FileFormat.version)", missing: missing, reader: &reader)
      return true
    }
    guard let number = node.integer else {
      reader.findings.add(
        info, path,
        "version is \(node.words); expected the integer \(FileFormat.version)")
      return true
    }
    if number > FileFormat.version {
      reader.findings.add(
        info, path, "version \(number) is newer than this setpoint reads (\(FileFormat.version))")
      return false
    }
    if number < FileFormat.version {
      reader.findings.add(
        info, path, "version \(number) does not exist; expected \(FileFormat.version)")
    }
    return true
  }

  private static func reportMissing(
    _ member: FileFormat.Member, _ expected: String, missing: [MissingMember],
    reader: inout DocumentReader
  ) {
    let name = member.name
    let misspelt = missing.first { $0.name == name }?.misspelt
    SP110MissingField.add(
      info, "\"\(name)\" is missing; expected \(expected)", (name, misspelt), of: .document,
      &reader)
  }
}
