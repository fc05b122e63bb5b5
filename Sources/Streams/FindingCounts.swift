package import Diagnostics
package import JSONText

/// The number of findings by code and severity; counts of several runs can be added.
package struct FindingCounts: Sendable {
  /// Inputs, or records of a stream.
  package private(set) var inputs = 0
  package private(set) var invalid = 0
  package private(set) var found = 0
  private var findings = FindingTally()

  package init() {}

  /// Whether there are errors, or warnings if `strict`.
  package func fails(strict: Bool) -> Bool {
    findings.bySeverity[.error] != nil || strict && findings.bySeverity[.warning] != nil
  }

  /// Adds the findings of one input, including unlisted ones.
  package mutating func add(_ list: [Diagnostic], unlisted: FindingTally = FindingTally()) {
    inputs += 1
    if !list.isEmpty { found += 1 }
    var (start, hasError) = (0, unlisted.bySeverity[.error] != nil)
    // Indices: an iteration copies each finding.
    for place in list.indices {
      let (code, severity, next) = (list[place].code, list[place].severity, place + 1)
      hasError = hasError || severity == .error
      // Count runs of findings: each count is a look-up in two dictionaries.
      if next < list.count, list[next].severity == severity, list[next].code == code { continue }
      findings.add(code, severity, times: next - start)
      start = next
    }
    if hasError { invalid += 1 }
    findings.add(unlisted)
  }

  /// Adds the counts of another part of the run.
  package mutating func add(_ other: FindingCounts) {
    inputs += other.inputs
    found += other.found
    invalid += other.invalid
    findings.add(other.findings)
  }

  package var errors: Int { findings.bySeverity[.error] ?? 0 }
  package var warnings: Int { findings.bySeverity[.warning] ?? 0 }
  package var total: Int { findings.bySeverity.values.reduce(0, +) }

  /// The counts as a JSON object whose numbers can be added.
  package var json: JSONValue {
    .object([
      "records": .integer(inputs), "invalid": .integer(invalid),
      "errors": .integer(errors),
      "warnings": .integer(warnings),
      "infos": .integer(findings.bySeverity[.info] ?? 0),
      "codes": .object(
        byCode.sorted { $0.code < $1.code }.map { JSONValue.Member($0.code, .integer($0.count)) }),
    ])
  }

  package var byCode: [(code: String, count: Int)] {
    findings.byCode.map { ($0.key ?? "none", $0.value) }
  }
}
