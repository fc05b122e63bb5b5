import Diagnostics
import JSONText
import ScheduleModel

/// SP107: right type, finite number, at most one decimal.
enum SP107ValueType: Rule {
  static let info = RuleInfo(
    code: "SP107", severity: .error, summary: "right type, at most one decimal",
    what: """
      Each value must have its type: objects for schedules, days and periods, strings for texts and times, numbers \
      with at most one decimal for temperatures.
      """,
    why: """
      A number in quotes is a text to most programs. Thermostats step by tenths of a degree at the \
      finest, and every value is stored in tenths, without rounding.
      """,
    bad: #""wake": {"time": "06:00", "heat": "70", "cool": 78}"#,
    good: #""wake": {"time": "06:00", "heat": 70, "cool": 78}"#,
    fix: .safe)

  /// Reads a temperature; reports a finding and returns nil if it is not a number or has too many decimals.
  static func temperature(
    _ node: JSONNode, at path: DocumentPath, _ reader: inout DocumentReader
  ) -> Temperature? {
    if node.kind == .integer || node.kind == .real {
      switch NumberText.temperature(node.bytes) {
      case .temperature(let temperature): return temperature
      case .tooFine:
        reader.findings.add(
          info, path,
          "\(path.words(nil)) is \(node.spelling); a temperature has at most one decimal")
      case .tooLarge: SP303PlausibleRange.reportTooLarge(node.spelling, at: path, &reader)
      }
      return nil
    }
    report(node, expected: "a number", at: path, &reader) { index in
      guard let text = node.string, let value = Temperature(text) else { return nil }
      return index.fix(.safe, replacing: path, by: CellValue.temperature(value).json)
    }
    return nil
  }

  /// Reads a string; reports a value of another type and returns nil.
  static func string(
    _ node: JSONNode, expected: String = "a string", at path: DocumentPath,
    _ reader: inout DocumentReader
  ) -> String? {
    if let string = node.string { return string }
    report(node, expected: expected, at: path, &reader)
    return nil
  }

  /// Whether a value has a type; reports it if it does not.
  static func isKind(
    _ kind: JSONKind, _ node: JSONNode, at path: DocumentPath, _ reader: inout DocumentReader
  ) -> Bool {
    if node.kind == kind { return true }
    report(node, expected: kind.description, at: path, &reader)
    return false
  }

  /// Reports a value of another type than `expected`.
  static func report(
    _ node: JSONNode, expected: String, at path: DocumentPath, _ reader: inout DocumentReader,
    fix: ((inout SourceIndex) -> Fix?)? = nil
  ) {
    let place = path.words(reader.scheduleName)
    reader.findings.add(
      info, path, "\(place) is \(node.words); expected \(expected)", fix: fix)
  }
}
