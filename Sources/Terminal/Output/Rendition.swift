package import TerminalScreen

/// Attributes and colours of characters on a terminal.
package struct Rendition: Hashable, Sendable {
  /// The attributes.
  package var emphasis: Emphasis = []
  /// The number of the colour; nil for the terminal's default. From `exact` on, an RGB colour.
  var foreground, background: Int?

  package init() {}

  /// Added to 0xRRGGBB to distinguish it from palette numbers.
  static let exact = 1 << 24

  /// Whether a space looks the same in both.
  func looksBlank(like other: Rendition) -> Bool {
    let visible: Emphasis = [.reverse, .underline]
    return background == other.background
      && emphasis.intersection(visible) == other.emphasis.intersection(visible)
      && (!emphasis.contains(.reverse)
        || (foreground == other.foreground && emphasis == other.emphasis))
  }
}

/// The sequences that switch between renditions.
struct RenditionSequences {
  /// The number of colours; 0 for none.
  let colorCount: Int
  /// Whether the terminal can return to its default colours.
  let hasOwnColors: Bool
  /// The attributes that cannot be combined with colours.
  let excludedByColor: Emphasis
  /// The supported attributes.
  let available: Emphasis

  private let terminfo: Terminfo
  /// The sequence that resets all, and the one for an unknown state.
  private let reset, wholeReset: [UInt8]
  private let attributes: [(emphasis: Emphasis, bytes: [UInt8])]
  private let foreground, background: Terminfo.Format?
  /// The sequences that end one attribute and keep the colours (ECMA-48, 8.3.117); empty if terminfo has none of them.
  private let ends: [(emphasis: Emphasis, bytes: [UInt8])]

  /// Reads the sequences from a description.
  init(_ terminfo: Terminfo) {
    self.terminfo = terminfo
    attributes = [
      (.bold, ["bold"]), (.dim, ["dim"]), (.underline, ["smul"]), (.reverse, ["rev", "smso"]),
    ].compactMap { emphasis, names in
      names.lazy.compactMap(terminfo.bytes).first.map { (emphasis, $0) }
    }
    available = attributes.reduce(into: []) { $0.formUnion($1.emphasis) }
    let endsOne = terminfo.bytes("rmul") == Array("\u{1B}[24m".utf8)
    ends =
      endsOne
      ? [([.bold, .dim], "22"), (.underline, "24"), (.reverse, "27")].map { emphasis, number in
        (emphasis, Array("\u{1B}[\(number)m".utf8))
      } : []
    foreground = terminfo.format("setaf")
    background = terminfo.format("setab")
    let count = foreground == nil || background == nil ? 0 : terminfo.number("colors") ?? 0
    colorCount = count >= 8 ? count : 0
    hasOwnColors = terminfo.bytes("op") != nil
    // The bits of no_color_video in terminfo(5).
    let excluded = terminfo.number("ncv") ?? 0
    excludedByColor = [(2, Emphasis.underline), (4, .reverse), (16, .dim), (32, .bold)]
      .reduce(into: []) { if excluded & $1.0 != 0 { $0.formUnion($1.1) } }
    let sgr0 = terminfo.bytes("sgr0") ?? ["rmul", "rmso"].compactMap(terminfo.bytes).flatMap { $0 }
    // Most also select ASCII, which we never leave. A reset of ECMA-48 resets colours as well.
    if let escape = sgr0.firstRange(of: [0x1B, UInt8(ascii: "[")])?.lowerBound,
      let end = sgr0[escape...].firstIndex(of: UInt8(ascii: "m")),
      let parameters = Self.parameters(of: Array(sgr0[escape...end])),
      parameters.isEmpty || parameters.starts(with: [0x30, 0x3B])
    {
      reset = Array("\u{1B}[m".utf8)
      wholeReset = sgr0
    } else {
      reset = sgr0 + (terminfo.bytes("op") ?? [])
      wholeReset = reset
    }
  }

  /// Returns the bytes that switch from `old` (nil if unknown) to `new`.
  func sequence(from old: Rendition?, to new: Rendition) -> [UInt8] {
    guard old != new else { return [] }
    guard var start = old else { return wholeReset + sequence(from: Rendition(), to: new) }
    var parts: [[UInt8]] = []
    let keepsColor =
      new.foreground != nil && new.foreground == start.foreground
      || new.background != nil && new.background == start.background
    if keepsColor, new.foreground != nil, new.background != nil {
      for (emphasis, bytes) in ends
      where !start.emphasis.intersection(emphasis).isSubset(of: new.emphasis) {
        parts.append(bytes)
        start.emphasis.subtract(emphasis)
      }
    }
    if !start.emphasis.isSubset(of: new.emphasis)
      || (start.foreground != nil && new.foreground == nil)
      || (start.background != nil && new.background == nil)
    {
      parts = [reset]
      start = Rendition()
    }
    for (emphasis, bytes) in attributes
    where new.emphasis.contains(emphasis) && !start.emphasis.contains(emphasis) {
      parts.append(bytes)
    }
    if let color = new.foreground, color != start.foreground {
      parts.append(sequence(color, foreground, base: 38))
    }
    if let color = new.background, color != start.background {
      parts.append(sequence(color, background, base: 48))
    }
    return Self.merged(parts)
  }

  private func sequence(_ color: Int, _ format: Terminfo.Format?, base: Int) -> [UInt8] {
    guard color >= Rendition.exact else { return format.map { terminfo.expand($0, color) } ?? [] }
    let components = [color >> 16 & 255, color >> 8 & 255, color & 255].map(String.init)
    return Array("\u{1B}[\(base);2;\(components.joined(separator: ";"))m".utf8)
  }

  /// Merges several sequences if each is an SGR of ECMA-48 (8.3.117).
  private static func merged(_ parts: [[UInt8]]) -> [UInt8] {
    let parameters = parts.compactMap(parameters)
    guard parts.count > 1, parameters.count == parts.count else { return Array(parts.joined()) }
    return Array("\u{1B}[".utf8) + parameters.joined(separator: [UInt8(ascii: ";")])
      + [UInt8(ascii: "m")]
  }

  /// The parameters of an SGR, none for `0`, the default; nil for another sequence.
  private static func parameters(of bytes: [UInt8]) -> [UInt8]? {
    guard bytes.starts(with: [0x1B, UInt8(ascii: "[")]), bytes.last == UInt8(ascii: "m") else {
      return nil
    }
    let parameters = Array(bytes[2..<(bytes.count - 1)])
    guard parameters.allSatisfy({ (0x30...0x3B).contains($0) }) else { return nil }
    return parameters == [0x30] ? [] : parameters
  }
}
