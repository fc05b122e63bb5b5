import Diagnostics

extension TextLine {
  /// The most characters of a line after pasting, which bounds the cost per key.
  public static let longestPaste = 10_000

  /// Inserts pasted text at the cursor as one line; returns whether all of it fit.
  @discardableResult
  public mutating func paste(_ text: String) -> Bool {
    let scalars = Self.pasted(text).unicodeScalars
    let room = max(0, Self.longestPaste - count)
    insert(scalars.prefix(room))
    return scalars.count <= room
  }

  /// Converts pasted text to one line: line ends (CRLF as one) and tabs become spaces; trailing spaces and other
  /// control characters are removed.
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
  /// The text without surrounding spaces.
  package var trimmed: String {
    var scalars = unicodeScalars[...]
    while scalars.first == " " { scalars.removeFirst() }
    while scalars.last == " " { scalars.removeLast() }
    return String(scalars)
  }
}
