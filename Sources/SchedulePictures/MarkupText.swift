import Diagnostics

extension String {
  /// The text as it stands in XML and HTML, between tags and in quoted attributes.
  ///
  /// What acts on a screen, and what neither language allows (C0 controls, noncharacters), is written as
  /// an escape of the kind `\u{1B}`.
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
