package import TerminalScreen

package struct ShownCell: Sendable {
  /// The text to send; empty in the right half of a wide character.
  package private(set) var text = ""
  /// Its width in columns; 0 in the right half of a wide character.
  private(set) var columns = 0
  /// Whether its width differs between terminals, so that the rest of the row has to be written again.
  private(set) var isUncertain = false
  let rendition: Rendition

  /// Translates a cell of the given width; `room` columns remain to the edge of the screen.
  ///
  /// `width` is wcwidth(3): a character to which the C library gives another width is a question mark, since it would
  /// shift the rest of the row. A cluster is sent unchanged if there is room even for a terminal that shows its scalars
  /// separately; otherwise only its first scalar is sent.
  package init(
    _ cell: SurfaceCell, columns: Int, room: Int = .max, rendition: Rendition = Rendition(),
    showsUnicode: Bool, width: (UInt32) -> Int
  ) {
    self.rendition = rendition
    let scalars = cell.text.unicodeScalars
    guard let first = scalars.first else { return }
    self.columns = columns
    let widths = scalars.map { width($0.value) }
    let apart = widths.reduce(0, +)
    if widths.count > 1, showsUnicode, widths.allSatisfy({ $0 >= 0 }),
      apart == columns || max(apart, columns) < room
    {
      isUncertain = apart != columns
      text = cell.text
      // A terminal would join a joiner at the end with the next text, wherever that is.
      while text.unicodeScalars.last == "\u{200D}" { text.unicodeScalars.removeLast() }
    } else if showsUnicode && widths[0] == columns
      || (0x20..<0x7F).contains(first.value) && columns == 1
    {
      text = String(first)
    } else {
      text = columns == 2 ? "? " : "?"
    }
  }

  var isBlank: Bool { text == " " }

  func looks(like other: ShownCell) -> Bool {
    if isBlank, other.isBlank { return rendition.looksBlank(like: other.rendition) }
    return text == other.text && rendition == other.rendition
  }
}
