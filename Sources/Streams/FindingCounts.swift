package import Diagnostics
package import JSONText

/// The number of findings by code and severity; counts of several runs can be added.
package struct FindingCounts: Sendable {
  /// Inputs, or records of a stream.
  package private(set) var inputs = 0
  package private(set) var invalid = 0
  package private(set) var inputsWithFindings = 0
  private var findings = FindingTally()

  package init() {}

  /// Whether there are errors, or warnings if `strict`.
  package func fails(strict: Bool) -> Bool { errors > 0 || strict && warnings > 0 }

  /// Adds the findings of one input, including unlisted ones.
  package mutating func add(_ list: [Diagnostic], unlisted: FindingTally = FindingTally()) {
    inputs += 1
    if !list.isEmpty { inputsWithFindings += 1 }
    var counts = unlisted
    // Indices: an iteration copies each finding.
    for place in list.indices { counts.add(list[place].code, list[place].severity) }
    if counts.count(of: .error) > 0 { invalid += 1 }
    findings.add(counts)
  }

  package mutating func add(_ other: FindingCounts) {
    inputs += other.inputs
    inputsWithFindings += other.inputsWithFindings
    invalid += other.invalid
    findings.add(other.findings)
  }

  package var errors: Int { findings.count(of: .error) }
  package var warnings: Int { findings.count(of: .warning) }
  package var total: Int { findings.byCode.values.reduce(0, +) }

  /// The counts as a JSON object whose numbers can be added.
  package var json: JSONValue {
    [
      "records": .integer(inputs), "invalid": .integer(invalid),
      "errors": .integer(errors),
      "warnings": .integer(warnings),
      "infos": .integer(findings.count(of: .info)),
      "codes": .object(
        byCode.sorted { $0.code < $1.code }.map { JSONValue.Member($0.code, .integer($0.count)) }),
    ]
  }

  package var byCode: [(code: String, count: Int)] {
    findings.byCode.map { ($0.key ?? "none", $0.value) }
  }
}
