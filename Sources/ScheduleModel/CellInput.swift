package import Diagnostics

extension Setpoint {
  /// Parses typed input for a field; the grid and the command line share this grammar.
  ///
  /// Times: see `TimeOfDay.init(_:)`, and `+15` or `-1h` relative to the current time. Temperatures: `68`, `68.5`,
  /// relative `+1` and `-0.5`, and `20c` or `68f`, converted to `unit` (to the nearest tenth, half away from zero).
  package func value(
    of field: Field, typed text: String, unit: TemperatureUnit
  ) throws(Refusal) -> CellValue {
    let text = text.trimmed
    guard let side = field.side else { return .time(try time(typed: text)) }
    guard let current = self[side] else { throw .absent(side) }
    if ["off", "none"].contains(text.lowercased()) {
      let advice =
        self[side.other] == nil
        ? "use a \(side == .heat ? "low" : "high") temperature"
        : "set sides to \(side.other.name) to remove every \(side.name) setpoint"
      throw Refusal("\(text.quoted()) is not a temperature; \(advice)")
    }
    return .temperature(try current.changed(typed: text, unit: unit))
  }

  private func time(typed text: String) throws(Refusal) -> TimeOfDay {
    guard let sign = text.first else { throw Refusal("a time is needed, such as 6:30 or 18:30") }
    if sign == "+" || sign == "-" {
      guard let minutes = ClockText.minutes(relative: text.dropFirst()) else {
        throw Refusal("\(text.quoted()) is not a step of time; type +15 or -1h")
      }
      let moved = time.minutes + (sign == "-" ? -minutes : minutes)
      guard let time = TimeOfDay(minutes: moved) else {
        throw Refusal("\(time) \(text.printable) would leave the day")
      }
      return time
    }
    guard let time = TimeOfDay(text) else {
      throw Refusal("\(text.quoted()) is not a time; use HH:MM, 00:00 to 23:59, or 6:30 pm")
    }
    return time
  }
}

extension Refusal {
  /// The error for a cell of a side that the schedule does not have.
  package static func absent(_ side: Side) -> Refusal {
    Refusal("the schedule has no \(side.name) setpoints (set sides to both)")
  }
}

extension Temperature {
  fileprivate func changed(
    typed text: String, unit: TemperatureUnit
  ) throws(Refusal) -> Temperature {
    guard let sign = text.first else {
      throw Refusal("a temperature is needed, such as 68 or 68.5")
    }
    if sign == "+" || sign == "-" {
      let digits = String(text.dropFirst())
      guard digits.first != "-", let step = Temperature(digits) else {
        throw Self.refusal(of: text, digits, "a step of temperature; type +1 or -0.5")
      }
      return sign == "-" ? self - step : self + step
    }
    let scale = text.last.flatMap { TemperatureUnit(String($0)) }
    var digits = text.dropLast(scale == nil ? 0 : 1).trimmed
    if digits.last == "°" { digits = digits.dropLast().trimmed }
    guard let value = Temperature(digits) else {
      throw Self.refusal(of: text, digits, "a temperature with at most one decimal")
    }
    if value >= Temperature(200), let time = TimeOfDay(text) {
      let tenth = Temperature(tenths: value.tenths / 10)
      let isLikely = (unit == .celsius ? 7...37 : 45...99).contains(tenth.tenths / 10)
      let advice =
        isLikely ? "did you mean \(tenth), or the time \(time)?" : "\(time) would be a time"
      throw Refusal("\(text.quoted()) is too large for a temperature; \(advice)")
    }
    return value.converted(from: scale ?? unit, to: unit)
  }

  /// The error of a text whose digits are not a temperature.
  private static func refusal(of text: String, _ digits: String, _ noun: String) -> Refusal {
    if let number = Double(digits), number.isFinite, abs(number) >= 1_000_000 {
      return Refusal("\(text.quoted()) is out of range, between -1000000 and 1000000")
    }
    return Refusal("\(text.quoted()) is not \(noun)")
  }
}
