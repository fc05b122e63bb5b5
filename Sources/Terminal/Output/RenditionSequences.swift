import TerminalScreen

/// The sequences that switch between renditions: SGR of ECMA-48 (8.3.117), which every terminal with attributes in use
/// understands.
struct RenditionSequences {
  /// The number of colours; 0 for none.
  let colorCount: Int
  /// The attributes that cannot be combined with colours.
  let excludedByColor: Emphasis
  /// The supported attributes.
  let available: Emphasis
  /// The sequence that resets an unknown state.
  private let reset: [UInt8]
  /// Whether one attribute can be ended; a VT100 only resets all.
  private let endsOne: Bool

  /// Reads the abilities from a description.
  init(_ terminfo: Terminfo) {
    let names = [("bold", 1), ("dim", 2), ("smul", 4), ("rev", 7), ("smso", 7)]
    let known = names.filter { terminfo.bytes($0) == Array("\u{1B}[\($1)m".utf8) }.map(\.1)
    available = Rendition.attributes.reduce(into: []) {
      if known.contains($1.number) { $0.formUnion($1.emphasis) }
    }
    reset = terminfo.bytes("sgr0") ?? []
    endsOne = terminfo.bytes("rmul") == Array("\u{1B}[24m".utf8)
    let count = terminfo.bytes("setaf") == nil ? 0 : terminfo.number("colors") ?? 0
    colorCount = count >= 8 ? count : 0
    // The bits of no_color_video in terminfo(5).
    let excluded = terminfo.number("ncv") ?? 0
    excludedByColor = [(2, Emphasis.underline), (4, .reverse), (16, .dim), (32, .bold)]
      .reduce(into: []) { if excluded & $1.0 != 0 { $0.formUnion($1.1) } }
  }

  /// Returns the shortest bytes that switch from `old` (nil if unknown) to `new`.
  func sequence(from old: Rendition?, to new: Rendition) -> [UInt8] {
    guard old != new else { return [] }
    guard let old else { return reset + sequence(from: Rendition(), to: new) }
    let ends =
      !old.emphasis.isSubset(of: new.emphasis) || old.foreground != nil && new.foreground == nil
      || old.background != nil && new.background == nil
    let change = new.parameters(from: old).joined(separator: ";")
    // No number resets all.
    let anew = ([""] + new.parameters()).joined(separator: ";")
    let shortest = ends && (!endsOne || anew.utf8.count < change.utf8.count) ? anew : change
    return Array("\u{1B}[\(shortest)m".utf8)
  }
}
