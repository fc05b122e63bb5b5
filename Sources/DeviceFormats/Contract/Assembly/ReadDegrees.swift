import ScheduleModel

/// A temperature in a file.
struct ReadDegrees: Hashable {
  /// The value in the file's unit, rounded if the file has more decimals.
  let hundredths: Hundredths
  /// The text in the file if it has more than two decimals.
  let finer: String?
  /// Whether the file has no setpoint at this time.
  private(set) var isGap = false

  /// The absence of a setpoint; the options supply one.
  static let gap: ReadDegrees = {
    var degrees = ReadDegrees(Hundredths(0))
    degrees.isGap = true
    return degrees
  }()

  /// Creates an exact value.
  init(_ hundredths: Hundredths) {
    self.hundredths = hundredths
    finer = nil
  }

  /// Converts degrees; nil beyond ±1000 and for NaN.
  init?(_ number: Double) {
    guard number.isFinite, abs(number) <= 1000 else { return nil }
    hundredths = Hundredths(Int((number * 100).rounded()))
    finer = abs(number * 100 - Double(hundredths.count)) < 1e-6 ? nil : "\(number)"
  }

  /// Parses a decimal number without exponent; nil for anything else and beyond ±1000.
  init?(text: some StringProtocol) {
    let digits = text.utf8
    guard !digits.isEmpty, digits.count <= 24,
      digits.allSatisfy({
        (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-")
      }),
      let number = Double(String(text))
    else { return nil }
    self.init(number)
  }

  /// Converts an IEEE single; nil beyond ±1000 and for NaN.
  ///
  /// Returns the hundredths to which it is the nearest single.
  init?(_ number: Float) {
    guard number.isFinite, abs(number) <= 1000 else { return nil }
    hundredths = Hundredths(Int((Double(number) * 100).rounded()))
    finer = Float(hundredths.count) / 100 == number ? nil : "\(number)"
  }

  /// The same value, or a gap for 0x8000, which means "not defined" in Zigbee.
  var orZigbeeGap: ReadDegrees { hundredths == -32768 ? .gap : self }

  /// Whether a value with three or more decimals is a converted temperature of the other unit: 15.556 °C for 60 °F.
  func isWritten(
    of value: Temperature, in unit: TemperatureUnit, as own: TemperatureUnit
  ) -> Bool {
    guard let finer, unit != own, let number = Double(finer) else { return false }
    let degrees = Double(value.tenths) / 10
    let exact = own == .celsius ? (degrees - 32) * 5 / 9 : degrees * 9 / 5 + 32
    let decimals = finer.split(separator: ".").last?.utf8.count ?? 0
    let scale = (0..<min(decimals, 10)).reduce(1.0) { scale, _ in scale * 10 }
    return ((exact * scale).rounded() / scale - number).magnitude < 1e-9
  }

  /// The value with all decimals.
  var text: String { finer ?? "\(hundredths)" }
}
