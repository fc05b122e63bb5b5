import ScheduleModel

/// A number of a file as it is written, read without binary fractions.
enum NumberText {
  /// What a number is as a temperature.
  enum Reading: Equatable {
    case temperature(Temperature)
    /// It has a digit other than 0 behind the first decimal.
    case tooFine
    /// It is beyond `Temperature.limit`, which would be stored in its place.
    case tooLarge
  }

  /// Reads a number in the grammar of JSON: `70`, `70.5`, `70.50` and `7.05e1` are temperatures.
  static func temperature(_ text: some Collection<UInt8>) -> Reading {
    var digits: [UInt8] = []
    var whole: Int?
    var exponent = 0
    var rest = text[...]
    let isNegative = rest.first == UInt8(ascii: "-")
    if isNegative { rest.removeFirst() }
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "."): whole = digits.count
      case 0x30...0x39: digits.append(byte - 0x30)
      default:
        exponent = self.exponent(rest)
        rest = rest.suffix(0)
      }
    }
    // The value is 0.DIGITS times ten to the power of `scale`.
    let zeros = digits.prefix { $0 == 0 }.count
    let scale = (whole ?? digits.count) + exponent - zeros
    digits.removeFirst(zeros)
    while digits.last == 0 { digits.removeLast() }
    guard !digits.isEmpty else { return .temperature(Temperature(tenths: 0)) }
    guard scale <= 7 else { return .tooLarge }
    guard digits.count <= scale + 1 else { return .tooFine }
    var tenths = digits.reduce(0) { $0 * 10 + Int($1) }
    for _ in digits.count..<(scale + 1) { tenths *= 10 }
    guard tenths <= Temperature.limit else { return .tooLarge }
    return .temperature(Temperature(tenths: isNegative ? -tenths : tenths))
  }

  /// Reads what follows the `e`; one that is larger than any text is long stands for all beyond it.
  private static func exponent(_ text: some Collection<UInt8>) -> Int {
    let isNegative = text.first == UInt8(ascii: "-")
    let value = text.lazy.filter { (0x30...0x39).contains($0) }.reduce(0) {
      min($0 * 10 + Int($1 - 0x30), 1 << 40)
    }
    return isNegative ? -value : value
  }
}
