import Diagnostics

/// A character cell of the screen.
public struct SurfaceCell: Hashable, Sendable {
  /// One word, for fast comparison of whole screens: 24 bits for the character, 16 for the style.
  fileprivate let bits: UInt64

  /// Creates a cell; an invalid scalar becomes `?`.
  public init(scalar: UInt32, style: Style = .plain) {
    self.init(character: scalar < ClusterTable.first ? scalar : 0x3F, style: style)
  }

  fileprivate init(character: UInt32, style: Style) {
    bits =
      UInt64(character) | UInt64(style.role.rawValue) << 24 | UInt64(style.emphasis.rawValue) << 32
  }

  /// Creates a cell with a cluster: one scalar in the cell itself, several in the table.
  init(_ cluster: ScreenCluster, style: Style) {
    let number =
      cluster.rest.isEmpty ? nil : ClusterTable.number(of: [cluster.first] + cluster.rest)
    self.init(character: number ?? cluster.first.value, style: style)
  }

  /// The character's first scalar; 0 in the right half of a wide character.
  public var scalar: UInt32 {
    character < ClusterTable.first ? character : ClusterTable.cluster(character)[0].value
  }

  /// The character: its number in the cluster table, or its first scalar.
  package var character: UInt32 { UInt32(bits & 0xFF_FFFF) }

  /// All scalars; empty in the right half of a wide character.
  public var scalars: [Unicode.Scalar] {
    if character >= ClusterTable.first { return ClusterTable.cluster(character) }
    return character == 0 ? [] : [Unicode.Scalar(character) ?? "?"]
  }

  /// The style.
  public var style: Style {
    Style(
      StyleRole(rawValue: UInt8(truncatingIfNeeded: bits >> 24)),
      Emphasis(rawValue: UInt8(truncatingIfNeeded: bits >> 32)))
  }

  /// A space in the terminal's default colours.
  public static let blank = SurfaceCell(scalar: 0x20)
}

/// The contents of a screen: a flat array of cells to draw into.
///
/// Independent of the terminal. Text is clipped at the edges, and control characters are shown as `?`, so that no text
/// can control the terminal.
public struct Surface: Equatable, Sendable {
  /// The size; every row has `size.columns` cells.
  public let size: ScreenSize
  private var cells: [SurfaceCell]

  /// Creates a blank surface.
  public init(size: ScreenSize) {
    self.size = size
    cells = Array(repeating: .blank, count: size.rows * size.columns)
  }

  /// Returns the cell at `point`, which must be inside the surface.
  public subscript(point: ScreenPoint) -> SurfaceCell {
    cells[point.row * size.columns + point.column]
  }

  /// Calls `body` with the cells of line `row`, without copying.
  public func withRow<Result>(_ row: Int, _ body: (ArraySlice<SurfaceCell>) -> Result) -> Result {
    body(cells[(row * size.columns)..<((row + 1) * size.columns)])
  }

  /// Whether line `row` equals that of `other`, a surface of the same size.
  package func isRow(_ row: Int, equalTo other: Surface) -> Bool {
    withRow(row) { cells in other.withRow(row) { cells == $0 } }
  }

  /// Writes `text` from `point` on; returns the column after its last cell.
  ///
  /// Clips the text to `width` columns and to the edge of the surface; omits a wide character that would be split.
  @discardableResult
  public mutating func write(
    _ text: String, at point: ScreenPoint, style: Style = .plain, width: Int = .max
  ) -> Int {
    // Text that starts far to the left does not reach the screen.
    guard (0..<size.rows).contains(point.row), (-65_536..<size.columns).contains(point.column),
      width > 0
    else { return point.column }
    let limit = min(size.columns, point.column + min(width, size.columns - point.column))
    var column = point.column
    let row = (point.row * size.columns)..<((point.row + 1) * size.columns)
    cells.withUnsafeMutableBufferPointer { cells in
      let cells = UnsafeMutableBufferPointer(rebasing: cells[row])
      // Fast path for printable ASCII.
      if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) {
        for byte in text.utf8.prefix(max(0, limit - column)) {
          if column >= 0 {
            Self.makeWhole(cells, column)
            Self.makeWhole(cells, column + 1)
            cells[column] = SurfaceCell(scalar: UInt32(byte), style: style)
          }
          column += 1
        }
        return
      }
      for cluster in ScreenClusters(text.unicodeScalars) {
        let columns = cluster.columns
        if columns == 0 { continue }
        if column + columns > limit { break }
        if column >= 0 {
          Self.makeWhole(cells, column)
          Self.makeWhole(cells, column + columns)
          cells[column] = SurfaceCell(cluster, style: style)
          if columns == 2 { cells[column + 1] = SurfaceCell(scalar: 0, style: style) }
        }
        column += columns
      }
    }
    return column
  }

  /// Clears the columns `columns` of line `row`, by default all, as far as they are on the surface.
  public mutating func clear(row: Int, columns: Range<Int> = 0..<Int.max, style: Style = .plain) {
    guard (0..<size.rows).contains(row) else { return }
    let place = (row * size.columns)..<((row + 1) * size.columns)
    let line = columns.clamped(to: 0..<size.columns)
    cells.withUnsafeMutableBufferPointer { cells in
      let cells = UnsafeMutableBufferPointer(rebasing: cells[place])
      Self.makeWhole(cells, line.lowerBound)
      Self.makeWhole(cells, line.upperBound)
      cells[line].update(repeating: SurfaceCell(scalar: 0x20, style: style))
    }
  }

  /// Clears a wide character across the left edge of `column`, before one of its halves is overwritten.
  private static func makeWhole(_ line: UnsafeMutableBufferPointer<SurfaceCell>, _ column: Int) {
    guard column > 0, column < line.count, line[column].scalar == 0 else { return }
    line[column - 1] = SurfaceCell(scalar: 0x20, style: line[column - 1].style)
    line[column] = SurfaceCell(scalar: 0x20, style: line[column].style)
  }

  /// Draws columns of line `row` on the raised background.
  package mutating func raise(row: Int, columns: Range<Int>) {
    guard (0..<size.rows).contains(row) else { return }
    for column in columns.clamped(to: 0..<size.columns) {
      let index = row * size.columns + column
      var style = cells[index].style
      style.emphasis.insert(.raised)
      cells[index] = SurfaceCell(character: cells[index].character, style: style)
    }
  }

  /// Copies a rectangle of another surface of the same size.
  package mutating func copy(_ area: ScreenRectangle, of other: Surface) {
    clear(area)
    let columns = area.span.clamped(to: 0..<size.columns)
    for row in area.lines.clamped(to: 0..<size.rows) {
      let place = columns.lowerBound + row * size.columns..<columns.upperBound + row * size.columns
      cells.replaceSubrange(place, with: other.cells[place])
    }
  }

  /// The screen as text, one string per line, without trailing spaces.
  public var lines: [String] {
    (0..<size.rows).map { row in
      var line = String.UnicodeScalarView()
      withRow(row) { cells in
        let end = cells.lastIndex { $0.character != 0x20 }
        for cell in cells[..<(end.map { $0 + 1 } ?? cells.startIndex)] {
          // A loop: appending all at once looks up conformances at run time.
          for scalar in cell.scalars { line.append(scalar) }
        }
      }
      while line.last == " " { line.removeLast() }
      return String(line)
    }
  }
}
