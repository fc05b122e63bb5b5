package import TerminalScreen

/// What a terminal is sent for one cell.
package struct CellText: Hashable, Sendable {
  /// The character; `?` in place of one that cannot be shown.
  package let scalar: UInt32
  /// The combining mark, 0 for none.
  package let mark: UInt32

  /// Decides for a cell of so many columns.
  ///
  /// `width` is wcwidth(3): a character to which the C library gives another width would shift all
  /// that stands behind it.
  package init(
    _ cell: SurfaceCell, columns: Int, showsUnicode: Bool, width: (UInt32) -> Int
  ) {
    let isASCII = (0x20..<0x7F).contains(cell.scalar)
    let isShown = isASCII || (showsUnicode && width(cell.scalar) == columns)
    scalar = isShown ? cell.scalar : 0x3F
    mark = cell.mark != 0 && isShown && showsUnicode && width(cell.mark) == 0 ? cell.mark : 0
  }
}
