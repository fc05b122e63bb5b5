import Diagnostics
import JSONText
import ScheduleModel

/// SP107: right type, finite number, at most one decimal.
enum SP107ValueType: Rule {
  static let info = RuleInfo(
    code: "SP107", severity: .error, summary: "right type, at most one decimal",
    what: """
      Each value must have its type: objects for schedules, days and periods, strings for texts and \
      times, numbers for temperatures, and these with at most one decimal.
      """,
    why: """
      A number in quotes is a text to most programs. Thermostats step by tenths of a degree at the \
      finest, and a tenth is what every value is stored in, without rounding.
      """,
    bad: #""wake": {"time": "06:00", "heat": "70", "cool": 78}"#,
    good: #""wake": {"time": "06:00", "heat": 70, "cool": 78}"#,
    fix: .safe)

  /// Reads a temperature; nil, with a finding, when it is no number or has too many decimals.
  static func temperature(
    _ node: JSONNode, at path: DocumentPath, _ reader: inout DocumentReader
  ) -> Temperature? {
    if let degrees = node.integer { return Temperature(degrees) }
    if let number = node.number {
      if let temperature = Temperature(number) { return temperature }
      reader.findings.add(
        info, path, "\(path.words(nil)) is \(number); a temperature has at most one decimal")
      return nil
    }
    report(node, expected: "a number", at: path, &reader) { index in
      guard let text = node.string, let value = Temperature(text) else { return nil }
      let bytes = CellValue.temperature(value).json.encoded()
      return index.replacement(of: path, by: bytes).map { Fix(.safe, edits: [$0]) }
    }
    return nil
  }

  /// Whether a value is an object; reports it when it is not.
  static func isObject(
    _ node: JSONNode, at path: DocumentPath, _ reader: inout DocumentReader
  ) -> Bool {
    if node.kind == .object { return true }
    report(node, expected: "an object", at: path, &reader)
    return false
  }

  /// Whether a value is an array; reports it when it is not.
  static func isArray(
    _ node: JSONNode, at path: DocumentPath, _ reader: inout DocumentReader
  ) -> Bool {
    if node.kind == .array { return true }
    report(node, expected: "an array", at: path, &reader)
    return false
  }

  /// Whether a value is a string; reports it when it is not.
  static func isString(
    _ node: JSONNode, at path: DocumentPath, _ reader: inout DocumentReader
  ) -> Bool {
    if node.kind == .string { return true }
    report(node, expected: "a string", at: path, &reader)
    return false
  }

  /// Reports a value of another type than `expected`.
  static func report(
    _ node: JSONNode, expected: String, at path: DocumentPath, _ reader: inout DocumentReader,
    fix: ((inout SourceIndex) -> Fix?)? = nil
  ) {
    let place = path.words(reader.scheduleName)
    reader.findings.add(
      info, path, "\(place) is \(value(node)); expected \(expected)", fix: fix)
  }

  /// A value as messages name it: `the string "70"`, `an array`.
  static func value(_ node: JSONNode) -> String {
    switch node.kind {
    case .string: "the string \((node.string ?? "").quoted())"
    case .integer: "the number \(node.integer ?? 0)"
    case .real: "the number \(node.number ?? 0)"
    case .boolean: node.boolean == true ? "true" : "false"
    case .object, .array, .null: node.kind.description
    }
  }
}
