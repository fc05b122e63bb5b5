package import TerminalScreen

/// Encodes pictures: compares a surface with the previous one and returns the bytes for the difference.
///
/// The writer keeps track of the cursor and the rendition. It does not write to a descriptor.
package struct TerminalWriter {
  /// The size of the terminal; surfaces are clipped to it.
  package var size: ScreenSize { didSet { position = nil } }

  private let terminfo: Terminfo
  private var renditions: RenditionSequences
  private let showsUnicode: Bool
  private let width: (UInt32) -> Int
  /// The state of the terminal; nil if unknown.
  private var rendition: Rendition?
  private var position: ScreenPoint?
  private var isCursorShown: Bool?
  private var output: [UInt8] = []
  private let address, column: [CChar]?
  private let showCursor, hideCursor: [UInt8]?
  private let erasesLine: [UInt8]?
  /// Whether erased cells have the current background.
  private let erasesInColor: Bool
  /// Whether writing to the last column of the last line would scroll the screen; the column stays blank then.
  private let scrollsAtLastCell: Bool

  /// Prepares for a terminal whose content is unknown.
  ///
  /// `width` is wcwidth(3). `exactColors`: whether a terminal described with 256 colours has RGB colours too.
  package init(
    _ terminfo: Terminfo, theme: Theme, wantsColor: Bool = true, exactColors: Bool = false,
    showsUnicode: Bool, size: ScreenSize, width: @escaping (UInt32) -> Int
  ) {
    self.terminfo = terminfo
    self.size = size
    self.showsUnicode = showsUnicode
    self.width = width
    renditions = RenditionSequences(
      terminfo, theme: theme, wantsColor: wantsColor, exactColors: exactColors)
    (address, column) = (terminfo.format("cup"), terminfo.format("hpa"))
    (showCursor, hideCursor) = (terminfo.bytes("cnorm"), terminfo.bytes("civis"))
    erasesLine = terminfo.bytes("el")
    erasesInColor = terminfo.flag("bce")
    scrollsAtLastCell = terminfo.flag("am") && !terminfo.flag("xenl")
  }

  /// Switches the theme; the next frame must be drawn in full.
  package mutating func use(_ theme: Theme) { renditions.use(theme) }

  /// Returns the bytes that move to the last line with the default rendition.
  mutating func moveToEnd() -> [UInt8] {
    output = []
    render(Rendition())
    move(to: ScreenPoint(row: size.rows - 1, column: 0))
    return output
  }

  /// Returns the bytes that replace `old` by `new` and put the cursor at `cursor`; nil hides it. Draws everything if
  /// `old` is nil or has another size.
  ///
  /// Begins with the row of the cursor, and continues with the rows above after the last one.
  package mutating func frame(
    from old: Surface?, to new: Surface, cursor: ScreenPoint?
  ) -> [UInt8] {
    output = []
    var old = old
    if old?.size != new.size {
      (rendition, position, isCursorShown) = (nil, nil, nil)
      render(renditions.rendition(of: .plain))
      output += terminfo.bytes("clear") ?? []
      let isBlank = erasesInColor || rendition?.background == nil
      old = isBlank ? Surface(size: new.size) : nil
    }
    let count = min(size.rows, new.size.rows)
    let first = min(position?.row ?? 0, count)
    for row in [first..<count, 0..<first].joined() {
      if let old, new.rows[row] == old.rows[row] { continue }
      write(row, shown(new, row), over: old.map { shown($0, row) })
    }
    if let cursor {
      move(
        to: ScreenPoint(
          row: min(max(0, cursor.row), size.rows - 1),
          column: min(max(0, cursor.column), size.columns - 1)))
    }
    if let showCursor, let hideCursor, isCursorShown != (cursor != nil) {
      isCursorShown = cursor != nil
      output += cursor == nil ? hideCursor : showCursor
    }
    return output
  }

  private mutating func shown(_ surface: Surface, _ row: Int) -> [ShownCell] {
    let columns = size.columns - (scrollsAtLastCell && row == size.rows - 1 ? 1 : 0)
    let cells = surface.rows[row].prefix(columns)
    return cells.indices.map { index in
      let isWide = index + 1 < cells.endIndex && cells[index + 1].text.isEmpty
      return ShownCell(
        cells[index], columns: isWide ? 2 : 1, room: cells.endIndex - index,
        rendition: renditions.rendition(of: cells[index].style), showsUnicode: showsUnicode,
        width: width)
    }
  }

  private mutating func render(_ wanted: Rendition) {
    output += renditions.sequence(from: rendition, to: wanted)
    rendition = wanted
  }

  /// Moves the cursor: by its column in the same row, otherwise by its address.
  private mutating func move(to target: ScreenPoint) {
    guard position != target else { return }
    if position?.row == target.row, let column {
      output += terminfo.expand(column, target.column)
    } else if let address {
      output += terminfo.expand(address, target.row, target.column)
    }
    position = target
  }

  /// Writes the cells of a row that differ from `old`, nil for an unknown row.
  private mutating func write(_ row: Int, _ cells: [ShownCell], over old: [ShownCell]?) {
    let differs = differing(cells, from: old)
    guard let last = differs.lastIndex(of: true) else { return }
    let tail = erasableTail(of: cells)
    for column in 0...last where differs[column] && cells[column].columns > 0 {
      let cell = cells[column]
      approach(ScreenPoint(row: row, column: column), cells)
      if !isShown(cell) { render(cell.rendition) }
      if let erasesLine, column >= tail, last - column >= erasesLine.count {
        output += erasesLine
        return
      }
      // A terminal may use fewer columns. tmux 3.3 needs the line erased: it confuses spaces overwritten at once.
      if cell.isUncertain, let erasesLine { output += erasesLine }
      output += cell.text.utf8
      // At the margin, the cursor may already be on the next line.
      let next = column + cell.columns
      let isKnown = !cell.isUncertain && next < size.columns
      position = isKnown ? ScreenPoint(row: row, column: next) : nil
    }
  }

  /// Whether a cell looks right in the current rendition; the text colour of a space does not matter.
  private func isShown(_ cell: ShownCell) -> Bool {
    cell.rendition == rendition
      || cell.isBlank && rendition?.looksBlank(like: cell.rendition) == true
  }

  /// Moves to a column; rewrites a short gap if the rendition matches.
  private mutating func approach(_ target: ScreenPoint, _ cells: [ShownCell]) {
    if let position, position.row == target.row, (1...4).contains(target.column - position.column) {
      let gap = cells[position.column..<target.column]
      if gap.allSatisfy({ !$0.isUncertain && $0.columns == 1 && isShown($0) }) {
        for cell in gap { output += cell.text.utf8 }
        self.position = target
      }
    }
    move(to: target)
  }

  private func differing(_ cells: [ShownCell], from old: [ShownCell]?) -> [Bool] {
    guard let old else { return Array(repeating: true, count: cells.count) }
    // If the terminal uses another width for a cell, the rest of the row has moved.
    var hasMoved = false
    return zip(cells, old).map { cell, old in
      let differs = hasMoved || !cell.looks(like: old)
      hasMoved = hasMoved || differs && (cell.isUncertain || old.isUncertain)
      return differs
    }
  }

  /// The first column of the trailing spaces that can be erased.
  private func erasableTail(of cells: [ShownCell]) -> Int {
    guard let blank = cells.last, blank.isBlank,
      blank.rendition.emphasis.isDisjoint(with: [.reverse, .underline]),
      erasesInColor || blank.rendition.background == nil
    else { return cells.count }
    return (cells.lastIndex { !$0.looks(like: blank) } ?? -1) + 1
  }
}
