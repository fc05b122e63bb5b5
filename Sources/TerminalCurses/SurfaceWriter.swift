import CNcurses
import TwoWayTable

/// Writes rows of a surface into a curses window.
struct SurfaceWriter {
  /// Whether scalars beyond ASCII can be shown.
  let showsUnicode: Bool
  /// How styles look.
  var pairs: ColorPairs

  private var buffer: [cchar_t] = []

  /// Prepares to write with these looks.
  init(showsUnicode: Bool, pairs: ColorPairs) {
    self.showsUnicode = showsUnicode
    self.pairs = pairs
  }

  /// Writes what differs between two rows of the same width, from its first to its last cell.
  ///
  /// One stretch suffices: curses compares it with the screen once more and sends only what
  /// differs.
  mutating func write(
    _ row: ArraySlice<SurfaceCell>, over shown: ArraySlice<SurfaceCell>, line: Int32,
    columns: Int, into window: UnsafeMutablePointer<WINDOW>
  ) {
    let base = row.startIndex
    let offset = shown.startIndex - base
    guard var first = (base..<(base + columns)).first(where: { row[$0] != shown[$0 + offset] }),
      var last = (base..<(base + columns)).last(where: { row[$0] != shown[$0 + offset] })
    else { return }
    // A wide character is written whole.
    while first > base, row[first].scalar == 0 { first -= 1 }
    while last + 1 < base + columns, row[last + 1].scalar == 0 { last += 1 }

    buffer.removeAll(keepingCapacity: true)
    var index = first
    while index <= last {
      let isWide = index < last && row[index + 1].scalar == 0
      append(row[index], columns: isWide ? 2 : 1)
      index += isWide ? 2 : 1
    }
    mvwadd_wchnstr(window, line, Int32(first - base), &buffer, Int32(buffer.count))
  }

  /// Makes blanks of `window` look like plain text, which a theme may give a background.
  func setBackground(of window: UnsafeMutablePointer<WINDOW>) {
    let look = pairs[.plain]
    var cell = cchar_t()
    var blank: (wchar_t, wchar_t) = (0x20, 0)
    withUnsafePointer(to: &blank) { tuple in
      tuple.withMemoryRebound(to: wchar_t.self, capacity: 2) {
        _ = setcchar(&cell, $0, look.attributes, look.pair, nil)
      }
    }
    wbkgrndset(window, &cell)
  }

  private mutating func append(_ cell: SurfaceCell, columns: Int) {
    let look = pairs[cell.style]
    let shown = CellText(cell, columns: columns, showsUnicode: showsUnicode) {
      Int(wcwidth(wchar_t(bitPattern: $0)))
    }
    var text = (wchar_t(bitPattern: shown.scalar), wchar_t(bitPattern: shown.mark), wchar_t(0))
    append(&text, look)
    guard shown.isPadded else { return }
    text = (0x20, 0, 0)
    append(&text, look)
  }

  private mutating func append(_ text: inout (wchar_t, wchar_t, wchar_t), _ look: ColorPairs.Look) {
    var cell = cchar_t()
    withUnsafePointer(to: &text) { tuple in
      tuple.withMemoryRebound(to: wchar_t.self, capacity: 3) {
        _ = setcchar(&cell, $0, look.attributes, look.pair, nil)
      }
    }
    buffer.append(cell)
  }
}
