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

  let terminfo: Terminfo
  let renditions: RenditionSequences
  let motions: CursorMotions
  var looks: StyleLooks
  private let wantsColor: Bool
  private let showsUnicode: Bool
  private let width: (UInt32) -> Int
  /// The rendition in effect and the cursor's place; nil when unknown.
  var rendition: Rendition?
  var position: ScreenPoint?
  private var isCursorShown = true
  var output: [UInt8] = []
  private let clear: [UInt8]
  private let scrollRegion: Terminfo.Format?
  private let cursorSequences: (show: [UInt8], hide: [UInt8])?
  let erasesLine: [UInt8]?
  let erasesCharacters: Terminfo.Format?
  let deletesCharacters: Terminfo.Format?
  /// Whether erased cells have the background in effect.
  let erasesInColor: Bool
  /// Whether the cursor may move while attributes are in effect.
  let movesInRendition: Bool
  /// What keeps the last cell of the screen from scrolling it; nil where nothing is needed.
  let lastCellGuard: (before: [UInt8], behind: [UInt8])?
  /// More bytes than what a key changes takes.
  private static let usualFrame = 512
  /// Whether writing into the last cell would scroll the screen.
  let scrollsAtLastCell: Bool

  /// Prepares to write for a terminal that shows nothing yet.
  ///
  /// `width` is wcwidth(3).
  package init(
    _ terminfo: Terminfo, theme: Theme, wantsColor: Bool = true, showsUnicode: Bool,
    size: ScreenSize, width: @escaping (UInt32) -> Int
  ) {
    self.terminfo = terminfo
    self.size = size
    self.wantsColor = wantsColor
    self.showsUnicode = showsUnicode
    self.width = width
    renditions = RenditionSequences(terminfo)
    motions = CursorMotions(terminfo)
    looks = StyleLooks(theme: theme, wantsColor: wantsColor, renditions)
    clear = terminfo.bytes("clear") ?? []
    scrollRegion = terminfo.format("csr")
    cursorSequences = terminfo.bytes("cnorm").flatMap { show in
      terminfo.bytes("civis").map { (show, $0) }
    }
    erasesLine = terminfo.bytes("el")
    erasesCharacters = terminfo.format("ech")
    deletesCharacters = terminfo.format("dch")
    erasesInColor = terminfo.flag("bce")
    movesInRendition = terminfo.flag("msgr")
    scrollsAtLastCell = terminfo.flag("am") && !terminfo.flag("xenl")
    lastCellGuard =
      scrollsAtLastCell
      ? terminfo.bytes("rmam").flatMap { off in terminfo.bytes("smam").map { (off, $0) } } : nil
  }

  /// Draws with another theme; the next frame must begin from nothing.
  package mutating func use(_ theme: Theme) {
    looks = StyleLooks(theme: theme, wantsColor: wantsColor, renditions)
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
    if old?.size != new.size {
      let isBlank = clearScreen()
      old = isBlank ? Surface(size: new.size) : nil
    }
    guard let old else {
      for row in 0..<min(size.rows, new.size.rows) {
        let cells = shown(new, row)
        write(row, cells, over: nil, where: differs(cells, over: nil, in: cells.indices))
      }
      place(cursor)
      return output
    }
    let parts = parts(from: old, to: new)
    guard let (order, gain) = shortest(parts, endingAt: cursor) else {
      draw(parts, cursor)
      return output
    }
    // A small gain may be lost again: what is between two pieces can be shorter to write than to pass.
    var other = self
    draw(order, cursor)
    if gain < 4 {
      other.draw(parts, cursor)
      if other.output.count < output.count { self = other }
    }
    return output
  }

  private mutating func draw(_ parts: [Part], _ cursor: ScreenPoint?) {
    // Room of its own: that of a copy is not free, and would be made anew piece by piece.
    output.reserveCapacity(Self.usualFrame)
    for part in parts { write(part) }
    place(cursor)
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

  /// Brings the terminal to a rendition.
  mutating func render(_ wanted: Rendition) {
    output += renditions.sequence(from: rendition, to: wanted)
    rendition = wanted
  }

  /// Moves the cursor; what is in effect of the rendition stays, where the terminal allows that.
  mutating func move(to target: ScreenPoint) {
    guard position != target else { return }
    move(to: target, by: motions.shortest(from: position, to: target))
  }

  /// Moves the cursor on a way that was looked for before.
  mutating func move(to target: ScreenPoint, by way: [UInt8]) {
    if !movesInRendition, rendition != Rendition() { render(Rendition()) }
    output += way
    position = target
  }

  func shown(_ surface: Surface, _ row: Int) -> ShownRow {
    surface.withRow(row) {
      ShownRow(
        cells: $0.prefix(size.columns), looks: looks, showsUnicode: showsUnicode, width: width)
    }
  }
}
