import TerminalScreen

/// The ways in which a terminal moves its cursor.
struct CursorMotions {
  private let terminfo: Terminfo
  private let address: Terminfo.Format
  private let home, lineStart: [UInt8]?
  private let steps: [Direction: [UInt8]]
  private let jumps: [Direction: Terminfo.Format]
  private let column, line: Terminfo.Format?

  private enum Direction: CaseIterable {
    case up, down, left, right

    /// The names of the capabilities: one cell, and several.
    var names: (step: String, jump: String) {
      switch self {
      case .up: ("cuu1", "cuu")
      case .down: ("cud1", "cud")
      case .left: ("cub1", "cub")
      case .right: ("cuf1", "cuf")
      }
    }
  }

  /// Reads them out of a description, which can address the cursor.
  init(_ terminfo: Terminfo) {
    guard let address = terminfo.format("cup") else { preconditionFailure("checked by Terminfo") }
    self.terminfo = terminfo
    self.address = address
    home = terminfo.bytes("home")
    lineStart = terminfo.bytes("cr")
    column = terminfo.format("hpa")
    line = terminfo.format("vpa")
    var steps: [Direction: [UInt8]] = [:]
    var jumps: [Direction: Terminfo.Format] = [:]
    for direction in Direction.allCases {
      steps[direction] = terminfo.bytes(direction.names.step)
      jumps[direction] = terminfo.format(direction.names.jump)
    }
    (self.steps, self.jumps) = (steps, jumps)
  }

  /// The shortest way from `start`, nil for an unknown place, to `end`.
  func shortest(from start: ScreenPoint?, to end: ScreenPoint) -> [UInt8] {
    guard start != end else { return [] }
    var best = terminfo.expand(address, end.row, end.column)
    func consider(_ parts: [UInt8]...) {
      if parts.reduce(0, { $0 + $1.count }) < best.count { best = Array(parts.joined()) }
    }
    if let home, end.row == 0 {
      if end.column == 0 {
        consider(home)
      } else if let across = along(.right, end.column) {
        consider(home, across)
      }
    }
    guard let start, let down = vertical(start.row, end.row) else { return best }
    if let across = horizontal(start.column, end.column) { consider(down, across) }
    if let lineStart, let across = horizontal(0, end.column) { consider(down, lineStart, across) }
    return best
  }

  private func vertical(_ start: Int, _ end: Int) -> [UInt8]? {
    guard start != end else { return [] }
    let absolute = line.map { terminfo.expand($0, end) }
    return shorter(along(end > start ? .down : .up, abs(end - start)), absolute)
  }

  private func horizontal(_ start: Int, _ end: Int) -> [UInt8]? {
    guard start != end else { return [] }
    let absolute = column.map { terminfo.expand($0, end) }
    return shorter(along(end > start ? .right : .left, abs(end - start)), absolute)
  }

  private func along(_ direction: Direction, _ count: Int) -> [UInt8]? {
    let jump = jumps[direction].map { terminfo.expand($0, count) }
    guard let step = steps[direction], step.count * count <= jump?.count ?? .max else {
      return jump
    }
    return Array(repeatElement(step, count: count).joined())
  }

  private func shorter(_ first: [UInt8]?, _ second: [UInt8]?) -> [UInt8]? {
    guard let first, let second else { return first ?? second }
    return second.count < first.count ? second : first
  }
}
