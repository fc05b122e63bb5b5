/// The blocks of lines in which two texts differ (Myers, "An O(ND) Difference Algorithm", 1986).
struct LineDifference {
  /// Lines of the old text, and the lines that replace them.
  struct Block {
    var old: Range<Int>
    var new: Range<Int>
  }

  /// A position in both texts: the number of lines before it.
  private typealias Point = (x: Int, y: Int)

  /// The blocks, in order.
  private(set) var blocks: [Block] = []

  /// The most differences to search at once: memory and time grow with their square. Beyond them, the comparison
  /// restarts from the furthest position, so that blocks of very different texts may be larger than necessary.
  private static let mostDifferences = 200

  /// Compares two texts line by line.
  init(from old: [ArraySlice<UInt8>], to new: [ArraySlice<UInt8>]) {
    var start = 0
    while start < min(old.count, new.count), old[start] == new[start] { start += 1 }
    var (oldEnd, newEnd) = (old.count, new.count)
    while oldEnd > start, newEnd > start, old[oldEnd - 1] == new[newEnd - 1] {
      oldEnd -= 1
      newEnd -= 1
    }
    var (x, y) = (start, start)
    while x < oldEnd || y < newEnd {
      let (trace, end) = Self.trace(old[x..<oldEnd], new[y..<newEnd])
      for block in Self.blocks(of: trace, to: end) {
        append(
          Block(
            old: (x + block.old.lowerBound)..<(x + block.old.upperBound),
            new: (y + block.new.lowerBound)..<(y + block.new.upperBound)))
      }
      (x, y) = (x + end.x, y + end.y)
    }
  }

  /// Appends a block; merges it with an adjacent one.
  private mutating func append(_ block: Block) {
    if let last = blocks.last, last.old.upperBound == block.old.lowerBound,
      last.new.upperBound == block.new.lowerBound
    {
      blocks[blocks.count - 1] = Block(
        old: last.old.lowerBound..<block.old.upperBound,
        new: last.new.lowerBound..<block.new.upperBound)
    } else {
      blocks.append(block)
    }
  }
}

// MARK: Myers

extension LineDifference {
  /// Records how far each diagonal reaches for each number of differences, and the final position: the end of both
  /// texts, or the furthest one with `mostDifferences`.
  private static func trace(
    _ old: ArraySlice<ArraySlice<UInt8>>, _ new: ArraySlice<ArraySlice<UInt8>>
  ) -> (trace: [[Int]], end: Point) {
    var trace: [[Int]] = []
    var reached = [0, 0, 0]
    var furthest: Point = (0, 0)
    for differences in 0...min(mostDifferences, old.count + new.count) {
      // Diagonal k has index k + differences + 1.
      var next = [Int](repeating: 0, count: 2 * differences + 3)
      furthest = (0, 0)
      for diagonal in stride(from: -differences, through: differences, by: 2) {
        let middle = diagonal + differences
        var x = 0
        if differences > 0 {
          let goesDown = goesDown(at: diagonal, after: differences, reached)
          x = goesDown ? reached[middle + 1] : reached[middle - 1] + 1
        }
        while x < old.count, x - diagonal < new.count,
          old[old.startIndex + x] == new[new.startIndex + x - diagonal]
        {
          x += 1
        }
        next[middle + 1] = x
        let y = x - diagonal
        if x <= old.count, y <= new.count, x + y > furthest.x + furthest.y { furthest = (x, y) }
      }
      trace.append(next)
      reached = next
      if furthest == (old.count, new.count) { break }
    }
    return (trace, furthest)
  }

  /// Traces back from the end and joins adjacent differences to blocks, in order.
  private static func blocks(of trace: [[Int]], to end: Point) -> [Block] {
    var result: [Block] = []
    var (x, y) = end
    for differences in stride(from: trace.count - 1, to: 0, by: -1) {
      let reached = trace[differences - 1]
      let diagonal = x - y
      let goesDown = goesDown(at: diagonal, after: differences, reached)
      let before = goesDown ? diagonal + 1 : diagonal - 1
      // The previous round has one diagonal less.
      x = reached[before + differences]
      y = x - before
      result.append(Block(old: x..<(goesDown ? x : x + 1), new: y..<(goesDown ? y + 1 : y)))
    }
    return result.reversed()
  }

  /// Whether the last difference on a diagonal is an insertion, according to the previous round.
  private static func goesDown(at diagonal: Int, after differences: Int, _ reached: [Int]) -> Bool {
    let middle = diagonal + differences
    return diagonal == -differences
      || (diagonal != differences && reached[middle - 1] < reached[middle + 1])
  }
}
