import TerminalScreen

/// The cursor motions of a terminal.
struct CursorMotions {
  private let terminfo: Terminfo
  private let address: Terminfo.Format
  private let lineStart, step, stepBack: [UInt8]?
  private let column, right: Terminfo.Format?

  /// Reads the motions from a description that can address the cursor.
  init(_ terminfo: Terminfo) {
    guard let address = terminfo.format("cup") else { preconditionFailure("checked by Terminfo") }
    self.terminfo = terminfo
    self.address = address
    lineStart = terminfo.bytes("cr")
    step = terminfo.bytes("cuf1")
    stepBack = terminfo.bytes("cub1")
    column = terminfo.format("hpa")
    right = terminfo.format("cuf")
  }

  /// Returns the shortest motion from `start` (nil if unknown) to `end`: an address, or a column in the same row.
  func shortest(from start: ScreenPoint?, to end: ScreenPoint) -> [UInt8] {
    guard start != end else { return [] }
    var ways = [terminfo.expand(address, end.row, end.column)]
    if let start, start.row == end.row {
      if end.column == 0, let lineStart { return lineStart }
      if end.column == start.column + 1, let step { ways.append(step) }
      if end.column == start.column - 1, let stepBack { ways.append(stepBack) }
      if let column { ways.append(terminfo.expand(column, end.column)) }
      if let right, end.column > start.column {
        ways.append(terminfo.expand(right, end.column - start.column))
      }
    }
    return ways.min { $0.count < $1.count } ?? []
  }
}
