import ScheduleModel

/// A temperature as a file has it.
struct ReadDegrees: Hashable {
  /// The value in the file's unit, the nearest where the file has more decimals.
  let hundredths: Hundredths
  /// What the file has, where that is no whole number of hundredths.
  let finer: String?

  /// Takes a value that is exact.
  init(_ hundredths: Hundredths) {
    self.hundredths = hundredths
    finer = nil
  }

  /// Takes a number of degrees; nil beyond ±1000 and for what is no number.
  init?(_ number: Double) {
    guard number.isFinite, abs(number) <= 1000 else { return nil }
    hundredths = Hundredths(Int((number * 100).rounded()))
    finer = Hundredths(exactly: number) == nil ? "\(number)" : nil
  }

  /// Takes an IEEE single; nil beyond ±1000 and for what is no number.
  ///
  /// Its value is that of the hundredths which it is the nearest single to.
  init?(_ number: Float) {
    guard number.isFinite, abs(number) <= 1000 else { return nil }
    hundredths = Hundredths(Int((Double(number) * 100).rounded()))
    finer = Float(hundredths.count) / 100 == number ? nil : "\(number)"
  }

  /// Whether this is what somebody wrote with three or more decimals for a temperature of the other
  /// unit: 15.556 °C for 60 °F.
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

  /// The value as text, with all decimals.
  var text: String { finer ?? "\(hundredths)" }
}
