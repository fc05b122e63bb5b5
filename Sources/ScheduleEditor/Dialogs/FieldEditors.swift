package import ScheduleModel
package import TwoWayTable

/// Edits a time as the grid does: `6:30`, `630p`, `+15`.
package struct ClockTimeEditor: FieldEditor {
  private let clock: ClockStyle

  /// Shows times in that style.
  package init(clock: ClockStyle) {
    self.clock = clock
  }

  /// Takes no arguments; layouts name it `time`.
  package init(arguments: inout EditorArguments) throws(EditorArgumentError) {
    self.init(clock: .twentyFourHour)
  }

  package func display(_ value: String) -> String { TimeOfDay(value)?.text(clock) ?? value }

  package func parse(_ typed: String, current: String) -> Result<String, FieldProblem> {
    Setpoint(time: TimeOfDay(current) ?? .midnight).parsed(typed, .time, .fahrenheit)
  }

  package func step(_ value: String, by count: Int) -> String? {
    guard let time = TimeOfDay(value) else { return nil }
    return TimeOfDay(minutes: (time.minutes / 15 + count) * 15)?.description
  }
}

/// Edits a temperature as the grid does: `68`, `68.5`, `+1`, `20c`.
package struct TemperatureEditor: FieldEditor {
  private let unit: TemperatureUnit

  /// Takes temperatures in that scale.
  package init(unit: TemperatureUnit) {
    self.unit = unit
  }

  /// Takes no arguments; layouts name it `temperature`.
  package init(arguments: inout EditorArguments) throws(EditorArgumentError) {
    self.init(unit: .fahrenheit)
  }

  package func parse(_ typed: String, current: String) -> Result<String, FieldProblem> {
    Setpoint(heat: Temperature(current) ?? Temperature(0)).parsed(typed, .heat, unit)
  }

  package func step(_ value: String, by count: Int) -> String? {
    Temperature(value).map {
      Temperature(tenths: $0.tenths + count * (unit == .fahrenheit ? 10 : 5)).description
    }
  }
}

extension Setpoint {
  /// A row of which only one field matters.
  fileprivate init(time: TimeOfDay = .midnight, heat: Temperature = Temperature(0)) {
    self.init(time: time, heat: heat, cool: heat)
  }

  fileprivate func parsed(
    _ typed: String, _ field: Field, _ unit: TemperatureUnit
  ) -> Result<String, FieldProblem> {
    do {
      return .success(try value(of: field, typed: typed, unit: unit).description)
    } catch {
      return .failure(FieldProblem(error.reason))
    }
  }
}
