import Diagnostics
package import JSONText
package import ScheduleModel

extension JSONNode {
  /// The temperature of a number with at most one decimal; nil for other values and beyond the limit.
  package var temperature: Temperature? {
    guard kind == .integer || kind == .real,
      case .temperature(let value) = NumberText.temperature(bytes)
    else { return nil }
    return value
  }
}

/// Parses decimal numbers exactly, without floating point.
enum NumberText {
  /// The result of parsing a temperature.
  enum Reading: Equatable {
    case temperature(Temperature)
    /// It has a digit other than 0 after the first decimal.
    case tooFine
    /// It is beyond `Temperature.limit`.
    case tooLarge
  }

  /// Parses a JSON number: `70`, `70.5`, `70.50` and `7.05e1` are temperatures.
  static func temperature(_ text: some Collection<UInt8>) -> Reading {
    // The significant digits are those from the first to the last that is not 0. `mantissa` is their value; it
    // overflows only with more digits than any temperature has.
    var (count, zeros, significant, mantissa) = (0, 0, 0, 0)
    var whole: Int?
    var exponent = 0
    var place = text.startIndex
    let isNegative = text.first == UInt8(ascii: "-")
    if isNegative { place = text.index(after: place) }
    reading: while place < text.endIndex {
      let byte = text[place]
      place = text.index(after: place)
      switch byte {
      case UInt8(ascii: "."): whole = count
      case 0x30 where significant == 0:
        count += 1
        zeros += 1
      case 0x30: count += 1
      case 0x31...0x39:
        count += 1
        while significant < count - zeros {
          mantissa &*= 10
          significant += 1
        }
        mantissa &+= Int(byte - 0x30)
      default:
        exponent = self.exponent(text[place...])
        break reading
      }
    }
    guard significant > 0 else { return .temperature(Temperature(tenths: 0)) }
    // The value is 0.MANTISSA times ten to the power of `scale`.
    let scale = (whole ?? count) + exponent - zeros
    guard scale <= 7 else { return .tooLarge }
    guard significant <= scale + 1 else { return .tooFine }
    for _ in significant..<(scale + 1) { mantissa *= 10 }
    guard mantissa <= Temperature.limit else { return .tooLarge }
    return .temperature(Temperature(tenths: isNegative ? -mantissa : mantissa))
  }

  /// Parses an exponent, clamped beyond the length of any text.
  private static func exponent(_ text: some Collection<UInt8>) -> Int {
    let isNegative = text.first == UInt8(ascii: "-")
    let value = text.lazy.filter(\.isDigit).reduce(0) {
      min($0 * 10 + Int($1 - 0x30), 1 << 40)
    }
    return isNegative ? -value : value
  }
}
