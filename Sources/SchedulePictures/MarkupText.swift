import Diagnostics

extension String {
  /// The text escaped for XML and HTML, for content and quoted attributes.
  ///
  /// Control characters and noncharacters are written as `\u{1B}`.
  var markup: String {
    var result = ""
    for scalar in printable.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      case _ where scalar.properties.isNoncharacterCodePoint:
        result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
