package import TerminalScreen

/// Turns pictures into bytes: compares a surface with the one shown, and sends what differs.
///
/// The writer knows what it left the terminal in: the place of the cursor and the rendition. It
/// writes to no descriptor.
package struct TerminalWriter {
  /// The extent of the terminal; what a surface has beyond it is cut.
  package var size: ScreenSize {
    didSet { forget() }
  }

  private let terminfo: Terminfo
  private let renditions: RenditionSequences
  private let motions: CursorMotions
  private var looks: StyleLooks
  private let wantsColor, exactColors: Bool
  private let showsUnicode: Bool
  private let width: (UInt32) -> Int
  /// The rendition in effect and the cursor's place; nil when unknown.
  private var rendition: Rendition?
  private var position: ScreenPoint?
  private var isCursorShown = true
  private var output: [UInt8] = []
  private let clear: [UInt8]
  private let scrollRegion: Terminfo.Format?
  private let cursorSequences: (show: [UInt8], hide: [UInt8])?
  private let erasesLine: [UInt8]?
  /// Whether erased cells have the background in effect.
  private let erasesInColor: Bool
  /// Whether the cursor may move while attributes are in effect.
  private let movesInRendition: Bool
  /// What keeps the last cell of the screen from scrolling it; nil where nothing is needed.
  private let lastCellGuard: (before: [UInt8], after: [UInt8])?
  /// Whether writing into the last cell would scroll the screen.
  private let scrollsAtLastCell: Bool

  /// Prepares to write for a terminal that shows nothing yet.
  ///
  /// `width` is wcwidth(3). A terminal of 256 colours may show exact ones besides, which its description cannot say.
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
    motions = CursorMotions(terminfo)
    looks = StyleLooks(theme: theme, wantsColor: wantsColor, exact: exactColors, renditions)
    clear = terminfo.bytes("clear") ?? []
    scrollRegion = terminfo.format("csr")
    cursorSequences = terminfo.bytes("cnorm").flatMap { show in
      terminfo.bytes("civis").map { (show, $0) }
    }
    erasesLine = terminfo.bytes("el")
    erasesInColor = terminfo.flag("bce")
    movesInRendition = terminfo.flag("msgr")
    scrollsAtLastCell = terminfo.flag("am") && !terminfo.flag("xenl")
    lastCellGuard =
      scrollsAtLastCell
      ? terminfo.bytes("rmam").flatMap { off in terminfo.bytes("smam").map { (off, $0) } } : nil
  }

  /// Draws with another theme; the next frame must begin from nothing.
  package mutating func use(_ theme: Theme) {
    looks = StyleLooks(theme: theme, wantsColor: wantsColor, exact: exactColors, renditions)
  }

  /// Forgets how the terminal was left, since others may have used it.
  package mutating func forget() {
    rendition = nil
    position = nil
  }

  /// The bytes that lead from the picture to its last line, in the terminal's own rendition.
  package mutating func moveToEnd() -> [UInt8] {
    output.removeAll(keepingCapacity: true)
    render(Rendition())
    move(to: ScreenPoint(row: size.rows - 1, column: 0))
    forget()
    isCursorShown = true
    return output
  }

  /// The bytes that make the terminal show `new` instead of `old`, and the cursor at `cursor`, hidden
  /// for nil. With no `old`, or one of another size, everything is painted.
  package mutating func frame(
    from old: Surface?, to new: Surface, cursor: ScreenPoint?
  ) -> [UInt8] {
    output.removeAll(keepingCapacity: true)
    var old = old
    if old?.size != new.size { old = clearScreen() ? Surface(size: new.size) : nil }
    let count = min(size.rows, new.size.rows)
    let first = min(position?.row ?? 0, count)
    for row in [first..<count, 0..<first].joined() {
      if let old, new.columns(ofRow: row, differingFrom: old) == nil { continue }
      write(row, shown(new, row), over: old.map { shown($0, row) })
    }
    place(cursor)
    return output
  }

  /// Puts the terminal's cursor there, or hides it; a hidden cursor stays wherever drawing left it.
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

  /// Clears the screen; returns whether it is as blank as a surface is.
  private mutating func clearScreen() -> Bool {
    forget()
    render(looks[.plain])
    if let scrollRegion { output += terminfo.expand(scrollRegion, 0, size.rows - 1) }
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

  /// Moves the cursor; what is in effect of the rendition stays, where the terminal allows that.
  private mutating func move(to target: ScreenPoint) {
    guard position != target else { return }
    if !movesInRendition, rendition != Rendition() { render(Rendition()) }
    output += motions.shortest(from: position, to: target)
    position = target
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

  /// Whether a cell looks right in the rendition in effect; the colour of a blank's text does not show.
  private func isShown(_ cell: ShownCell) -> Bool {
    cell.rendition == rendition
      || cell.isBlank && rendition?.looksBlank(like: cell.rendition) == true
  }

  private func differing(_ cells: [ShownCell], from old: [ShownCell]?) -> [Bool] {
    guard let old else { return Array(repeating: true, count: cells.count) }
    var differs = zip(cells, old).map { !$0.looks(like: $1) }
    // Half of a wide character is never written.
    for index in cells.indices.dropFirst() where cells[index].columns == 0 {
      differs[index - 1] = differs[index - 1] || differs[index]
      differs[index] = differs[index - 1]
    }
    // A terminal that takes another number of columns for a cell has moved all that follows.
    if let first = differs.indices.first(where: {
      differs[$0] && (cells[$0].isUncertain || old[$0].isUncertain)
    }) {
      for index in first..<cells.count { differs[index] = true }
    }
    return differs
  }

  /// The first column of the blanks at the end that erasing can make.
  private func erasableTail(of cells: [ShownCell]) -> Int {
    guard let blank = cells.last, blank.isBlank,
      blank.rendition.emphasis.isDisjoint(with: [.reverse, .underline]),
      erasesInColor || blank.rendition.background == nil
    else { return cells.count }
    return (cells.lastIndex { !$0.looks(like: blank) } ?? -1) + 1
  }

  /// Goes to a column; a short gap in the rendition in effect is written again.
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

  /// Writes a cell where the cursor is; returns the column after it.
  private mutating func write(_ cell: ShownCell, at point: ScreenPoint) -> Int {
    let next = point.column + max(1, cell.columns)
    let scrolls = scrollsAtLastCell && point.row == size.rows - 1 && next == size.columns
    if scrolls, lastCellGuard == nil {
      // Better a blank than a screen that moved.
      if cell.columns == 2 {
        output.append(0x20)
        position = ScreenPoint(row: point.row, column: point.column + 1)
      }
      return next
    }
    // A terminal may take fewer columns for it, and the rest of the row is written anyway. tmux 3.3 mixes up blanks
    // that are written over at once.
    if cell.isUncertain, let erasesLine { output += erasesLine }
    if scrolls, let lastCellGuard { output += lastCellGuard.before }
    cell.append(to: &output)
    if scrolls, let lastCellGuard { output += lastCellGuard.after }
    // At the margin the cursor may be on the next line already.
    position =
      cell.isUncertain || next >= size.columns ? nil : ScreenPoint(row: point.row, column: next)
    return next
  }
}
