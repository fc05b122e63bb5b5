import Diagnostics
import JSONText

/// The number of findings by code and severity; counts of several runs can be added.
struct FindingCounts: Sendable {
  /// Inputs, or records of a stream.
  private(set) var inputs = 0
  /// Inputs with an error.
  private(set) var invalid = 0
  /// Inputs with findings.
  private(set) var found = 0
  private var findings = FindingTally()

  /// Whether there are errors, or warnings if `strict`.
  func fails(strict: Bool) -> Bool {
    findings.bySeverity[.error] != nil || strict && findings.bySeverity[.warning] != nil
  }

  /// Adds the findings of one input, including unlisted ones.
  mutating func add(_ diagnostics: [Diagnostic], unlisted: FindingTally = FindingTally()) {
    inputs += 1
    if !diagnostics.isEmpty { found += 1 }
    let hasError = { $0.severity == .error } as (Diagnostic) -> Bool
    if diagnostics.contains(where: hasError) || unlisted.bySeverity[.error] != nil { invalid += 1 }
    var rest = diagnostics[...]
    while let first = rest.first {
      // Count runs of findings: each count is a look-up in two dictionaries.
      let run = rest.prefix { $0.severity == first.severity && $0.code == first.code }
      findings.add(first.code, first.severity, times: run.count)
      rest = rest.dropFirst(run.count)
    }
    findings.add(unlisted)
  }

  /// Adds the counts of another part of the run.
  mutating func add(_ other: FindingCounts) {
    inputs += other.inputs
    found += other.found
    invalid += other.invalid
    findings.add(other.findings)
  }

  var errors: Int { findings.bySeverity[.error] ?? 0 }
  var warnings: Int { findings.bySeverity[.warning] ?? 0 }

  var total: Int { findings.bySeverity.values.reduce(0, +) }

  /// A line for every code, most frequent first.
  var table: String {
    let rows = byCode.sorted { ($1.count, $0.code) < ($0.count, $1.code) }
    return rows.map { code, count in
      let digits = "\(count)"
      let blanks = String(repeating: " ", count: max(0, 7 - digits.count))
      let summary = RuleTable.all[code].map { "  \($0.summary)" } ?? ""
      return "\(blanks)\(digits)  \(code)\(summary)\n"
    }.joined()
  }

  /// The counts as a JSON object whose numbers can be added.
  var json: JSONValue {
    .object([
      "records": .integer(inputs), "invalid": .integer(invalid),
      "errors": .integer(errors),
      "warnings": .integer(warnings),
      "infos": .integer(findings.bySeverity[.info] ?? 0),
      "codes": .object(
        byCode.sorted { $0.code < $1.code }.map { JSONValue.Member($0.code, .integer($0.count)) }),
    ])
  }

  private var byCode: [(code: String, count: Int)] {
    findings.byCode.map { ($0.key ?? "none", $0.value) }
  }
}
