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
    let scalars = String(decoding: source.line(at: location.offset), as: UTF8.self).unicodeScalars
      .map { $0 == "\t" ? " " : $0.isControl ? "?" : $0 }
    guard !scalars.isEmpty else { return nil }
    let column = min(location.column - 1, scalars.count)
    let first = scalars.count <= width ? 0 : max(0, min(column - width / 2, scalars.count - width))
    var shown = String.UnicodeScalarView()
    shown.append(contentsOf: scalars[first..<min(scalars.count, first + width)])
    return "  \(String(shown))\n  \(String(repeating: " ", count: column - first))^"
  }
}
