extension Terminfo {
  /// The number of colours of a terminal type; nil if the type is unknown.
  package static func colorCount(ofType type: String) -> Int? {
    guard let terminfo = try? Terminfo(type: type, output: -1) else { return nil }
    return terminfo.number("colors") ?? 0
  }
}
