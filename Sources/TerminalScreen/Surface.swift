import Diagnostics

/// A character cell of the screen.
public struct SurfaceCell: Hashable, Sendable {
  /// One word, for fast comparison of whole screens: 24 bits each for two scalars, 16 for the style.
  fileprivate let bits: UInt64

  /// Creates a cell; an invalid scalar becomes `?`.
  public init(scalar: UInt32, mark: UInt32 = 0, style: Style = .plain) {
    self.init(
      character: scalar < ClusterTable.first ? scalar : 0x3F,
      mark: mark < ClusterTable.first ? mark : 0, style: style)
  }

  private init(character: UInt32, mark: UInt32, style: Style) {
    bits =
      UInt64(character) | UInt64(mark) << 24
      | UInt64(style.role.rawValue) << 48 | UInt64(style.emphasis.rawValue) << 56
  }

  /// Creates a cell with a cluster: one scalar and a mark in the cell itself, more in the table.
  init(_ cluster: ScreenCluster, style: Style) {
    let mark = cluster.rest.first?.value ?? 0
    let isPlain =
      cluster.rest.isEmpty
      || cluster.rest.count == 1 && mark != 0xFE0F && mark != 0xFE0E
        && cluster.rest[0].terminalColumns == 0
    let number = isPlain ? nil : ClusterTable.number(of: [cluster.first] + cluster.rest)
    self.init(
      character: number ?? cluster.first.value, mark: isPlain ? mark : 0, style: style)
  }

  /// The number of its cluster in the table; nil for one scalar, or one and a mark.
  package var clusterNumber: UInt32? {
    let word = UInt32(bits & 0xFF_FFFF)
    return word >= ClusterTable.first ? word : nil
  }

  /// The character's first scalar; 0 in the right half of a wide character.
  public var scalar: UInt32 {
    clusterNumber.map { ClusterTable.cluster($0)[0].value } ?? UInt32(bits & 0xFF_FFFF)
  }

  /// The combining mark of the character, 0 for none; the first of several.
  public var mark: UInt32 {
    clusterNumber.map { ClusterTable.cluster($0)[1].value } ?? UInt32(bits >> 24 & 0xFF_FFFF)
  }

  /// The character: its number in the cluster table, or its first scalar.
  package var character: UInt32 { UInt32(bits & 0xFF_FFFF) }

  /// All scalars; empty in the right half of a wide character.
  public var scalars: [Unicode.Scalar] {
    if let number = clusterNumber { return ClusterTable.cluster(number) }
    guard scalar != 0 else { return [] }
    return [Unicode.Scalar(scalar) ?? "?"] + (mark == 0 ? [] : [Unicode.Scalar(mark) ?? "?"])
  }

  /// The style.
  public var style: Style {
    Style(
      StyleRole(rawValue: UInt8(truncatingIfNeeded: bits >> 48)),
      Emphasis(rawValue: UInt8(truncatingIfNeeded: bits >> 56)))
  }

  /// The same character with another style.
  fileprivate func replacing(_ style: Style) -> SurfaceCell {
    SurfaceCell(
      character: character, mark: UInt32(bits >> 24 & 0xFF_FFFF), style: style)
  }

  /// A space in the terminal's default colours.
  public static let blank = SurfaceCell(scalar: 0x20, mark: 0, style: .plain)
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

  /// The columns from the first to the last difference between line `row` and that of `other`, a surface of the same
  /// size; nil if the lines are equal.
  package func columns(ofRow row: Int, differingFrom other: Surface) -> ClosedRange<Int>? {
    precondition(size == other.size && (0..<size.rows).contains(row))
    let base = row * size.columns
    return cells.withUnsafeBufferPointer { cells in
      other.cells.withUnsafeBufferPointer { others in
        let line = base..<(base + size.columns)
        // Most lines are equal, which is fastest to detect without an early exit.
        var difference: UInt64 = 0
        for index in line { difference |= cells[index].bits ^ others[index].bits }
        guard difference != 0, let first = line.first(where: { cells[$0] != others[$0] }),
          let last = line.last(where: { cells[$0] != others[$0] })
        else { return nil }
        return (first - base)...(last - base)
      }
    }
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
          if columns == 2 { cells[column + 1] = SurfaceCell(scalar: 0, mark: 0, style: style) }
        }
        column += columns
      }
    }
    return column
  }

  /// Clears the columns `columns` of line `row`, as far as they are on the surface.
  public mutating func clear(row: Int, columns: Range<Int>, style: Style = .plain) {
    guard (0..<size.rows).contains(row) else { return }
    let place = (row * size.columns)..<((row + 1) * size.columns)
    let line = columns.clamped(to: 0..<size.columns)
    cells.withUnsafeMutableBufferPointer { cells in
      let cells = UnsafeMutableBufferPointer(rebasing: cells[place])
      Self.makeWhole(cells, line.lowerBound)
      Self.makeWhole(cells, line.upperBound)
      cells[line].update(repeating: SurfaceCell(scalar: 0x20, mark: 0, style: style))
    }
  }

  /// Clears a wide character across the left edge of `column`, before one of its halves is overwritten.
  private static func makeWhole(_ line: UnsafeMutableBufferPointer<SurfaceCell>, _ column: Int) {
    guard column > 0, column < line.count, line[column].scalar == 0 else { return }
    line[column - 1] = SurfaceCell(scalar: 0x20, style: line[column - 1].style)
    line[column] = SurfaceCell(scalar: 0x20, style: line[column].style)
  }

  /// Clears line `row`.
  public mutating func clear(row: Int) {
    clear(row: row, columns: 0..<size.columns)
  }

  /// Draws columns of line `row` on the raised background, or on the plain one.
  package mutating func raise(row: Int, columns: Range<Int>, _ isRaised: Bool) {
    guard (0..<size.rows).contains(row) else { return }
    for column in columns.clamped(to: 0..<size.columns) {
      let index = row * size.columns + column
      var style = cells[index].style
      guard style.emphasis.contains(.raised) != isRaised else { continue }
      if isRaised { style.emphasis.insert(.raised) } else { style.emphasis.remove(.raised) }
      cells[index] = cells[index].replacing(style)
    }
  }

  /// Clears everything.
  public mutating func clear() {
    cells.withUnsafeMutableBufferPointer { $0.update(repeating: .blank) }
  }

  /// The screen as text, one string per line, without trailing spaces.
  public var lines: [String] {
    (0..<size.rows).map { row in
      var line = String.UnicodeScalarView()
      withRow(row) { cells in
        let end = cells.lastIndex { $0.scalar != 0x20 || $0.mark != 0 }
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
