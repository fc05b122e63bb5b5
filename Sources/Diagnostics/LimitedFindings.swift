/// The number of findings per rule and severity.
package struct FindingTally: Hashable, Sendable {
  /// By code; nil for findings without a rule.
  package private(set) var byCode: [String?: Int] = [:]
  package private(set) var bySeverity: [Severity: Int] = [:]

  package init() {}

  package var isEmpty: Bool { bySeverity.isEmpty }

  package mutating func add(_ code: String?, _ severity: Severity) {
    byCode[code, default: 0] += 1
    bySeverity[severity, default: 0] += 1
  }

  package mutating func add(_ other: FindingTally) {
    guard !other.isEmpty else { return }
    byCode.merge(other.byCode, uniquingKeysWith: +)
    bySeverity.merge(other.bySeverity, uniquingKeysWith: +)
  }

  /// Returns a notice with the number of unlisted findings of `file`; nil if there are none.
  ///
  /// It has no place and no code, and the highest severity among them.
  package func notice(file: String) -> Diagnostic? {
    let counts = Severity.allCases.reversed().compactMap { severity in
      bySeverity[severity].map { (severity, $0) }
    }
    guard let worst = counts.first?.0 else { return nil }
    let total = counts.reduce(0) { $0 + $1.1 }
    let parts = counts.map { "\($1) \($0.name)\($1 == 1 ? "" : "s")" }
    return Diagnostic(
      file: file, severity: worst,
      message: "\(total) more \(total == 1 ? "finding is" : "findings are") not listed: "
        + parts.joined(separator: ", "))
  }
}

/// The findings of one input, up to a limit that bounds the memory, the most severe first, and a count of the rest.
package struct LimitedFindings<Element> {
  // Inlinable for specialization: otherwise each finding costs thousands of instructions.
  @usableFromInline let limit: Int
  @usableFromInline var listed = [[(element: Element, code: String?)]](
    repeating: [], count: Severity.allCases.count)
  @usableFromInline var count = 0
  /// The findings beyond the limit.
  package private(set) var unlisted = FindingTally()

  package init(limit: Int) {
    self.limit = limit
  }

  /// The listed findings: errors, then warnings, then the rest, each in order of arrival.
  @inlinable package var elements: [Element] {
    // A loop: flatMap with a key path costs 60,000 instructions per document.
    var elements: [Element] = []
    for severity in listed.reversed() {
      for finding in severity { elements.append(finding.element) }
    }
    return elements
  }

  /// Adds a finding. When the list is full, it replaces the last finding of a lower severity.
  @inlinable package mutating func add(
    _ element: @autoclosure () -> Element, code: String?, severity: Severity
  ) {
    if count == limit {
      let lower = Severity.allCases.first { $0 < severity && !listed[$0.rawValue].isEmpty }
      guard let lower, let last = listed[lower.rawValue].popLast() else {
        leaveOut(code, severity)
        return
      }
      leaveOut(last.code, lower)
      count -= 1
    }
    listed[severity.rawValue].append((element(), code))
    count += 1
  }

  @usableFromInline mutating func leaveOut(_ code: String?, _ severity: Severity) {
    unlisted.add(code, severity)
  }
}
