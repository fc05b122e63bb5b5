/// How many findings there were of each rule and severity.
package struct FindingTally: Hashable, Sendable {
  /// By the rule's code; nil for findings that are about no rule.
  package private(set) var byCode: [String?: Int] = [:]
  package private(set) var bySeverity: [Severity: Int] = [:]

  /// Counts nothing yet.
  package init() {}

  /// Whether nothing was counted.
  package var isEmpty: Bool { bySeverity.isEmpty }

  /// Counts a finding.
  package mutating func add(_ code: String?, _ severity: Severity) {
    byCode[code, default: 0] += 1
    bySeverity[severity, default: 0] += 1
  }

  /// Adds another tally.
  package mutating func add(_ other: FindingTally) {
    guard !other.isEmpty else { return }
    byCode.merge(other.byCode, uniquingKeysWith: +)
    bySeverity.merge(other.bySeverity, uniquingKeysWith: +)
  }

  /// Says that so many findings of `file` are not listed; nil if none were counted.
  ///
  /// It has no place and no code, and the greatest severity among them.
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

/// The findings of one input: no more than a limit of them, so that no file can fill the memory, the
/// severest first, and a count of the others.
package struct LimitedFindings<Element> {
  // Inlined with what it lists: without that, each finding takes thousands of instructions.
  @usableFromInline let limit: Int
  @usableFromInline var listed = [[(element: Element, code: String?)]](
    repeating: [], count: Severity.allCases.count)
  @usableFromInline var count = 0
  /// The findings for which there was no room.
  package private(set) var unlisted = FindingTally()

  /// Lists nothing yet, and never more than `limit`.
  package init(limit: Int) {
    self.limit = limit
  }

  /// What is listed: errors, then warnings, then the rest, each in the order in which they came.
  @inlinable package var elements: [Element] {
    // A loop: flatMap with a key path takes 60,000 instructions, once for every document.
    var elements: [Element] = []
    for severity in listed.reversed() {
      for finding in severity { elements.append(finding.element) }
    }
    return elements
  }

  /// Lists a finding; where there is no room, in place of the last one of a lower severity.
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
