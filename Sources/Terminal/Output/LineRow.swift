import Diagnostics
package import TerminalScreen

/// The row of a terminal on which a line is typed.
///
/// It is drawn with what every terminal has and a screen reader follows: characters, steps back and
/// blanks, and only from where it differs. A line that is too long for the row is shown in part, which
/// moves by half a row, so that typing at its end does not write it anew with every key.
package struct LineRow {
  private let showsUnicode: Bool
  /// What stands in the row behind the prompt, and before which of it the cursor is.
  private var shown: [Unicode.Scalar] = []
  private var cursor = 0
  /// The first scalar of the line that is in the row.
  private var first = 0

  /// An empty row.
  package init(showsUnicode: Bool) {
    self.showsUnicode = showsUnicode
  }

  /// What shows `line`, in so many columns behind the prompt.
  package mutating func show(_ line: TextLine, columns: Int) -> [UInt8] {
    let scalars = line.text.unicodeScalars.map(drawn)
    let room = max(2, columns)
    scroll(scalars, to: line.cursor, room: room)
    var new: [Unicode.Scalar] = []
    var free = room
    for scalar in scalars[first...] {
      free -= scalar.terminalColumns
      if free < 0 { break }
      new.append(scalar)
    }
    return replace(by: new, cursor: line.cursor - first)
  }

  /// What brings the cursor behind the text, for what is written next.
  package mutating func leave() -> [UInt8] { replace(by: shown, cursor: shown.count) }

  /// Brings the cursor into the part of the line that is shown.
  private mutating func scroll(_ scalars: [Unicode.Scalar], to cursor: Int, room: Int) {
    if first > 0, scalars.count <= room, Self.columns(scalars[...]) <= room { first = 0 }
    if first <= cursor, cursor - first <= 4 * room, Self.columns(scalars[first..<cursor]) <= room {
      return
    }
    first = cursor
    var before = 0
    while first > 0, before + scalars[first - 1].terminalColumns <= room / 2 {
      first -= 1
      before += scalars[first].terminalColumns
    }
    // A mark would be put onto the prompt.
    while first < cursor, scalars[first].terminalColumns == 0 { first += 1 }
  }

  private mutating func replace(by new: [Unicode.Scalar], cursor place: Int) -> [UInt8] {
    var same = zip(shown, new).prefix { $0 == $1 }.count
    let isMark = { (scalars: [Unicode.Scalar], place: Int) in
      place < scalars.count && scalars[place].terminalColumns == 0
    }
    // A mark that comes or goes is one with what stands before it.
    while same > 0, isMark(new, same) || isMark(shown, same) { same -= 1 }
    var bytes: [UInt8] = []
    var at = cursor
    if same < shown.count || same < new.count {
      bytes += Self.move(from: at, to: same, in: shown) + Self.text(new[same...])
      let rest = Self.columns(shown[...]) - Self.columns(new[...])
      if rest > 0 {
        bytes += [UInt8](repeating: UInt8(ascii: " "), count: rest) + Self.back(rest)
      }
      at = new.count
    }
    bytes += Self.move(from: at, to: place, in: new)
    (shown, cursor) = (new, place)
    return bytes
  }

  /// Steps back, or the characters between again: a mark with what it stands on, or it would stand there
  /// twice.
  private static func move(from: Int, to: Int, in scalars: [Unicode.Scalar]) -> [UInt8] {
    guard to > from else { return back(columns(scalars[to..<from])) }
    var start = from
    while start > 0, scalars[start].terminalColumns == 0 { start -= 1 }
    return back(columns(scalars[start..<from])) + text(scalars[start..<to])
  }

  private static func back(_ columns: Int) -> [UInt8] { [UInt8](repeating: 8, count: columns) }

  private static func text(_ scalars: ArraySlice<Unicode.Scalar>) -> [UInt8] {
    scalars.flatMap { Array(String($0).utf8) }
  }

  private static func columns(_ scalars: ArraySlice<Unicode.Scalar>) -> Int {
    scalars.reduce(0) { $0 + $1.terminalColumns }
  }

  /// A scalar as the terminal gets it: one that it cannot show, or that acts on it, is a question mark.
  private func drawn(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    scalar.isControl || !showsUnicode && !scalar.isASCII ? "?" : scalar
  }
}
