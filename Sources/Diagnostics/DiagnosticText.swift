extension Diagnostic {
  /// The finding on one line: `home.json:14:39: error[SP301] … (tag 4)`.
  package var summary: String { summary(showing: severity.name) }

  /// The same line, with `word` for the severity.
  package func summary(showing word: String) -> String {
    var text = file.fileTitle.printable
    if let location { text += ":\(location.line):\(location.column)" }
    text += ": \(word)" + (code.map { "[\($0)]" } ?? ":")
    text += " \(message)"
    if let tag { text += " (tag \(tag))" }
    return text
  }

  /// Returns the source line of the finding and a line with a caret.
  ///
  /// A long line is cut around the caret to at most `width` columns. Control characters are shown as `?` and tabs as
  /// spaces, so that the caret is aligned.
  package func excerpt(of source: SourceText, width: Int = 78) -> String? {
    guard let location else { return nil }
    // A character has at most four bytes.
    let line = source.line(around: location.offset, upTo: 4 * width)
    let (before, after) = (Self.shown(line.before), Self.shown(line.after))
    guard !before.isEmpty || !after.isEmpty else { return nil }
    let left = before.suffix(max(width / 2, width - after.count))
    let shown = String(String.UnicodeScalarView(left + after.prefix(width - left.count)))
    return "  \(shown)\n  \(String(repeating: " ", count: left.count))^"
  }

  private static func shown(_ bytes: ArraySlice<UInt8>) -> [Unicode.Scalar] {
    String(decoding: bytes, as: UTF8.self).unicodeScalars
      .map { $0 == "\t" ? " " : $0.isControl ? "?" : $0 }
  }
}

extension String {
  /// The file name at the start of a message; an empty name, such as of an unset variable, is shown as "".
  package var fileTitle: String { isEmpty ? "\"\"" : self }
}
