import Diagnostics
import ScheduleModel

/// A field of comma-separated values and its offset.
struct CSVField {
  /// The text without quotes and without the apostrophe that guards a formula.
  let text: String
  let offset: Int

  /// The text without blanks around it, and with one blank between its words.
  var word: String { text.split(separator: " ").joined(separator: " ") }
}

/// Reads comma-separated values (RFC 4180), with commas, semicolons or tabs between fields.
package struct CSVReader {
  /// More columns than any schedule table: limits the memory for a file of commas.
  private var mostFields = 1000

  private let text: DeviceText
  private var separator: UInt8
  private var position = 0

  /// Creates a reader; detects the separator from the first line, or from `sep=;` as in spreadsheets.
  init(_ text: DeviceText) {
    self.text = text
    let heading = text.bytes.prefix { $0 != UInt8(ascii: "\n") && $0 != 0x0D }
    if heading.count == 5, heading.starts(with: Array("sep=".utf8)), let named = heading.last {
      separator = named
      position = 5
      return
    }
    separator = ",;\t".utf8.first(where: heading.contains) ?? UInt8(ascii: ",")
  }

  /// The texts in pasted lines, also in empty ones, without blanks around them; nil for a quote that is not closed.
  package static func rows(of text: String, separator: Character) -> [[String]]? {
    var reader = CSVReader(DeviceText(file: "", bytes: Array(text.utf8)))
    (reader.separator, reader.position, reader.mostFields) = (separator.asciiValue ?? 0, 0, .max)
    var rows: [[String]] = []
    while reader.peek() != nil {
      guard let line = try? reader.line() else { return nil }
      rows.append(line.map(\.text.trimmed))
      if reader.peek() == UInt8(ascii: "\r") { reader.position += 1 }
      if reader.peek() == UInt8(ascii: "\n") { reader.position += 1 }
    }
    return rows
  }

  /// Returns the next line that is not empty; nil at the end. Throws for an unclosed quote, and for invalid UTF-8.
  mutating func next() throws(ImportRefusal) -> [CSVField]? {
    while let byte = peek(), byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
      position += 1
    }
    return peek() == nil ? nil : try line()
  }

  private mutating func line() throws(ImportRefusal) -> [CSVField] {
    var fields = [try field()]
    while let byte = peek(), byte == separator {
      guard fields.count < mostFields else {
        throw text.fault(at: position, "a line of more than \(mostFields) fields")
      }
      position += 1
      fields.append(try field())
    }
    if let byte = peek(), byte != UInt8(ascii: "\n"), byte != UInt8(ascii: "\r") {
      throw text.fault(at: position, "expected a separator after the closing quote")
    }
    return fields
  }

  private func peek() -> UInt8? { position < text.bytes.count ? text.bytes[position] : nil }

  private mutating func field() throws(ImportRefusal) -> CSVField {
    let start = position
    var bytes: [UInt8] = []
    let value = text.bytes[position...].firstIndex { $0 != UInt8(ascii: " ") }
    if let value, text.bytes[value] == UInt8(ascii: "\"") { position = value }
    if peek() == UInt8(ascii: "\"") {
      position += 1
      while true {
        guard let byte = peek() else {
          throw text.fault(at: start, "the quote that begins here is not closed")
        }
        position += 1
        if byte == UInt8(ascii: "\"") {
          guard peek() == UInt8(ascii: "\"") else { break }
          position += 1
        }
        bytes.append(byte)
      }
      while peek() == UInt8(ascii: " ") { position += 1 }
    } else {
      while let byte = peek(), byte != separator, byte != 0x0A, byte != 0x0D {
        bytes.append(byte)
        position += 1
      }
    }
    let string = try text.string(bytes, at: start)
    guard string.unicodeScalars.first == "'" else { return CSVField(text: string, offset: start) }
    let rest = String(string.unicodeScalars.dropFirst())
    let isGuarded = QuotedText.isChangedBySpreadsheets(rest)
    return CSVField(text: isGuarded ? rest : string, offset: start)
  }
}

/// Times and temperatures in spreadsheets' formats.
enum SpreadsheetText {
  /// What locales of spreadsheets write in times, and how people type it.
  private static let spellings = [
    ("\u{A0}", " "), ("\u{202F}", " "), (". m.", ".m."), ("vorm.", "am"), ("nachm.", "pm"),
  ]

  /// Parses `6:30`, `06:30:00`, `6:30 PM`, `06:30:00 AM`, `06:30:00 vorm.`, and the fraction of a day that a cell
  /// without a time format shows, `0.25` or `0,25`; nil for anything else.
  static func minutes(_ text: String) -> Int? {
    if text.contains(":") {
      return ClockText.minutes(
        typed: spellings.reduce(text.lowercased()) { $0.replacing($1.0, with: $1.1) })
    }
    guard text.contains(where: { ".,".contains($0) }), text.utf8.count <= 24,
      text.utf8.allSatisfy("0123456789.,".utf8.contains),
      let part = Double(pointed(text)), (0..<1).contains(part)
    else { return nil }
    // Spreadsheets show as many digits as fit; five are enough for every minute.
    let minutes = (part * 1440).rounded()
    return abs(part * 1440 - minutes) < 0.01 ? Int(minutes) : nil
  }

  /// Parses a number with a decimal point or comma, optionally with its unit, `70.5 °F`; nil beyond ±1000.
  static func degrees(_ text: String) -> (degrees: ReadDegrees, unit: TemperatureUnit?)? {
    var number = Substring(text)
    var unit: TemperatureUnit?
    if let last = number.last, let named = TemperatureUnit(String(last)) {
      unit = named
      number = number.dropLast()
      if number.last == "°" { number = number.dropLast() }
      while let blank = number.last, blank == " " || blank == "\u{A0}" || blank == "\u{202F}" {
        number = number.dropLast()
      }
    }
    return ReadDegrees(text: pointed(number)).map { ($0, unit) }
  }

  /// Replaces a single comma by a point.
  private static func pointed(_ text: some StringProtocol) -> String {
    let marks = text.filter { ".,".contains($0) }
    return marks.elementsEqual(",") ? String(text.map { $0 == "," ? "." : $0 }) : String(text)
  }
}
