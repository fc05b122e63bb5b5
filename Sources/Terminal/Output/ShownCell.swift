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
}

/// A row of a surface as a terminal is to show it; each cell is worked out when it is asked for, since
/// few of them are.
struct ShownRow: RandomAccessCollection {
  let cells: ArraySlice<SurfaceCell>
  let looks: StyleLooks
  let showsUnicode: Bool
  let width: (UInt32) -> Int

  var startIndex: Int { 0 }
  var endIndex: Int { cells.count }

  subscript(index: Int) -> ShownCell {
    let cell = self.cell(index)
    let rendition = looks[cell.style]
    if (0x20..<0x7F).contains(cell.scalar), cell.mark == 0 {
      return ShownCell(scalar: cell.scalar, rendition: rendition)
    }
    guard cell.scalar == 0 else {
      let text = self.text(index)
      return ShownCell(scalar: text.scalar, mark: text.mark, rendition: rendition)
    }
    // A blank, unless the character before takes two columns.
    let isHalf =
      index > 0 && self.cell(index - 1).scalar > 0x7F && width(text(index - 1).scalar) == 2
    return ShownCell(scalar: isHalf ? 0 : 0x20, rendition: rendition)
  }

  private func cell(_ index: Int) -> SurfaceCell { cells[cells.startIndex + index] }

  private func text(_ index: Int) -> CellText {
    let isWide = index + 1 < count && cell(index + 1).scalar == 0
    return CellText(
      cell(index), columns: isWide ? 2 : 1, showsUnicode: showsUnicode, width: width)
  }
}
