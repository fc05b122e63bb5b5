import Diagnostics

extension TextLine {
  /// Pasted text as data for one line: line ends and tabs become blanks, one for CRLF; the blanks at
  /// the end and all other control characters are left out.
  public static func pasted(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    var previous: Unicode.Scalar?
    for scalar in text.unicodeScalars {
      defer { previous = scalar }
      switch scalar {
      case "\n" where previous == "\r": continue
      case "\n", "\r", "\t", "\u{2028}", "\u{2029}": result.append(" ")
      default: if !scalar.isControl { result.append(scalar) }
      }
    }
    while result.last == " " { result.removeLast() }
    return String(result)
  }
}

extension String {
  /// The text without the blanks around it.
  package var trimmed: String {
    var scalars = unicodeScalars[...]
    while scalars.first == " " { scalars.removeFirst() }
    while scalars.last == " " { scalars.removeLast() }
    return String(scalars)
  }
}
