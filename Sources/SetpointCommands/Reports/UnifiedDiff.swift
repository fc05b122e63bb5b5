import Diagnostics

/// The difference of two texts in the format of `patch` and `git apply`.
package enum UnifiedDiff {
  private static let context = 3

  /// How many lines to search for the end of a difference, so that the work grows with the length of the texts.
  private static let reach = 200

  /// A line of the old text, of the new one, or of both.
  private typealias Line = (sign: UInt8, text: ArraySlice<UInt8>)
  private static let (both, minus, plus) = (UInt8(ascii: " "), UInt8(ascii: "-"), UInt8(ascii: "+"))

  /// Returns the difference with three lines of context; nil if there is none.
  ///
  /// Lines end with LF; a CR before it belongs to the line, so that the result applies byte for byte.
  package static func text(from old: [UInt8], to new: [UInt8], file: String) -> [UInt8]? {
    guard old != new else { return nil }
    let script = script(lines(of: old), lines(of: new))
    // As git does: "a//tmp" is not a valid path.
    let name = file.printable.drop { $0 == "/" }
    var result = Array("--- a/\(name)\n+++ b/\(name)\n".utf8)
    var (end, oldLine, newLine) = (0, 0, 0)
    for hunk in hunks(of: script) {
      // The lines between hunks are in both texts.
      oldLine += hunk.lowerBound - end
      newLine += hunk.lowerBound - end
      let oldCount = script[hunk].count { $0.sign != plus }
      let newCount = script[hunk].count { $0.sign != minus }
      result += "@@ -\(place(oldLine, oldCount)) +\(place(newLine, newCount)) @@\n".utf8
      for line in script[hunk] {
        result.append(line.sign)
        result += line.text
        if line.text.last != 0x0A { result += "\n\\ No newline at end of file\n".utf8 }
      }
      (end, oldLine, newLine) = (hunk.upperBound, oldLine + oldCount, newLine + newCount)
    }
    return result
  }

  /// Returns the lines of both texts in order. A difference ends at the nearest equal lines.
  private static func script(_ old: [ArraySlice<UInt8>], _ new: [ArraySlice<UInt8>]) -> [Line] {
    var script: [Line] = []
    var (x, y) = (0, 0)
    while x < old.count || y < new.count {
      let (removed, added) = difference(old[x...], new[y...])
      script += old[x..<x + removed].map { (minus, $0) }
      script += new[y..<y + added].map { (plus, $0) }
      (x, y) = (x + removed, y + added)
      guard removed + added == 0 else { continue }
      script.append((both, old[x]))
      (x, y) = (x + 1, y + 1)
    }
    return script
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

  /// Returns the differences with their contexts; those whose contexts touch form one hunk.
  private static func hunks(of script: [Line]) -> [Range<Int>] {
    script.indices.reduce(into: []) { hunks, place in
      guard script[place].sign != both else { return }
      let (start, end) = (max(0, place - context), min(script.count, place + context + 1))
      if let last = hunks.last, start <= last.upperBound {
        hunks[hunks.count - 1] = last.lowerBound..<end
      } else {
        hunks.append(start..<end)
      }
    }
  }

  /// The range of a hunk: the first line from 1 and the count; an empty range names the line before.
  private static func place(_ linesBefore: Int, _ count: Int) -> String {
    let start = count == 0 ? linesBefore : linesBefore + 1
    return count == 1 ? "\(start)" : "\(start),\(count)"
  }

  private static func lines(of bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    let ends = bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
    return zip([0] + ends, ends + [bytes.count]).map { bytes[$0..<$1] }.filter { !$0.isEmpty }
  }
}
