package import Diagnostics

/// A document whose fixes were applied until none was left.
package struct FixedDocument: Sendable {
  /// The new text; unchanged if nothing could be fixed.
  package private(set) var bytes: [UInt8]
  /// The check of the new text.
  package private(set) var check: DocumentCheck
  package private(set) var applied = 0

  /// The most rounds. Overlapping fixes wait for the next round; at most the days of a week wait for each other.
  private static let mostRounds = 64
  /// The most fixes per round, which bounds the memory.
  private static let mostFixes = 10_000

  /// Applies all safe fixes of a document, and with `unsafe` the unsafe ones as well, then `others` if there are any.
  ///
  /// Of overlapping fixes, the first by position is applied and the text is checked again. Other bytes are unchanged.
  package init(
    _ original: [UInt8], file: String, options: CheckOptions = CheckOptions(), unsafe: Bool,
    others: (DocumentCheck, [UInt8]) -> [Fix] = { _, _ in [] }
  ) {
    bytes = original
    check = DocumentCheck(bytes: bytes, file: file, options: options)
    var fixing = options
    fixing.listsFixesAlone = true
    fixing.limit = Self.mostFixes
    for _ in 0..<Self.mostRounds {
      // Search separately for fixes beyond the listed findings.
      let found =
        check.unlisted.isEmpty
        ? check : DocumentCheck(bytes: bytes, file: file, options: fixing)
      var fixes = Self.nonOverlapping(
        found.diagnostics.compactMap(\.fix).filter { unsafe || $0.applicability == .safe })
      if fixes.isEmpty, unsafe { fixes = Self.nonOverlapping(others(check, bytes)) }
      guard !fixes.isEmpty else { break }
      let edited = fixes.flatMap(\.edits).applied(to: bytes)
      let next = DocumentCheck(bytes: edited, file: file, options: options)
      // A fix must not make a text unreadable.
      guard next.draft != nil else { break }
      (bytes, check) = (edited, next)
      applied += fixes.count
    }
  }

  /// Returns the fixes that can be applied together; drops a fix that overlaps an earlier one.
  package static func nonOverlapping(_ fixes: [Fix]) -> [Fix] {
    // The replaced parts of the text, sorted.
    var taken: [Range<Int>] = []
    func place(of start: Int) -> Int { taken.partitioningIndex(where: { $0.lowerBound >= start }) }
    return fixes.filter { fix in
      let ranges = fix.edits.map { $0.offset..<($0.offset + $0.length) }
      let isFree = ranges.allSatisfy { range in
        let index = place(of: range.lowerBound)
        // Two insertions at one offset overlap, since their order is undefined.
        return !taken[max(0, index - 1)..<min(taken.count, index + 2)].contains {
          $0.lowerBound < range.upperBound && range.lowerBound < $0.upperBound || $0 == range
        }
      }
      guard isFree, !ranges.isEmpty else { return false }
      for range in ranges { taken.insert(range, at: place(of: range.lowerBound)) }
      return true
    }
  }
}
