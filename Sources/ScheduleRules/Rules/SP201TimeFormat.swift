import Diagnostics
import JSONText
import ScheduleModel

/// SP201: time is HH:MM, 00:00 to 23:59.
enum SP201TimeFormat: Rule {
  static let info = RuleInfo(
    code: "SP201", severity: .error, summary: "time is HH:MM, 00:00 to 23:59",
    what: """
      A time is a string of two digits, a colon and two digits, from "00:00" to "23:59". The fix rewrites other \
      unambiguous times, such as "6:00", "0630" and "6:30 pm".
      """,
    why: """
      One spelling sorts as text does and leaves no doubt about morning and evening (ISO 8601 has \
      the same form). A day has no 24:00; that is the next day's 00:00.
      """,
    bad: #""wake": {"time": "25:61", "heat": 70, "cool": 78}"#,
    good: #""wake": {"time": "06:00", "heat": 70, "cool": 78}"#,
    fix: .safe)

  /// Reads a time; reports a finding and returns nil if it is not one.
  static func read(
    _ node: JSONNode, at path: DocumentPath, _ reader: inout DocumentReader
  ) -> TimeOfDay? {
    let expected = "a string such as \"06:30\""
    guard let text = SP107ValueType.string(node, expected: expected, at: path, &reader)
    else { return nil }
    if let time = TimeOfDay(canonical: text) { return time }
    reader.findings.add(
      info, path,
      "\(path.words(nil)) \(text.quoted()) is not a time; use HH:MM, 00:00 to 23:59"
    ) { index in
      plainTime(text).flatMap { index.fix(.safe, replacing: path, by: CellValue.time($0).json) }
    }
    return nil
  }

  /// Parses a time that is unambiguous: not a bare hour or three digits.
  private static func plainTime(_ text: String) -> TimeOfDay? {
    let digits = text.utf8.count { (0x30...0x39).contains($0) }
    let isPlain = digits == 4 || text.utf8.contains { $0 == 0x3A || $0 | 0x20 == 0x6D }
    return isPlain ? TimeOfDay(text) : nil
  }
}
