package import TerminalScreen

/// A cell as shown by the terminal: its text and rendition.
package struct ShownCell: Sendable {
  /// The text to send: `?` if the character cannot be shown, empty in the right half of a wide character.
  package private(set) var text = "?"
  /// Its width in columns; 0 in the right half of a wide character.
  private(set) var columns = 1
  /// Whether its width differs between terminals, so that the rest of the row has to be written again.
  private(set) var isUncertain = false
  let rendition: Rendition

  /// Translates a cell of the given width; `room` columns remain to the edge of the screen.
  ///
  /// `width` is wcwidth(3): a different width in the C library would shift the rest of the row. A cluster is sent
  /// unchanged if there is room even for a terminal that shows its scalars separately; otherwise only its first scalar
  /// is sent.
  package init(
    _ cell: SurfaceCell, columns: Int, room: Int = .max, rendition: Rendition = Rendition(),
    showsUnicode: Bool, width: (UInt32) -> Int
  ) {
    self.rendition = rendition
    let scalars = cell.scalars
    guard let first = scalars.first else { return }
    if scalars.count > 1, showsUnicode {
      let widths = scalars.map { width($0.value) }
      let apart = widths.reduce(0, +)
      if widths.allSatisfy({ $0 >= 0 }), apart == columns || max(apart, columns) < room {
        (self.columns, isUncertain) = (columns, apart != columns)
        // A terminal would join a joiner at the end with the next text, wherever that is.
        let end = (scalars.lastIndex { $0 != "\u{200D}" } ?? -1) + 1
        text = scalars[..<end].map(String.init).joined()
        return
      }
    }
    let isPrintable = (0x20..<0x7F).contains(first.value) && columns == 1
    guard isPrintable || showsUnicode && width(first.value) == columns else { return }
    (self.columns, text) = (columns, String(first))
  }

  /// Creates a space, or the right half of a wide character.
  private init(rightHalf isRightHalf: Bool, _ rendition: Rendition) {
    (text, columns) = isRightHalf ? ("", 0) : (" ", 1)
    self.rendition = rendition
  }

  var isBlank: Bool { text == " " }

  /// Whether both look the same.
  func looks(like other: ShownCell) -> Bool {
    if isBlank, other.isBlank { return rendition.looksBlank(like: other.rendition) }
    return text == other.text && rendition == other.rendition
  }

  /// Translates the cells of a row.
  static func row(
    _ cells: ArraySlice<SurfaceCell>, showsUnicode: Bool, width: (UInt32) -> Int,
    rendition: (Style) -> Rendition
  ) -> [ShownCell] {
    var row: [ShownCell] = []
    row.reserveCapacity(cells.count)
    for index in cells.indices {
      let rendition = rendition(cells[index].style)
      if cells[index].character == 0 {
        row.append(ShownCell(rightHalf: row.last?.columns == 2, rendition))
      } else {
        let isWide = index + 1 < cells.endIndex && cells[index + 1].character == 0
        row.append(
          ShownCell(
            cells[index], columns: isWide ? 2 : 1, room: cells.endIndex - index,
            rendition: rendition, showsUnicode: showsUnicode, width: width))
      }
    }
    return row
  }
}
