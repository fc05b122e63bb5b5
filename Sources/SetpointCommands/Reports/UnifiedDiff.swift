import Diagnostics

/// The difference of two texts in the format of `patch` and `git apply`.
package enum UnifiedDiff {
  /// Returns the difference with three lines of context; nil if there is none.
  ///
  /// Lines end with LF; a CR before it belongs to the line, so that the result applies byte for byte.
  package static func text(from old: [UInt8], to new: [UInt8], file: String) -> [UInt8]? {
    guard old != new else { return nil }
    let (before, after) = (lines(of: old), lines(of: new))
    let blocks = differences(before, after)
    var result = Array("--- a/\(file.printable)\n+++ b/\(file.printable)\n".utf8)
    for hunk in hunks(of: blocks, lineCount: before.count) {
      write(hunk, before, after, into: &result)
    }
    return result
  }

  /// The number of context lines.
  private static let context = 3

  /// How many lines to search for the end of a difference, so that the work grows with the length of the texts.
  private static let reach = 200

  /// Lines of the old text, and the lines that replace them.
  private typealias Block = (old: Range<Int>, new: Range<Int>)

  /// Returns the blocks of lines in which the texts differ, in order. A difference ends at the nearest equal lines.
  private static func differences(
    _ old: [ArraySlice<UInt8>], _ new: [ArraySlice<UInt8>]
  ) -> [Block] {
    var blocks: [Block] = []
    var (x, y) = (0, 0)
    while x < old.count || y < new.count {
      let (startOfOld, startOfNew) = (x, y)
      while case let (removed, added) = difference(old[x...], new[y...]), removed + added > 0 {
        (x, y) = (x + removed, y + added)
      }
      if x > startOfOld || y > startOfNew { blocks.append((startOfOld..<x, startOfNew..<y)) }
      (x, y) = (min(x + 1, old.count), min(y + 1, new.count))
    }
    return blocks
  }

  /// Counts the lines before the nearest pair of equal lines; a part of them if it is far away.
  private static func difference(
    _ old: ArraySlice<ArraySlice<UInt8>>, _ new: ArraySlice<ArraySlice<UInt8>>
  ) -> (removed: Int, added: Int) {
    guard !old.isEmpty, !new.isEmpty else { return (old.count, new.count) }
    for distance in 0...reach {
      for added in max(0, distance - old.count + 1)...distance where added < new.count {
        let removed = distance - added
        if old[old.startIndex + removed] == new[new.startIndex + added] { return (removed, added) }
      }
    }
    return (min(reach, old.count), min(reach, new.count))
  }

  private typealias Hunk = (old: Range<Int>, new: Range<Int>, blocks: [Block])

  /// Adds context to the blocks; blocks whose contexts touch form one hunk.
  private static func hunks(of blocks: [Block], lineCount: Int) -> [Hunk] {
    var result: [Hunk] = []
    for block in blocks {
      let start = max(0, block.old.lowerBound - context)
      let end = min(lineCount, block.old.upperBound + context)
      let added = end - block.old.upperBound
      if let last = result.indices.last, start <= result[last].old.upperBound {
        result[last].blocks.append(block)
        result[last].old = result[last].old.lowerBound..<end
        result[last].new = result[last].new.lowerBound..<(block.new.upperBound + added)
      } else {
        let shift = block.new.lowerBound - block.old.lowerBound
        result.append((start..<end, (start + shift)..<(block.new.upperBound + added), [block]))
      }
    }
    return result
  }

  private static func write(
    _ hunk: Hunk, _ before: [ArraySlice<UInt8>], _ after: [ArraySlice<UInt8>],
    into result: inout [UInt8]
  ) {
    result += "@@ -\(place(hunk.old)) +\(place(hunk.new)) @@\n".utf8
    var position = hunk.old.lowerBound
    for block in hunk.blocks {
      for line in before[position..<block.old.lowerBound] { write(line, " ", into: &result) }
      for line in before[block.old] { write(line, "-", into: &result) }
      for line in after[block.new] { write(line, "+", into: &result) }
      position = block.old.upperBound
    }
    for line in before[position..<hunk.old.upperBound] { write(line, " ", into: &result) }
  }

  private static func write(
    _ line: ArraySlice<UInt8>, _ sign: Unicode.Scalar, into result: inout [UInt8]
  ) {
    result.append(UInt8(ascii: sign))
    result += line
    if line.last != UInt8(ascii: "\n") { result += "\n\\ No newline at end of file\n".utf8 }
  }

  /// The range of a hunk: the first line from 1 and the count; an empty range names the line before.
  private static func place(_ range: Range<Int>) -> String {
    let start = range.isEmpty ? range.lowerBound : range.lowerBound + 1
    return range.count == 1 ? "\(start)" : "\(start),\(range.count)"
  }

  /// Splits a text after each LF.
  private static func lines(of bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    var result: [ArraySlice<UInt8>] = []
    var start = 0
    for index in bytes.indices where bytes[index] == UInt8(ascii: "\n") {
      result.append(bytes[start...index])
      start = index + 1
    }
    if start < bytes.count { result.append(bytes[start...]) }
    return result
  }
}
