import CNcurses
import TerminalScreen

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

  /// Writes the cells of a row that stand in `stretch`, and the rest of wide characters that reach
  /// beyond it.
  mutating func write(
    _ row: ArraySlice<SurfaceCell>, _ stretch: ClosedRange<Int>, line: Int32,
    into window: UnsafeMutablePointer<WINDOW>
  ) {
    let base = row.startIndex
    var first = base + stretch.lowerBound
    var last = base + stretch.upperBound
    while first > base, row[first].scalar == 0 { first -= 1 }
    while last + 1 < row.endIndex, row[last + 1].scalar == 0 { last += 1 }

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
