import Diagnostics
import JSONText

/// A JSON text converted from another text, with the original places of its keys and values.
struct JSONWithPlaces {
  private(set) var text: [UInt8] = []
  /// Corresponding offsets, in the order of the JSON text.
  private var places: [(own: Int, other: Int)] = []

  /// Returns the original offset of the value at `own`.
  func place(of own: Int) -> Int {
    let index = places.partitioningIndex(where: { $0.own > own })
    return index > 0 ? places[index - 1].other : 0
  }

  mutating func append(_ part: String) { text += part.utf8 }

  /// Appends a value, or the start of one.
  mutating func append(_ part: String, at place: Int) {
    places.append((text.count, place))
    text += part.utf8
  }

  mutating func appendString(_ string: String, at place: Int) {
    places.append((text.count, place))
    text += JSONValue.string(string).encoded()
  }

  /// Appends an unquoted scalar: null, a boolean, a number, or otherwise a string.
  mutating func appendScalar(_ scalar: String, at place: Int) {
    switch scalar {
    case "", "~", "null", "Null", "NULL": append("null", at: place)
    case "true", "True", "TRUE": append("true", at: place)
    case "false", "False", "FALSE": append("false", at: place)
    default:
      if let number = Self.number(scalar) {
        append(number, at: place)
      } else {
        appendString(scalar, at: place)
      }
    }
  }

  /// Appends a copy of a range, with the same places.
  mutating func repeatPart(_ range: Range<Int>) {
    let shift = text.count - range.lowerBound
    let start = places.partitioningIndex(where: { $0.own >= range.lowerBound })
    places += places[start...].prefix { $0.own < range.upperBound }
      .map { ($0.own + shift, $0.other) }
    // Copy the part: a slice would keep the whole text alive and cause it to be copied.
    text += Array(text[range])
  }

  /// Converts a number to JSON; nil if it is not a number.
  private static func number(_ scalar: String) -> String? {
    let bytes = scalar.utf8
    guard bytes.count <= 24, let first = bytes.first,
      first.isDigit || "+-.".utf8.contains(first),
      bytes.allSatisfy({ $0.isDigit || "+-.eE".utf8.contains($0) }),
      let last = bytes.last, last.isDigit || last == UInt8(ascii: "."),
      let value = Double(scalar.hasSuffix(".") ? String(scalar.dropLast()) : scalar),
      value.isFinite
    else { return nil }
    let digits = scalar.drop { "+-".contains($0) }
    guard !digits.hasPrefix("0") || digits.utf8.count == 1 || digits.hasPrefix("0.") else {
      return nil
    }
    if let whole = Int(exactly: value), !scalar.contains(where: { ".eE".contains($0) }) {
      return "\(whole)"
    }
    return "\(value)"
  }
}
