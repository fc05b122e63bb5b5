/// The number of findings per rule and severity.
package struct FindingTally: Hashable, Sendable {
  private struct Count: Hashable {
    /// Nil for findings without a rule.
    let code: String?
    let severity: Severity
    var number: Int
  }

  /// By code and severity. There are few, so that a search is faster than a dictionary.
  private var counts: [Count] = []

  package init() {}

  package var isEmpty: Bool { counts.isEmpty }

  /// By code; nil for findings without a rule.
  package var byCode: [String?: Int] {
    Dictionary(counts.map { ($0.code, $0.number) }, uniquingKeysWith: +)
  }

  package func count(of severity: Severity) -> Int {
    counts.reduce(0) { $0 + ($1.severity == severity ? $1.number : 0) }
  }

  package mutating func add(_ code: String?, _ severity: Severity, times number: Int = 1) {
    if let place = counts.firstIndex(where: { $0.code == code && $0.severity == severity }) {
      counts[place].number += number
    } else {
      counts.append(Count(code: code, severity: severity, number: number))
      counts.sort { ($0.code ?? "", $0.severity) < ($1.code ?? "", $1.severity) }
    }
  }

  package mutating func add(_ other: FindingTally) {
    for count in other.counts { add(count.code, count.severity, times: count.number) }
  }

  /// Returns a notice with the number of unlisted findings of `file`; nil if there are none.
  ///
  /// It has no place and no code, and the highest severity among them.
  package func notice(file: String) -> Diagnostic? {
    let counts = Severity.allCases.reversed().map { ($0, count(of: $0)) }.filter { $0.1 > 0 }
    guard let worst = counts.first?.0 else { return nil }
    let total = counts.reduce(0) { $0 + $1.1 }
    let parts = counts.map { counted($1, $0.name) }
    return Diagnostic(
      file: file, severity: worst,
      message: "\(total) more \(total == 1 ? "finding is" : "findings are") not listed: "
        + parts.joined(separator: ", "))
  }
}

/// A finding that `LimitedFindings` can rank and count.
public protocol RankedFinding {
  /// The rule's code; nil if no rule applies.
  var code: String? { get }
  var severity: Severity { get }
}

extension Diagnostic: RankedFinding {}

/// The findings of one input, up to a limit that bounds the memory, the most severe first, and a count of the rest.
public struct LimitedFindings<Element: RankedFinding> {
  // Inlinable for specialization: otherwise each finding costs thousands of instructions.
  @usableFromInline let limit: Int
  @usableFromInline var listed: [Element] = []
  /// The lowest severity in a full list, once it is known.
  private var lowest: Severity?
  /// The findings beyond the limit.
  package private(set) var unlisted = FindingTally()

  package init(limit: Int) {
    self.limit = limit
  }

  /// The listed findings, in order of arrival.
  @inlinable public var elements: [Element] { listed }

  /// Adds a finding. When the list is full, it replaces the last finding of the lowest severity, if that is lower.
  @inlinable public mutating func add(
    _ element: @autoclosure () -> Element, code: String?, severity: Severity
  ) {
    guard listed.count < limit || makeRoom(code, severity) else { return }
    if listed.isEmpty { listed.reserveCapacity(min(limit, 8)) }
    listed.append(element())
  }

  /// Removes a finding in favour of a more severe one; if there is none, counts that one as unlisted.
  @usableFromInline mutating func makeRoom(_ code: String?, _ severity: Severity) -> Bool {
    lowest = lowest ?? listed.map { $0.severity }.min()
    guard let lowest, lowest < severity,
      let place = listed.lastIndex(where: { $0.severity == lowest })
    else {
      unlisted.add(code, severity)
      return false
    }
    let removed = listed.remove(at: place)
    unlisted.add(removed.code, removed.severity)
    self.lowest = nil
    return true
  }
}
