/// One character cell of the screen.
public struct SurfaceCell: Hashable, Sendable {
  /// The character's first scalar; 0 in the right half of a wide character.
  public var scalar: UInt32
  /// A combining mark that goes with it, 0 for none.
  public var mark: UInt32
  /// How it looks.
  public var style: Style

  /// Describes a cell.
  public init(scalar: UInt32, mark: UInt32 = 0, style: Style = .plain) {
    self.scalar = scalar
    self.mark = mark
    self.style = style
  }

  /// A blank in the terminal's own colours.
  public static let blank = SurfaceCell(scalar: 0x20, mark: 0, style: .plain)
}

import Diagnostics

/// The screen as it should be: a flat array of cells that drawing code writes into.
///
/// A surface knows no terminal. Text is clipped at its edges, control characters are shown as `?`,
/// so nothing that a file says can reach a terminal as a command.
public struct Surface: Equatable, Sendable {
  /// The extent; every row has `size.columns` cells.
  public let size: ScreenSize
  private var cells: [SurfaceCell]

  /// Makes a blank surface.
  public init(size: ScreenSize) {
    self.size = size
    cells = Array(repeating: .blank, count: size.rows * size.columns)
  }

  /// Reads the cell at `point`, which must lie inside the surface.
  public subscript(point: ScreenPoint) -> SurfaceCell {
    cells[point.row * size.columns + point.column]
  }

  /// Calls `body` with the cells of line `row`, without copying them.
  public func withRow<Result>(_ row: Int, _ body: (ArraySlice<SurfaceCell>) -> Result) -> Result {
    body(cells[(row * size.columns)..<((row + 1) * size.columns)])
  }

  /// Writes `text` from `point` on and returns the column after its last cell.
  ///
  /// What does not fit into `width` columns, or reaches past the edge, is cut; a wide character that
  /// would be cut in half is left out.
  @discardableResult
  public mutating func write(
    _ text: some StringProtocol, at point: ScreenPoint, style: Style = .plain, width: Int = .max
  ) -> Int {
    guard (0..<size.rows).contains(point.row), point.column < size.columns else {
      return point.column
    }
    let limit = min(size.columns, width == .max ? size.columns : point.column + width)
    var column = point.column
    let base = point.row * size.columns
    for scalar in text.unicodeScalars {
      let shown = scalar.isControl ? "?" : scalar
      let columns = shown.terminalColumns
      if columns == 0 {
        if column > max(0, point.column) { cells[base + column - 1].mark = shown.value }
        continue
      }
      if column + columns > limit { break }
      if column >= 0 {
        cells[base + column] = SurfaceCell(scalar: shown.value, mark: 0, style: style)
        if columns == 2 {
          cells[base + column + 1] = SurfaceCell(scalar: 0, mark: 0, style: style)
        }
      }
      column += columns
    }
    return column
  }

  /// Makes the columns `columns` of line `row` blank, as far as they lie on the surface.
  public mutating func clear(row: Int, columns: Range<Int>, style: Style = .plain) {
    guard (0..<size.rows).contains(row) else { return }
    let base = row * size.columns
    let blank = SurfaceCell(scalar: 0x20, mark: 0, style: style)
    for column in columns.clamped(to: 0..<size.columns) { cells[base + column] = blank }
  }

  /// Makes the whole of line `row` blank.
  public mutating func clear(row: Int) {
    clear(row: row, columns: 0..<size.columns)
  }

  /// Makes everything blank.
  public mutating func clear() {
    for index in cells.indices { cells[index] = .blank }
  }

  /// The screen as text, a string a line, trailing blanks cut: what tests compare.
  public var lines: [String] {
    (0..<size.rows).map { row in
      var line = String.UnicodeScalarView()
      withRow(row) { cells in
        for cell in cells where cell.scalar != 0 {
          line.append(Unicode.Scalar(cell.scalar) ?? "?")
          if cell.mark != 0, let mark = Unicode.Scalar(cell.mark) { line.append(mark) }
        }
      }
      while line.last == " " { line.removeLast() }
      return String(line)
    }
  }
}
