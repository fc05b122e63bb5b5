import ScheduleModel

extension EditorState {
  /// Converts the document as one step, and says how much of it had to be rounded.
  mutating func convert(to unit: TemperatureUnit) {
    let old = contents
    let new = old.converted(to: unit)
    let values = { (contents: Contents) in
      contents.schedules.flatMap { $0.week.setpoints.flatMap { $0.temperatures.map(\.degrees) } }
    }
    let rounded = zip(values(old), values(new)).count {
      $0.isExactly($1, from: old.unit, to: unit) == false
    }
    let count = values(old).count
    apply(new, showing: scheduleIndex, name: "convert to \(unit.symbol)")
    say(
      "converted \(count) temperatures to \(unit.symbol), "
        + (rounded == 0 ? "none rounded" : "\(rounded) rounded"), .undo)
  }
}

extension Temperature {
  /// Whether `converted` is this temperature in the other scale without rounding: °F = °C · 9/5 + 32.
  fileprivate func isExactly(
    _ converted: Temperature, from source: TemperatureUnit, to target: TemperatureUnit
  ) -> Bool {
    let (celsius, fahrenheit) =
      source == .celsius ? (tenths, converted.tenths) : (converted.tenths, tenths)
    return source == target || celsius * 9 == (fahrenheit - 320) * 5
  }
}
