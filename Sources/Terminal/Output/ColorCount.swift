extension Terminfo {
  /// How many colours a terminal of that type has, as its description says; nil where there is none.
  package static func colorCount(ofType type: String) -> Int? {
    guard let terminfo = try? Terminfo(type: type, output: -1) else { return nil }
    return terminfo.number("colors") ?? 0
  }
}
