package import TerminalScreen

/// What a terminal is sent for one cell.
package struct CellText: Hashable, Sendable {
  /// The character: a scalar, or a cell's number for a cluster of several; `?` in place of one that cannot
  /// be shown.
  package let character: UInt32
  /// The combining mark, 0 for none.
  package let mark: UInt32
  /// Whether terminals differ in how many columns it takes, so that what stands behind it is written anew.
  package let isUncertain: Bool

  /// Never the last of what is sent: a terminal would join what is written next, wherever that is.
  static let joiner: UInt32 = 0x200D

  /// Decides for a cell of so many columns, with `room` columns from it to the edge of the screen.
  ///
  /// `width` is wcwidth(3): a character to which the C library gives another width would shift all
  /// that stands behind it. A cluster is sent as it is where even a terminal that shows each of its
  /// scalars has room for it; elsewhere its first scalar stands for it.
  package init(
    _ cell: SurfaceCell, columns: Int, room: Int = .max, showsUnicode: Bool, width: (UInt32) -> Int
  ) {
    if cell.clusterNumber != nil, showsUnicode {
      let widths = cell.scalars.map { width($0.value) }
      let apart = widths.reduce(0, +)
      if widths.allSatisfy({ $0 >= 0 }), max(apart, columns) < room {
        (character, mark, isUncertain) = (cell.character, 0, apart != columns)
        return
      }
    }
    let scalar = cell.scalar
    let isASCII = (0x20..<0x7F).contains(scalar)
    let isShown = isASCII && columns == 1 || (showsUnicode && width(scalar) == columns)
    character = isShown ? scalar : 0x3F
    mark =
      cell.clusterNumber == nil && cell.mark != 0 && cell.mark != Self.joiner && isShown
        && showsUnicode && width(cell.mark) == 0 ? cell.mark : 0
    isUncertain = false
  }
}
