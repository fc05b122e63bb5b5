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
}

extension String {
  /// The file name at the start of a message; an empty name, such as of an unset variable, is shown as "".
  package var fileTitle: String { isEmpty ? "\"\"" : self }
}
