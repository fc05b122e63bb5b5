import Diagnostics

/// Edits a time of day; the values are `00:00` to `23:59`.
///
/// Accepts `6`, `630`, `6:30`, `18:30`, `630p`, `6 pm`, and `+15`, `-1h`, `+1:30` relative to the current value.
/// `"clock": 12` shows `6:30p`; `"step": 15` is in minutes.
public struct TimeEditor: FieldEditor {
  /// Whether to show times with `a` and `p`.
  public let isTwelveHour: Bool
  /// The minutes of a step, 1 to 720.
  public let step: Int

  /// Creates an editor.
  public init(isTwelveHour: Bool = false, step: Int = 15) {
    self.isTwelveHour = isTwelveHour
    self.step = max(1, min(step, 720))
  }

  /// Reads `clock` (12 or 24) and `step` (1 to 720 minutes, default 15).
  public init(arguments: inout FieldEditorArguments) throws(FieldEditorArgumentError) {
    let clock = try arguments.number("clock") ?? 24
    guard clock == 12 || clock == 24 else {
      throw FieldEditorArgumentError("clock must be 12 or 24", argument: "clock")
    }
    self.init(isTwelveHour: clock == 12, step: try arguments.integer("step", in: 1...720) ?? 15)
  }

  /// The time with a 24-hour clock, `18:30`, or a 12-hour clock, `6:30p`.
  public func display(_ value: String) -> String {
    guard isTwelveHour, let minutes = Self.minutes(value) else { return value }
    return ClockText.twelveHour(minutes / 60, minutes % 60)
  }

  /// Accepts digits, a colon or a point, signs, spaces, and the letters of am, pm, h and m.
  public func accepts(_ scalar: Unicode.Scalar) -> Bool {
    "0123456789:.+- aApPmMhH".unicodeScalars.contains(scalar)
  }

  /// Parses a time, or an offset from `current`.
  public func parse(_ typed: String, current: String) -> Result<String, FieldProblem> {
    let text = typed.lowercased().filter { $0 != " " }
    if let sign = text.first, sign == "+" || sign == "-" {
      guard let amount = ClockText.minutes(relative: text.dropFirst()) else {
        return .failure(FieldProblem(.noDuration, typed.quoted()))
      }
      guard let old = Self.minutes(current) else {
        return .failure(FieldProblem(.noTimeToAddTo, text))
      }
      let new = sign == "+" ? old + amount : old - amount
      guard (0..<1440).contains(new) else {
        let nearest = new < 0 ? 0 : 1439
        return .failure(FieldProblem(.outOfDay, text, nearest: Self.text(nearest)))
      }
      return .success(Self.text(new))
    }
    guard let minutes = ClockText.minutes(typed: text) else {
      return .failure(FieldProblem(.noTime, typed.quoted()))
    }
    return .success(Self.text(minutes))
  }

  /// The next or previous multiple of the step; nil at the end of the day.
  public func step(_ value: String, by count: Int) -> String? {
    guard count != 0 else { return value }
    guard let minutes = Self.minutes(value) else { return Self.text(0) }
    let place = count > 0 ? minutes / step : (minutes + step - 1) / step
    let new = (place + max(-1440, min(1440, count))) * step
    return (0..<1440).contains(new) ? Self.text(new) : nil
  }

  private static func text(_ minutes: Int) -> String {
    "\((minutes / 60).digits(2)):\((minutes % 60).digits(2))"
  }

  private static func minutes(_ value: String) -> Int? {
    ClockText.minutes(typed: value).flatMap { text($0) == value ? $0 : nil }
  }
}
