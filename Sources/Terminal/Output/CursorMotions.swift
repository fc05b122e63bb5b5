import TerminalScreen

/// The ways in which a terminal moves its cursor.
struct CursorMotions {
  private let terminfo: Terminfo
  private let address: Terminfo.Format
  /// How many bytes the shortest address has.
  private let leastAddress: Int
  /// Whether the address is CUP of ECMA-48 (8.3.21), in which a column that is left out is the first one.
  private let isPlainAddress: Bool
  private let home, lineStart: [UInt8]?
  private let column, line: Terminfo.Format?
  private let up, down, left, right: Direction
  /// Ways by both places in one number.
  private let known = Memo<Int, [UInt8]>()

  /// A direction: one step, and several at once.
  private struct Direction {
    let step: [UInt8]?
    let jump: Terminfo.Format?
  }

  /// Reads them out of a description, which can address the cursor.
  init(_ terminfo: Terminfo) {
    guard let address = terminfo.format("cup") else { preconditionFailure("checked by Terminfo") }
    self.terminfo = terminfo
    self.address = address
    isPlainAddress = terminfo.expand(address, 4, 9) == Array("\u{1B}[5;10H".utf8)
    leastAddress = terminfo.expand(address, 0, 0).count - (isPlainAddress ? 2 : 0)
    home = terminfo.bytes("home")
    lineStart = terminfo.bytes("cr")
    column = terminfo.format("hpa")
    line = terminfo.format("vpa")
    // To scroll back is to go up wherever the cursor is not in the first row, from which nothing leads up.
    let steps = ["cuu1", "ri"].compactMap(terminfo.bytes)
    up = Direction(step: steps.min { $0.count < $1.count }, jump: terminfo.format("cuu"))
    down = Direction(step: terminfo.bytes("cud1"), jump: terminfo.format("cud"))
    left = Direction(step: terminfo.bytes("cub1"), jump: terminfo.format("cub"))
    right = Direction(step: terminfo.bytes("cuf1"), jump: terminfo.format("cuf"))
  }

  /// The shortest way from `start`, nil for an unknown place, to `end`.
  func shortest(from start: ScreenPoint?, to end: ScreenPoint) -> [UInt8] {
    guard start != end else { return [] }
    // 16 bits for each row and column.
    let from = start.map { ($0.row + 1) << 16 | $0.column } ?? 0
    return known.value(for: from << 32 | end.row << 16 | end.column) {
      found(from: start, to: end)
    }
  }

  private func found(from start: ScreenPoint?, to end: ScreenPoint) -> [UInt8] {
    let near = start.flatMap { relative(from: $0, to: end) }
    // To write an address out is the most work, and mostly for nothing.
    if let near, near.count < leastAddress, end.row > 0 { return near }
    var best = addressed(end)
    if let home, end.row == 0, let across = end.column == 0 ? [] : along(right, end.column) {
      take(home + across, for: &best)
    }
    if let near { take(near, for: &best) }
    return best
  }

  private func addressed(_ end: ScreenPoint) -> [UInt8] {
    isPlainAddress && end.column == 0
      ? Array("\u{1B}[\(end.row + 1)H".utf8) : terminfo.expand(address, end.row, end.column)
  }

  /// The shortest way by steps and jumps.
  private func relative(from start: ScreenPoint, to end: ScreenPoint) -> [UInt8]? {
    guard let down = vertical(start.row, end.row) else { return nil }
    var best = horizontal(start.column, end.column).map { down + $0 }
    if let lineStart, down.count + lineStart.count < best?.count ?? .max,
      let across = horizontal(0, end.column)
    {
      let way = down + lineStart + across
      if way.count < best?.count ?? .max { best = way }
    }
    return best
  }

  /// Takes a way in the place of `best` where it is shorter.
  private func take(_ way: [UInt8], for best: inout [UInt8]) {
    if way.count < best.count { best = way }
  }

  private func vertical(_ start: Int, _ end: Int) -> [UInt8]? {
    start == end ? [] : nearest(end > start ? down : up, abs(end - start), line, end)
  }

  private func horizontal(_ start: Int, _ end: Int) -> [UInt8]? {
    start == end ? [] : nearest(end > start ? right : left, abs(end - start), column, end)
  }

  /// The shorter of the way along a direction and the way to a row or column by its number.
  private func nearest(
    _ direction: Direction, _ count: Int, _ absolute: Terminfo.Format?, _ end: Int
  ) -> [UInt8]? {
    let along = along(direction, count)
    // Nothing that has a number in it is shorter on the terminals of today.
    if let along, along.count <= 3 { return along }
    guard let absolute = absolute.map({ terminfo.expand($0, end) }) else { return along }
    return along.map { absolute.count < $0.count ? absolute : $0 } ?? absolute
  }

  private func along(_ direction: Direction, _ count: Int) -> [UInt8]? {
    if let step = direction.step, step.count * count <= 3 {
      return count == 1 ? step : Array(repeatElement(step, count: count).joined())
    }
    let jump = direction.jump.map { terminfo.expand($0, count) }
    guard let step = direction.step, step.count * count <= jump?.count ?? .max else { return jump }
    return Array(repeatElement(step, count: count).joined())
  }
}
