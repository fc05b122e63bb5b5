/// The blocks of lines in which two texts differ (Myers, "An O(ND) Difference Algorithm", 1986).
struct LineDifference {
  /// Lines of the old text that lines of the new one take the place of.
  struct Block {
    var old: Range<Int>
    var new: Range<Int>
  }

  /// The blocks, from the top.
  private(set) var blocks: [Block] = []

  /// The most lines that may differ before everything between the first and the last difference
  /// counts as one block: memory grows with the square.
  private static let mostDifferences = 1000

  /// Compares two texts line by line.
  init(from old: [ArraySlice<UInt8>], to new: [ArraySlice<UInt8>]) {
    var start = 0
    while start < min(old.count, new.count), old[start] == new[start] { start += 1 }
    var (oldEnd, newEnd) = (old.count, new.count)
    while oldEnd > start, newEnd > start, old[oldEnd - 1] == new[newEnd - 1] {
      oldEnd -= 1
      newEnd -= 1
    }
    let (before, after) = (old[start..<oldEnd], new[start..<newEnd])
    guard !before.isEmpty || !after.isEmpty else { return }
    guard let trace = Self.trace(Array(before), Array(after)) else {
      blocks = [Block(old: start..<oldEnd, new: start..<newEnd)]
      return
    }
    collect(trace, oldCount: before.count, newCount: after.count, start: start)
  }

  /// Notes, for each number of differences, how far each diagonal gets; nil when there are too many.
  private static func trace(
    _ old: [ArraySlice<UInt8>], _ new: [ArraySlice<UInt8>]
  ) -> [[Int]]? {
    var trace: [[Int]] = []
    var reached = [0, 0, 0]
    for differences in 0...min(mostDifferences, old.count + new.count) {
      // Diagonal k stands at index k + differences + 1.
      var next = [Int](repeating: 0, count: 2 * differences + 3)
      for diagonal in stride(from: -differences, through: differences, by: 2) {
        let middle = diagonal + differences
        var x: Int
        if differences == 0 {
          x = 0
        } else {
          let goesDown =
            diagonal == -differences
            || (diagonal != differences && reached[middle - 1] < reached[middle + 1])
          x = goesDown ? reached[middle + 1] : reached[middle - 1] + 1
        }
        while x < old.count, x - diagonal < new.count, old[x] == new[x - diagonal] { x += 1 }
        next[middle + 1] = x
        if x >= old.count, x - diagonal >= new.count {
          trace.append(next)
          return trace
        }
      }
      trace.append(next)
      reached = next
    }
    return nil
  }

  /// Goes back from the end and joins neighbouring differences to blocks.
  private mutating func collect(_ trace: [[Int]], oldCount: Int, newCount: Int, start: Int) {
    var (x, y) = (oldCount, newCount)
    for differences in stride(from: trace.count - 1, to: 0, by: -1) {
      let reached = trace[differences - 1]
      let diagonal = x - y
      // The indices of the round before, which began one diagonal further in.
      let middle = diagonal + differences
      let goesDown =
        diagonal == -differences
        || (diagonal != differences && reached[middle - 1] < reached[middle + 1])
      let before = goesDown ? diagonal + 1 : diagonal - 1
      let previousX = reached[before + differences]
      let previousY = previousX - before
      add(old: previousX, isInsertion: goesDown, new: previousY, start: start)
      (x, y) = (previousX, previousY)
    }
    blocks.reverse()
  }

  private mutating func add(old: Int, isInsertion: Bool, new: Int, start: Int) {
    let oldRange = (start + old)..<(start + old + (isInsertion ? 0 : 1))
    let newRange = (start + new)..<(start + new + (isInsertion ? 1 : 0))
    if let last = blocks.indices.last, blocks[last].old.lowerBound == oldRange.upperBound,
      blocks[last].new.lowerBound == newRange.upperBound
    {
      blocks[last].old = oldRange.lowerBound..<blocks[last].old.upperBound
      blocks[last].new = newRange.lowerBound..<blocks[last].new.upperBound
    } else {
      blocks.append(Block(old: oldRange, new: newRange))
    }
  }
}
