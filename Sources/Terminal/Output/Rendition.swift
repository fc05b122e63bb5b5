import TerminalScreen

/// How a terminal shows the characters that it is sent: attributes and two of its colours.
struct Rendition: Hashable {
  var emphasis: Emphasis = []
  /// The number of the colour, nil for the terminal's own.
  var foreground: Int?
  var background: Int?

  /// Whether a blank looks the same in both.
  func looksBlank(like other: Rendition) -> Bool {
    let visible: Emphasis = [.reverse, .underline]
    return background == other.background
      && emphasis.intersection(visible) == other.emphasis.intersection(visible)
      && (!emphasis.contains(.reverse)
        || (foreground == other.foreground && emphasis == other.emphasis))
  }
}

/// The sequences that bring a terminal from one rendition to another.
struct RenditionSequences {
  /// How many colours there are, 0 for none.
  let colorCount: Int
  /// Whether the terminal has colours of its own that can be gone back to.
  let hasOwnColors: Bool
  /// The attributes that a coloured character cannot have.
  let excludedByColor: Emphasis
  /// The attributes that there are.
  let available: Emphasis

  private let terminfo: Terminfo
  private let reset: [UInt8]
  /// The same, and back to the character set of ASCII.
  private let wholeReset: [UInt8]
  private let attributes: [(Emphasis, [UInt8])]
  /// What ends underlining and nothing else.
  private let underlineEnd: [UInt8]?
  private let foreground, background: Terminfo.Format?
  private let known = Memo<Change, [UInt8]>()

  private struct Change: Hashable {
    let old: Rendition?
    let new: Rendition
  }

  /// Reads them out of a description.
  init(_ terminfo: Terminfo) {
    self.terminfo = terminfo
    attributes = [
      (.bold, ["bold"]), (.dim, ["dim"]), (.underline, ["smul"]), (.reverse, ["rev", "smso"]),
    ].compactMap { emphasis, names in
      names.lazy.compactMap(terminfo.bytes).first.map { (emphasis, $0) }
    }
    // Older terminals end everything with it.
    underlineEnd = terminfo.bytes("rmul").flatMap {
      Self.parameters(of: $0) == Array("24".utf8) ? $0 : nil
    }
    available = attributes.reduce(into: []) { $0.formUnion($1.0) }
    foreground = terminfo.format("setaf")
    background = terminfo.format("setab")
    let count = foreground == nil || background == nil ? 0 : terminfo.number("colors") ?? 0
    colorCount = count >= 8 ? count : 0
    hasOwnColors = terminfo.bytes("op") != nil
    // The bits of terminfo(5), no_color_video.
    let excluded = terminfo.number("ncv") ?? 0
    excludedByColor = [(2, Emphasis.underline), (4, .reverse), (16, .dim), (32, .bold)]
      .reduce(into: []) { if excluded & $1.0 != 0 { $0.formUnion($1.1) } }
    let sgr0 = terminfo.bytes("sgr0") ?? ["rmul", "rmso"].compactMap(terminfo.bytes).flatMap { $0 }
    let short = Self.withoutCharacterSet(sgr0)
    // A reset of ECMA-48 ends colours as well.
    let endsColors = Self.parameters(of: short).map { $0.isEmpty || $0.starts(with: [0x30, 0x3B]) }
    let own = colorCount == 0 || endsColors == true ? [] : terminfo.bytes("op") ?? []
    reset = Self.merged([short, own])
    wholeReset = sgr0 + own
  }

  /// What brings the terminal from `old`, nil for an unknown one, to `new`.
  func sequence(from old: Rendition?, to new: Rendition) -> [UInt8] {
    guard old != new else { return [] }
    return known.value(for: Change(old: old, new: new)) { change(from: old, to: new) }
  }

  private func change(from old: Rendition?, to new: Rendition) -> [UInt8] {
    guard let old else {
      return wholeReset + sequence(from: Rendition(), to: new)
    }
    let loses =
      !old.emphasis.isSubset(of: new.emphasis) || (old.foreground != nil && new.foreground == nil)
      || (old.background != nil && new.background == nil)
    if loses, old.emphasis.contains(.underline), let underlineEnd {
      var other = old
      other.emphasis.remove(.underline)
      let parts = [underlineEnd, sequence(from: other, to: new)]
      let way = Self.merged(parts)
      let whole = Self.merged([reset, sequence(from: Rendition(), to: new)])
      return way.count < whole.count ? way : whole
    }
    let start = loses ? Rendition() : old
    var parts = loses ? [reset] : []
    for (emphasis, bytes) in attributes
    where new.emphasis.contains(emphasis) && !start.emphasis.contains(emphasis) {
      parts.append(bytes)
    }
    if let color = new.foreground, color != start.foreground, let foreground {
      parts.append(terminfo.expand(foreground, color))
    }
    if let color = new.background, color != start.background, let background {
      parts.append(terminfo.expand(background, color))
    }
    return Self.merged(parts)
  }

  /// Several sequences as one, where each is an SGR of ECMA-48 (8.3.117).
  private static func merged(_ parts: [[UInt8]]) -> [UInt8] {
    let parts = parts.filter { !$0.isEmpty }
    let parameters = parts.compactMap(parameters)
    guard parts.count > 1, parameters.count == parts.count else { return Array(parts.joined()) }
    return Array("\u{1B}[".utf8) + parameters.joined(separator: [UInt8(ascii: ";")])
      + [UInt8(ascii: "m")]
  }

  /// The parameters of an SGR, none for `0`, which an empty one stands for; nil for another sequence.
  private static func parameters(of bytes: [UInt8]) -> [UInt8]? {
    guard bytes.starts(with: [0x1B, UInt8(ascii: "[")]), bytes.last == UInt8(ascii: "m") else {
      return nil
    }
    let parameters = Array(bytes[2..<(bytes.count - 1)])
    guard parameters.allSatisfy({ (0x30...0x3B).contains($0) }) else { return nil }
    return parameters == [0x30] ? [] : parameters
  }

  /// A reset without its return to ASCII, which nothing here ever leaves.
  private static func withoutCharacterSet(_ reset: [UInt8]) -> [UInt8] {
    var rest = reset[...]
    for ending in ["\u{1B}(B", "\u{F}"] {
      if rest.starts(with: ending.utf8) { rest = rest.dropFirst(ending.utf8.count) }
      if rest.suffix(ending.utf8.count).elementsEqual(ending.utf8) {
        rest = rest.dropLast(ending.utf8.count)
      }
    }
    let short = Array(rest)
    return short == Array("\u{1B}[0m".utf8) ? Array("\u{1B}[m".utf8) : short
  }
}
