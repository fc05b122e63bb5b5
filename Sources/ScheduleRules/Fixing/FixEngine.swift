package import Diagnostics

/// Repairs documents: carries out fixes until none is left.
package enum FixEngine {
  /// A repaired document.
  package struct Result: Sendable {
    /// The text afterwards; the given one when nothing could be repaired.
    package let bytes: [UInt8]
    /// The check of the new text.
    package let check: DocumentCheck
    /// How many fixes were carried out.
    package let applied: Int
  }

  /// The most rounds: fixes that touch each other wait for the next one. The days of a week are the
  /// most that wait for each other.
  private static let mostRounds = 64
  /// The most fixes of one round, which bounds the memory.
  private static let mostFixes = 10_000

  /// Carries out all safe fixes of a document, and the unsafe ones as well when `unsafe` says so.
  ///
  /// Of fixes that overlap, the first by position is carried out and the text is checked again. Bytes
  /// that no fix is about stay as they are.
  package static func fixed(
    _ bytes: [UInt8], file: String, options: CheckOptions = CheckOptions(), unsafe: Bool
  ) -> Result {
    var bytes = bytes
    var applied = 0
    var check = DocumentCheck(bytes: bytes, file: file, options: options)
    var fixing = options
    fixing.listsFixesAlone = true
    fixing.limit = mostFixes
    for _ in 0..<mostRounds {
      // Fixes beyond the findings that are listed are looked for by themselves.
      let found =
        check.unlisted.isEmpty
        ? check : DocumentCheck(bytes: bytes, file: file, options: fixing)
      let fixes = nonOverlapping(
        found.diagnostics.compactMap(\.fix).filter { unsafe || $0.applicability == .safe })
      guard !fixes.isEmpty else { break }
      let edited = fixes.flatMap(\.edits).applied(to: bytes)
      let next = DocumentCheck(bytes: edited, file: file, options: options)
      // A fix must never make a text unreadable; rather leave the document as it is.
      guard next.draft != nil else { break }
      (bytes, check) = (edited, next)
      applied += fixes.count
    }
    return Result(bytes: bytes, check: check, applied: applied)
  }

  /// Chooses the fixes that can be carried out together: each one, whole, that touches none before it.
  package static func nonOverlapping(_ fixes: [Fix]) -> [Fix] {
    var taken = TakenRanges()
    return fixes.filter { !$0.edits.isEmpty && taken.take($0.edits) }
  }
}

/// The parts of a text that edits chosen so far replace, sorted.
private struct TakenRanges {
  private var ranges: [(start: Int, end: Int)] = []

  /// Takes the ranges of all `edits`, or of none when one of them is touched already.
  mutating func take(_ edits: [TextEdit]) -> Bool {
    guard edits.allSatisfy({ isFree($0.offset, $0.offset + $0.length) }) else { return false }
    for edit in edits {
      ranges.insert(
        (edit.offset, edit.offset + edit.length), at: place(of: edit.offset))
    }
    return true
  }

  /// Whether nothing overlaps; two insertions at one place do, since their order is not known.
  private func isFree(_ start: Int, _ end: Int) -> Bool {
    let index = place(of: start)
    let overlaps = { (range: (start: Int, end: Int)) in
      (range.start < end && start < range.end) || (range.start == start && range.end == end)
    }
    return !ranges[max(0, index - 1)..<min(ranges.count, index + 2)].contains(where: overlaps)
  }

  private func place(of start: Int) -> Int {
    var (low, high) = (0, ranges.count)
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].start < start { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
