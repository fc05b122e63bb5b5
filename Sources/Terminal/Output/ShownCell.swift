import TerminalScreen

/// What a terminal is to show in one cell.
struct ShownCell {
  /// The character, as `CellText` has it; 0 in the right half of a wide one.
  var character: UInt32
  /// A combining mark, 0 for none.
  var mark: UInt32 = 0
  /// Whether terminals differ in how many columns it takes.
  var isUncertain = false
  /// What it is sent as, where that is more than a scalar and a mark.
  var cluster: [Unicode.Scalar] = []
  var rendition: Rendition

  var isBlank: Bool { character == 0x20 && mark == 0 }
  var isRightHalf: Bool { character == 0 }

  /// Whether a person sees the same in both.
  func looks(like other: ShownCell) -> Bool {
    if isBlank, other.isBlank { return rendition.looksBlank(like: other.rendition) }
    return character == other.character && mark == other.mark && rendition == other.rendition
  }
}

/// A row of a surface as a terminal is to show it; each cell is worked out when it is asked for, since
/// few of them are.
struct ShownRow: RandomAccessCollection {
  let cells: ArraySlice<SurfaceCell>
  let looks: StyleLooks
  let showsUnicode: Bool
  let width: (UInt32) -> Int
  /// Whether any cell may be uncertain.
  let hasClusters: Bool

  init(
    cells: ArraySlice<SurfaceCell>, looks: StyleLooks, showsUnicode: Bool,
    width: @escaping (UInt32) -> Int
  ) {
    self.cells = cells
    self.looks = looks
    self.showsUnicode = showsUnicode
    self.width = width
    hasClusters = cells.contains { $0.clusterNumber != nil }
  }

  var startIndex: Int { 0 }
  var endIndex: Int { cells.count }

  subscript(index: Int) -> ShownCell {
    let cell = self.cell(index)
    let rendition = looks[cell.style]
    if (0x20..<0x7F).contains(cell.character), cell.mark == 0 {
      return ShownCell(character: cell.character, rendition: rendition)
    }
    guard cell.character == 0 else {
      let text = self.text(index)
      return ShownCell(
        character: text.character, mark: text.mark, isUncertain: text.isUncertain,
        cluster: text.character == cell.clusterNumber ? sent(cell) : [], rendition: rendition)
    }
    // A blank, unless the character before takes two columns.
    return ShownCell(character: index > 0 && isWide(index - 1) ? 0 : 0x20, rendition: rendition)
  }

  /// A cluster without a joiner that nothing follows yet.
  private func sent(_ cell: SurfaceCell) -> [Unicode.Scalar] {
    var scalars = cell.scalars
    while scalars.last?.value == CellText.joiner { scalars.removeLast() }
    return scalars
  }

  private func isWide(_ index: Int) -> Bool {
    guard cell(index).character > 0x7F else { return false }
    let character = text(index).character
    return character == cell(index).clusterNumber || width(character) == 2
  }

  private func cell(_ index: Int) -> SurfaceCell { cells[cells.startIndex + index] }

  private func text(_ index: Int) -> CellText {
    let isWide = index + 1 < count && cell(index + 1).character == 0
    return CellText(
      cell(index), columns: isWide ? 2 : 1, room: count - index, showsUnicode: showsUnicode,
      width: width)
  }
}
