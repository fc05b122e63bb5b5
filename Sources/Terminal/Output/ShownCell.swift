import TerminalScreen

/// What a terminal is to show in one cell.
struct ShownCell {
  /// The character; 0 in the right half of a wide one.
  var scalar: UInt32
  /// A combining mark, 0 for none.
  var mark: UInt32 = 0
  var rendition: Rendition

  var isBlank: Bool { scalar == 0x20 && mark == 0 }
  var isRightHalf: Bool { scalar == 0 }

  /// Whether a person sees the same in both.
  func looks(like other: ShownCell) -> Bool {
    if isBlank, other.isBlank { return rendition.looksBlank(like: other.rendition) }
    return scalar == other.scalar && mark == other.mark && rendition == other.rendition
  }

  /// The first `columns` cells of a surface's row.
  static func row(
    _ row: ArraySlice<SurfaceCell>, columns: Int, looks: StyleLooks, showsUnicode: Bool,
    width: (UInt32) -> Int
  ) -> [ShownCell] {
    let row = row.prefix(columns)
    var cells: [ShownCell] = []
    cells.reserveCapacity(row.count)
    for index in row.indices {
      let cell = row[index]
      let rendition = looks[cell.style]
      if cell.scalar == 0 {
        // A blank, unless the character before takes two columns.
        let isHalf = cells.last.map { $0.scalar > 0x7F && width($0.scalar) == 2 } ?? false
        cells.append(ShownCell(scalar: isHalf ? 0 : 0x20, rendition: rendition))
      } else if (0x20..<0x7F).contains(cell.scalar), cell.mark == 0 {
        cells.append(ShownCell(scalar: cell.scalar, rendition: rendition))
      } else {
        let isWide = index + 1 < row.endIndex && row[index + 1].scalar == 0
        let text = CellText(cell, columns: isWide ? 2 : 1, showsUnicode: showsUnicode, width: width)
        cells.append(ShownCell(scalar: text.scalar, mark: text.mark, rendition: rendition))
      }
    }
    return cells
  }
}
