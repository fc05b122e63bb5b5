import Diagnostics
import JSONText
import ScheduleRules

/// How many findings there were of each code and severity; counts of several runs can be added.
struct FindingCounts: Sendable {
  /// Inputs, or records of a stream.
  private(set) var inputs = 0
  /// Inputs with an error.
  private(set) var invalid = 0
  private var bySeverity: [Severity: Int] = [:]
  private var byCode: [String: Int] = [:]

  /// Whether an error was found, or a warning where those count.
  func fails(strict: Bool) -> Bool {
    bySeverity[.error] != nil || strict && bySeverity[.warning] != nil
  }

  /// Adds what was found in one input.
  mutating func add(_ diagnostics: [Diagnostic]) {
    inputs += 1
    if diagnostics.contains(where: { $0.severity == .error }) { invalid += 1 }
    for diagnostic in diagnostics {
      bySeverity[diagnostic.severity, default: 0] += 1
      byCode[diagnostic.code ?? "none", default: 0] += 1
    }
  }

  /// Adds the counts of another part of the run.
  mutating func add(_ other: FindingCounts) {
    inputs += other.inputs
    invalid += other.invalid
    bySeverity.merge(other.bySeverity, uniquingKeysWith: +)
    byCode.merge(other.byCode, uniquingKeysWith: +)
  }

  /// A line for every code that was found, most frequent first.
  var table: String {
    let rows = byCode.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    return rows.map { code, count in
      let digits = "\(count)"
      let blanks = String(repeating: " ", count: max(0, 7 - digits.count))
      let summary = RuleTable.all[code].map { "  \($0.summary)" } ?? ""
      return "\(blanks)\(digits)  \(code)\(summary)\n"
    }.joined()
  }

  /// The counts as an object whose numbers add up over runs.
  var json: JSONValue {
    .object([
      "records": .integer(inputs), "invalid": .integer(invalid),
      "errors": .integer(bySeverity[.error] ?? 0),
      "warnings": .integer(bySeverity[.warning] ?? 0), "infos": .integer(bySeverity[.info] ?? 0),
      "codes": .object(
        byCode.sorted { $0.key < $1.key }.map { JSONValue.Member($0.key, .integer($0.value)) }),
    ])
  }
}
