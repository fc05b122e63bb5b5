extension Diagnostic {
  /// The finding on one line: `home.json:14:39: error[SP301] … (tag 4)`.
  package var line: String {
    var text = file.printable
    if let location { text += ":\(location.line):\(location.column)" }
    text += ": \(severity.name)" + (code.map { "[\($0)]" } ?? ":")
    text += " \(message)"
    if let tag { text += " (tag \(tag))" }
    return text
  }

  /// The source line of the finding and a caret below the place, each on a line of its own.
  ///
  /// A long line is cut around the place, so that the result is at most `width` columns wide.
  /// Control characters are shown as `?` and tabs as blanks, so that the caret stands right.
  package func excerpt(of source: inout SourceText, width: Int = 78) -> String? {
    guard let location else { return nil }
    // One more than is shown tells whether that is the whole line.
    let (before, after) = source.characters(around: location.offset, most: width + 1)
    guard !before.isEmpty || !after.isEmpty else { return nil }
    let isWhole = before.count + after.count <= width
    let kept =
      isWhole ? before.count : min(before.count, max(width / 2, width - after.count))
    var shown = String.UnicodeScalarView()
    for scalar in before.suffix(kept) + after.prefix(width - kept) {
      shown.append(scalar == "\t" ? " " : scalar.isControl ? "?" : scalar)
    }
    return "  \(String(shown))\n  \(String(repeating: " ", count: kept))^"
  }
}
