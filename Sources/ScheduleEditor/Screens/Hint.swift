import TwoWayTable

/// Keys, and what they do now.
struct Hint: Hashable {
  /// The names of the keys, as they are drawn.
  let keys: String
  /// What they do, in a word or two.
  let words: String
  /// The key that a click presses; nil where there are several.
  let key: Key?

  /// Names keys, with blanks between several of them.
  init(_ keys: String, _ words: String) {
    self.keys = keys
    self.words = words
    key = Key(name: keys)
  }

  fileprivate var columns: Int { keys.terminalColumns + 1 + words.terminalColumns }
}

/// The hints of a state: as many of the first as there is room for, and all of the last.
struct Hints: Hashable {
  var first: [Hint] = []
  var last: [Hint]

  /// A hint on a bar, and the columns that it takes.
  struct Placed: Hashable {
    let hint: Hint
    let columns: Range<Int>
  }

  /// Fits the hints into a bar of so many columns, the way out in sight on the narrowest one.
  func placed(in columns: Int) -> [Placed] {
    let gap = 2
    let end = last.reduce(0) { $0 + gap + $1.columns }
    var fitting: [Hint] = []
    var free = columns - 1 - end
    for hint in first {
      guard free >= hint.columns + gap else { break }
      free -= hint.columns + gap
      fitting.append(hint)
    }
    var place = 1
    return (fitting + (free < 0 ? Array(last.prefix(1)) : last)).map { hint in
      defer { place += hint.columns + gap }
      return Placed(hint: hint, columns: place..<(place + hint.columns))
    }
  }
}

extension Surface {
  /// Draws the bar at the bottom: keys stand out, their words do not.
  mutating func draw(_ hints: Hints, row: Int, _ glyphs: Glyphs) {
    clear(row: row, columns: 0..<size.columns, style: Style(.plain, .raised))
    for placed in hints.placed(in: size.columns) {
      let start = ScreenPoint(row: row, column: placed.columns.lowerBound)
      let end = write(placed.hint.keys, at: start, style: Style(.accent, .raised))
      write(
        glyphs.fit(glyphs.plain(placed.hint.words), max(0, size.columns - end - 1)),
        at: ScreenPoint(row: row, column: end + 1), style: Style(.faint, .raised))
    }
  }
}
