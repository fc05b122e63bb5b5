/// The conflict marks of git.
enum ConflictMarks {
  /// Returns the line ranges from each `<<<<<<<` to its `>>>>>>>`, and the offset of the first one.
  static func found(in bytes: [UInt8]) -> (lines: [ClosedRange<Int>], offset: Int)? {
    var lines: [ClosedRange<Int>] = []
    var (number, offset, first) = (0, 0, 0)
    var open: (line: Int, isDivided: Bool)?
    for line in bytes.split(separator: 10, omittingEmptySubsequences: false) {
      number += 1
      if line.starts(with: "<<<<<<< ".utf8) {
        if lines.isEmpty { first = offset }
        open = (number, false)
      } else if line.elementsEqual("=======".utf8) || line.elementsEqual("=======\r".utf8) {
        open?.isDivided = true
      } else if line.starts(with: ">>>>>>> ".utf8), let start = open, start.isDivided {
        lines.append(start.line...number)
        open = nil
      }
      offset += line.count + 1
    }
    return lines.isEmpty ? nil : (lines, first)
  }
}
