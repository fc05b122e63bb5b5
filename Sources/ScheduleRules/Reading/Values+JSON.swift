import Diagnostics
package import JSONText
package import ScheduleModel

/// Why a number is not a temperature.
enum TemperatureFault: Error {
  /// It has a digit other than 0 after the first decimal.
  case tooFine
  /// It is beyond `Temperature.limit`.
  case tooLarge
}

extension JSONNode {
  /// The temperature of a number with at most one decimal; nil for other values and beyond the limit.
  package var temperature: Temperature? { try? readTemperature() }

  /// Reads a number, `70`, `70.5`, `70.50` or `7.05e1`, as a temperature; nil for other types.
  func readTemperature() throws(TemperatureFault) -> Temperature? {
    guard let number else { return nil }
    let digits = bytes.prefix { $0 | 0x20 != UInt8(ascii: "e") }.filter(\.isDigit)
    let isOther = { (digit: UInt8) in digit != UInt8(ascii: "0") }
    guard let first = digits.firstIndex(where: isOther), let last = digits.lastIndex(where: isOther)
    else { return Temperature(0) }
    let tenths = (number * 10).rounded()
    // Beyond, doubles have no second decimal.
    guard abs(number) < 0x1p50 else { throw .tooLarge }
    // Numbers of up to 15 digits are different doubles, unless they are too small for any.
    guard last - first < 15, number != 0, tenths / 10 == number else { throw .tooFine }
    guard abs(tenths) <= Double(Temperature.limit) else { throw .tooLarge }
    return Temperature(tenths: Int(tenths))
  }
}

extension CellValue {
  package var json: JSONValue {
    switch self {
    case .time(let time): .string(time.description)
    case .temperature(let value):
      value.isWhole ? .integer(value.tenths / 10) : .real(value.degrees)
    case .absent: .null
    }
  }
}
