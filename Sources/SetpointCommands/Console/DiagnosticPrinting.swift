import Diagnostics

extension Console {
  /// Writes findings as text; on a terminal each with its source line, a caret and colour.
  static func report(_ diagnostics: [Diagnostic], in bytes: [UInt8]?, to stream: Stream) {
    let colored = showsColor(stream)
    let withExcerpt = isTerminal(stream)
    var source = SourceText(bytes ?? [])
    var text = ""
    for diagnostic in diagnostics {
      text += (colored ? diagnostic.coloredLine : diagnostic.line) + "\n"
      if withExcerpt, bytes != nil, let excerpt = diagnostic.excerpt(of: &source) {
        text += excerpt + "\n"
      }
    }
    write(text, to: stream)
  }
}

extension Diagnostic {
  /// The finding on one line, its severity in colour (SGR 31 red, 33 yellow, 36 cyan).
  fileprivate var coloredLine: String {
    let color =
      switch severity {
      case .error: "31"
      case .warning: "33"
      case .info: "36"
      }
    let plain = line
    let word = ": \(severity.name)"
    guard let range = plain.firstRange(of: word) else { return plain }
    return plain[..<range.lowerBound] + ": \u{1B}[1;\(color)m\(severity.name)\u{1B}[0m"
      + plain[range.upperBound...]
  }
}
