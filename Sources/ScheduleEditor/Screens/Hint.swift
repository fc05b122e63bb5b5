import TwoWayTable

/// Keys and their current effect.
struct Hint: Hashable {
  /// The names of the keys, as displayed.
  let keys: String
  /// Their effect, in a word or two.
  let words: String
  /// The key that a click presses; nil if there are several.
  let key: Key?

  /// Creates a hint; several keys are separated by spaces.
  init(_ keys: String, _ words: String) {
    self.keys = keys
    self.words = words
    key = Key(name: keys)
  }

  fileprivate var columns: Int { keys.terminalColumns + 1 + words.terminalColumns }
}

/// The hints of a state: the first ones are shown as far as they fit, the last ones always.
struct Hints: Hashable {
  var first: [Hint] = []
  var last: [Hint]

  /// Places hints in a bar, each in its columns; the way out is visible even on the narrowest one.
  func placed(in columns: Int) -> [(hint: Hint, columns: Range<Int>)] {
    let gap = 2
    let end = last.reduce(0) { $0 + gap + $1.columns }
    var fitting: [Hint] = []
    var free = columns - 1 - end + (last.isEmpty ? gap : 0)
    for hint in first {
      guard free >= hint.columns + gap else { break }
      free -= hint.columns + gap
      fitting.append(hint)
    }
    var place = 1
    return (fitting + (free < 0 ? Array(last.prefix(1)) : last)).map { hint in
      defer { place += hint.columns + gap }
      return (hint, place..<(place + hint.columns))
    }
  }
}

extension Surface {
  /// Draws the bar at the bottom, with emphasized keys.
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
