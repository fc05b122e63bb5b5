package import TerminalScreen

/// Encodes pictures: compares a surface with the previous one and returns the bytes for the difference.
///
/// The writer keeps track of the cursor and the rendition. It does not write to a descriptor.
package struct TerminalWriter {
  /// The size of the terminal; surfaces are clipped to it.
  package var size: ScreenSize {
    didSet { forget() }
  }

  private let terminfo: Terminfo
  private let renditions: RenditionSequences
  private var looks: StyleLooks
  private let wantsColor, exactColors: Bool
  private let showsUnicode: Bool
  private let width: (UInt32) -> Int
  /// The current rendition and cursor position; nil if unknown.
  private var rendition: Rendition?
  private var position: ScreenPoint?
  private var isCursorShown = true
  private var output: [UInt8] = []
  private let clear: [UInt8]
  private let address, column: Terminfo.Format?
  private let lineStart: [UInt8]?
  private let cursorSequences: (show: [UInt8], hide: [UInt8])?
  private let erasesLine: [UInt8]?
  /// Whether erased cells have the current background.
  private let erasesInColor: Bool
  /// Whether the cursor may move with attributes set.
  private let movesInRendition: Bool
  /// Whether writing to the last cell would scroll the screen; it stays blank then.
  private let scrollsAtLastCell: Bool

  /// Prepares for a terminal whose content is unknown.
  ///
  /// `width` is wcwidth(3). `exactColors`: whether a terminal of 256 colours supports RGB colours too, which its
  /// description cannot express.
  package init(
    _ terminfo: Terminfo, theme: Theme, wantsColor: Bool = true, exactColors: Bool = false,
    showsUnicode: Bool, size: ScreenSize, width: @escaping (UInt32) -> Int
  ) {
    self.terminfo = terminfo
    self.size = size
    self.wantsColor = wantsColor
    self.exactColors = exactColors
    self.showsUnicode = showsUnicode
    self.width = width
    renditions = RenditionSequences(terminfo)
    looks = StyleLooks(theme: theme, wantsColor: wantsColor, exact: exactColors, renditions)
    clear = terminfo.bytes("clear") ?? []
    (address, column) = (terminfo.format("cup"), terminfo.format("hpa"))
    lineStart = terminfo.bytes("cr")
    cursorSequences = terminfo.bytes("cnorm").flatMap { show in
      terminfo.bytes("civis").map { (show, $0) }
    }
    erasesLine = terminfo.bytes("el")
    erasesInColor = terminfo.flag("bce")
    movesInRendition = terminfo.flag("msgr")
    scrollsAtLastCell = terminfo.flag("am") && !terminfo.flag("xenl")
  }

  /// Switches the theme; the next frame must be drawn in full.
  package mutating func use(_ theme: Theme) {
    looks = StyleLooks(theme: theme, wantsColor: wantsColor, exact: exactColors, renditions)
  }

  /// Forgets the state of the terminal, which another program may have changed.
  package mutating func forget() {
    rendition = nil
    position = nil
  }

  /// Returns the bytes that move to the last line with the default rendition.
  package mutating func moveToEnd() -> [UInt8] {
    output.removeAll(keepingCapacity: true)
    render(Rendition())
    move(to: ScreenPoint(row: size.rows - 1, column: 0))
    forget()
    isCursorShown = true
    return output
  }

  /// Returns the bytes that replace `old` by `new` and put the cursor at `cursor`; nil hides it. Draws everything if
  /// `old` is nil or has another size.
  package mutating func frame(
    from old: Surface?, to new: Surface, cursor: ScreenPoint?
  ) -> [UInt8] {
    output.removeAll(keepingCapacity: true)
    var old = old
    if old?.size != new.size { old = clearScreen() ? Surface(size: new.size) : nil }
    let count = min(size.rows, new.size.rows)
    let first = min(position?.row ?? 0, count)
    for row in [first..<count, 0..<first].joined() {
      if let old, new.isRow(row, equalTo: old) { continue }
      write(row, shown(new, row), over: old.map { shown($0, row) })
    }
    place(cursor)
    return output
  }

  /// Shows the cursor at a position, or hides it wherever it is.
  private mutating func place(_ cursor: ScreenPoint?) {
    if let cursor {
      move(
        to: ScreenPoint(
          row: min(max(0, cursor.row), size.rows - 1),
          column: min(max(0, cursor.column), size.columns - 1)))
    }
    guard let cursorSequences, isCursorShown != (cursor != nil) else { return }
    isCursorShown = cursor != nil
    output += isCursorShown ? cursorSequences.show : cursorSequences.hide
  }

  /// Clears the screen; returns whether it is as blank as a surface.
  private mutating func clearScreen() -> Bool {
    forget()
    render(looks[.plain])
    output += clear
    return erasesInColor || looks[.plain].background == nil
  }

  private func shown(_ surface: Surface, _ row: Int) -> [ShownCell] {
    surface.withRow(row) {
      ShownCell.row(
        $0.prefix(size.columns), looks: looks, showsUnicode: showsUnicode, width: width)
    }
  }

  private mutating func render(_ wanted: Rendition) {
    output += renditions.sequence(from: rendition, to: wanted)
    rendition = wanted
  }

  /// Moves the cursor; resets the rendition only if the terminal requires that.
  private mutating func move(to target: ScreenPoint) {
    guard position != target else { return }
    if !movesInRendition, rendition != Rendition() { render(Rendition()) }
    output += motion(to: target)
    position = target
  }

  /// Returns the motion to a position: by its column in the same row, otherwise by its address.
  private func motion(to target: ScreenPoint) -> [UInt8] {
    if position?.row == target.row {
      if target.column == 0, let lineStart { return lineStart }
      if let column { return terminfo.expand(column, target.column) }
    }
    return address.map { terminfo.expand($0, target.row, target.column) } ?? []
  }
}

// MARK: Rows

extension TerminalWriter {
  /// Writes the cells of a row that differ from `old`, nil for an unknown row.
  private mutating func write(_ row: Int, _ cells: [ShownCell], over old: [ShownCell]?) {
    let differs = differing(cells, from: old)
    guard let last = differs.lastIndex(of: true) else { return }
    let tail = erasableTail(of: cells)
    var column = 0
    while column <= last {
      guard differs[column] else {
        column += 1
        continue
      }
      let cell = cells[column]
      approach(ScreenPoint(row: row, column: column), cells)
      if !isShown(cell) { render(cell.rendition) }
      if let erasesLine, column >= tail, last - column >= erasesLine.count {
        output += erasesLine
        return
      }
      column = write(cell, at: ScreenPoint(row: row, column: column))
    }
  }

  /// Whether a cell looks right in the current rendition; the text colour of a space does not matter.
  private func isShown(_ cell: ShownCell) -> Bool {
    cell.rendition == rendition
      || cell.isBlank && rendition?.looksBlank(like: cell.rendition) == true
  }

  private func differing(_ cells: [ShownCell], from old: [ShownCell]?) -> [Bool] {
    guard let old else { return Array(repeating: true, count: cells.count) }
    var differs = zip(cells, old).map { !$0.looks(like: $1) }
    // Never write half of a wide character.
    for index in cells.indices.dropFirst() where cells[index].columns == 0 {
      differs[index - 1] = differs[index - 1] || differs[index]
      differs[index] = differs[index - 1]
    }
    // If the terminal uses another width for a cell, the rest of the row has moved.
    if let first = differs.indices.first(where: {
      differs[$0] && (cells[$0].isUncertain || old[$0].isUncertain)
    }) {
      for index in first..<cells.count { differs[index] = true }
    }
    return differs
  }

  /// The first column of the trailing spaces that can be erased.
  private func erasableTail(of cells: [ShownCell]) -> Int {
    guard let blank = cells.last, blank.isBlank,
      blank.rendition.emphasis.isDisjoint(with: [.reverse, .underline]),
      erasesInColor || blank.rendition.background == nil
    else { return cells.count }
    return (cells.lastIndex { !$0.looks(like: blank) } ?? -1) + 1
  }

  /// Moves to a column; rewrites a short gap if the rendition matches.
  private mutating func approach(_ target: ScreenPoint, _ cells: [ShownCell]) {
    if let position, position.row == target.row, (1...4).contains(target.column - position.column) {
      let gap = cells[position.column..<target.column]
      if gap.allSatisfy({ !$0.isUncertain && $0.columns == 1 && isShown($0) }) {
        for cell in gap { cell.append(to: &output) }
        self.position = target
      }
    }
    move(to: target)
  }

  /// Writes a cell at the cursor; returns the column after it.
  private mutating func write(_ cell: ShownCell, at point: ScreenPoint) -> Int {
    let next = point.column + max(1, cell.columns)
    let scrolls = scrollsAtLastCell && point.row == size.rows - 1 && next == size.columns
    if scrolls {
      if cell.columns == 2 {
        output.append(0x20)
        position = ScreenPoint(row: point.row, column: point.column + 1)
      }
      return next
    }
    // A terminal may use fewer columns, and the rest of the row is rewritten anyway. tmux 3.3 needs the line erased: it
    // confuses spaces that are overwritten at once.
    if cell.isUncertain, let erasesLine { output += erasesLine }
    cell.append(to: &output)
    // At the margin, the cursor may already be on the next line.
    position =
      cell.isUncertain || next >= size.columns ? nil : ScreenPoint(row: point.row, column: next)
    return next
  }
}
