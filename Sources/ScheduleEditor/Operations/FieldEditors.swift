import DeviceFormats
import Diagnostics
import ScheduleModel
import TwoWayTable

extension EditorState {
  func editor(of field: Field) -> any FieldEditor {
    inUse(layout.editor(of: field), for: field.name)
  }

  /// The values to choose from in a column; none if they are typed.
  func choices(of field: Field) -> [CellValue] {
    editor(of: field).choices.compactMap { try? CellValue($0, of: field) }
  }

  /// The editor of a layout for the current clock and unit. Limits of temperatures apply in their own unit only.
  func inUse(_ editor: any FieldEditor, for key: String) -> any FieldEditor {
    key == Field.time.name || week.unit == layoutUnit
      ? editor.using(clock, week.unit) : TemperatureEditor(unit: week.unit)
  }

  /// Parses typed text for a cell with its column's editor.
  ///
  /// In data, such as a paste or a form's values, `-5` and `+5` are temperatures, not steps.
  func value(
    of text: String, for cell: CellAddress, in week: Week, isData: Bool = false
  ) throws(Refusal) -> CellValue {
    if let side = cell.field.side, !week.sides.contains(side) { throw .absent(side) }
    let editor = editor(of: cell.field)
    var text = text
    if isData, let sign = text.first, "+-".contains(sign) {
      guard cell.field != .time else { return try CellValue(text, of: .time) }
      if sign == "+" { text.removeFirst() }
    }
    if isData, editor is TemperatureEditor, let value = Temperature(text) {
      return .temperature(value)
    }
    let current = week[cell].description
    // A choice can be typed in every form of the field.
    if !editor.choices.isEmpty,
      let value = try? WeekLayout.standardEditor(of: cell.field).using(clock, week.unit)
        .parse(text, current: current).get(),
      editor.choices.contains(value) || cell.field == .time && "+-".contains(text.prefix(1))
    {
      text = value
    }
    switch editor.parse(text, current: current) {
    case .success(let value): return try CellValue(value, of: cell.field)
    case .failure(let problem): throw Refusal(problem.reason)
    }
  }
}

extension CellValue {
  /// Parses the canonical text of a field's editor.
  init(_ text: String, of field: Field) throws(Refusal) {
    if field == .time, let time = TimeOfDay(text) {
      self = .time(time)
    } else if field != .time, let degrees = Temperature(text) {
      self = .temperature(degrees)
    } else {
      throw Refusal(
        "\(text.quoted()) is not a "
          + (field == .time ? "time of a day" : "temperature with at most one decimal"))
    }
  }
}

extension FieldEditor {
  /// Returns the editor for the current clock style and unit, which layout files do not specify.
  func using(_ clock: ClockStyle, _ unit: TemperatureUnit) -> any FieldEditor {
    switch self {
    case let editor as ClockTimeEditor: ClockTimeEditor(clock: clock, step: editor.step)
    case is TemperatureEditor: TemperatureEditor(unit: unit)
    default: self
    }
  }

  fileprivate func parsed(
    _ read: @autoclosure () throws(Refusal) -> String
  ) -> Result<String, FieldProblem> {
    Result { () throws(Refusal) in try read() }.mapError { FieldProblem($0.reason) }
  }
}

/// Edits a time in the syntax of commands: `6:30`, `630p`, `+15`; `"step": 10` is in minutes (default: 15).
struct ClockTimeEditor: FieldEditor {
  private let clock: ClockStyle
  /// The step in minutes.
  let step: Int

  init(clock: ClockStyle, step: Int = TimeOfDay.standardStep) {
    (self.clock, self.step) = (clock, step)
  }

  /// Reads `step`; layouts name the editor `time`.
  init(arguments: inout FieldEditorArguments) throws(FieldEditorArgumentError) {
    let step = try arguments.integer("step", in: 1...720)
    self.init(clock: .twentyFourHour, step: step ?? TimeOfDay.standardStep)
  }

  func display(_ value: String) -> String { TimeOfDay(value)?.text(clock) ?? value }

  func parse(_ typed: String, current: String) -> Result<String, FieldProblem> {
    let row = Setpoint(time: TimeOfDay(current) ?? .midnight, heat: nil, cool: nil)
    return parsed(try row.value(of: .time, typed: typed, unit: .fahrenheit).description)
  }

  func step(_ value: String, by count: Int) -> String? {
    TimeEditor(step: step).step(value, by: count)
  }
}

/// Edits a temperature in the syntax of commands: `68`, `68.5`, `+1`, `20c`.
struct TemperatureEditor: FieldEditor {
  private let unit: TemperatureUnit

  init(unit: TemperatureUnit) {
    self.unit = unit
  }

  /// Ignores its arguments; layouts name the editor `temperature`.
  init(arguments: inout FieldEditorArguments) throws(FieldEditorArgumentError) {
    self.init(unit: .fahrenheit)
  }

  func parse(_ typed: String, current: String) -> Result<String, FieldProblem> {
    let row = Setpoint(time: .midnight, heat: Temperature(current) ?? Temperature(0), cool: nil)
    return parsed(try row.value(of: .heat, typed: typed, unit: unit).description)
  }

  /// Steps by one degree Fahrenheit or half a degree Celsius.
  func step(_ value: String, by count: Int) -> String? {
    Temperature(value).map {
      Temperature(tenths: $0.tenths + count * (unit == .fahrenheit ? 10 : 5)).description
    }
  }
}

/// Edits a text that a function reads and writes in canonical form.
struct ReadTextEditor: FieldEditor {
  private let read: @Sendable (String) throws(Refusal) -> String

  init(_ read: @escaping @Sendable (String) throws(Refusal) -> String) { self.read = read }

  init(arguments: inout FieldEditorArguments) throws(FieldEditorArgumentError) {
    throw FieldEditorArgumentError("a layout cannot have such fields")
  }

  func parse(_ typed: String, current: String) -> Result<String, FieldProblem> {
    parsed(try read(typed))
  }

  /// The name of a device: any of its names, or an unambiguous prefix.
  static let deviceName = ReadTextEditor { typed throws(Refusal) in
    if let found = DeviceFormats.device(named: typed) { return found.profile.id }
    let names = DeviceFormats.names.filter { $0.hasPrefix(typed.lowercased()) }
    return names.count == 1 ? names[0] : try DeviceFormats.found(typed).profile.id
  }

  static let dates = ReadTextEditor { typed throws(Refusal) in
    let text = typed.replacing(" ", with: "")
    guard let dates = try? CalendarEntry("x \(text)", schedules: ["x"]).dates else {
      throw Refusal("\(typed.quoted()) is not a date such as 12-24 or 10-01..04-30")
    }
    return "\(dates)"
  }

  static let days = ReadTextEditor { typed throws(Refusal) in
    DayGroup(try Weekday.list(typed.replacing(" ", with: ""))).list
  }
}
