import Diagnostics
import JSONText

/// Quotes names and other data for use in a text format.
package enum QuotedText {
  /// A YAML string in double quotes: JSON, valid in YAML 1.1 and 1.2.
  static func yaml(_ text: String) -> String { JSONValue.string(text).text() }

  /// A name of an EnergyPlus object: commas, semicolons and exclamation marks, which end a field, become spaces;
  /// non-ASCII characters become `_`. Not empty, at most 80 characters.
  static func energyPlus(_ name: String) -> String {
    let scalars = name.unicodeScalars.map { scalar -> Character in
      switch scalar {
      case _ where scalar.isControl || [",", ";", "!"].contains(scalar): " "
      case _ where !scalar.isASCII: "_"
      default: Character(scalar)
      }
    }
    let words = String(scalars.prefix(80)).split(separator: " ")
    return words.isEmpty ? "setpoint" : words.joined(separator: " ")
  }

  /// A text value of an iCalendar property (RFC 5545, 3.3.11).
  static func iCalendar(_ text: String) -> String {
    let escapes: [Unicode.Scalar: String] = ["\\": "\\\\", ";": "\\;", ",": "\\,", "\n": "\\n"]
    let scalars = text.unicodeScalars.filter { $0 == "\n" || !$0.isControl }
    return String(scalars).replacingScalars(escapes)
  }

  /// The text of such a value.
  static func text(ofICalendar value: String) -> String {
    var result = String.UnicodeScalarView()
    var isEscaped = false
    for scalar in value.unicodeScalars {
      if scalar == "\\", !isEscaped {
        isEscaped = true
      } else {
        result.append(isEscaped && (scalar == "n" || scalar == "N") ? "\n" : scalar)
        isEscaped = false
      }
    }
    return String(result)
  }

  /// A field of comma-separated values (RFC 4180), guarded so that a spreadsheet does not interpret it.
  package static func csv(_ text: String) -> String {
    var text = text
    if isChangedBySpreadsheets(text) { text = "'" + text }
    guard text.unicodeScalars.contains(where: { ",;\"\n\r".unicodeScalars.contains($0) }) else {
      return text
    }
    return "\"" + text.replacingScalars(["\"": "\"\""]) + "\""
  }

  /// Whether a spreadsheet changes a field: a formula, `07:30`, `1.5`, or a text that starts with the guard.
  static func isChangedBySpreadsheets(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first else { return false }
    return "=+-@\t\r\n'".unicodeScalars.contains(first)
      || "0"..."9" ~= first
        && text.unicodeScalars.allSatisfy { "0123456789:.,/-% ".unicodeScalars.contains($0) }
  }

  /// A name as an identifier: lower-case letters, digits and underscores, starting with a letter.
  static func slug(_ name: String) -> String {
    let words = name.lowercased().utf8.prefix(200).split { byte in
      !(0x61...0x7A).contains(byte) && !byte.isDigit
    }
    let slug = words.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "_")
    guard let first = slug.utf8.first else { return "thermostat" }
    return (0x61...0x7A).contains(first) ? slug : "schedule_\(slug)"
  }
}

extension Sequence<UInt8> {
  /// Two lower-case hexadecimal digits per byte.
  package var hexText: String {
    reduce(into: "") { text, byte in text += (byte < 16 ? "0" : "") + String(byte, radix: 16) }
  }
}
