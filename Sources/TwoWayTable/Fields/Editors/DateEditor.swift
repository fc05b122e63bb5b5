import CLibrary
import Diagnostics

/// Edits a date; the values are `2026-11-30`: `"min": "2026-01-01", "max": "2026-12-31"`.
///
/// Accepts `2026-11-30`, `30.11.2026`, `11/30/2026`; `30.11.` and `11/30` in the year of the current date, or else this
/// year; `+1` and `-2w` from the current date. `"order"` (`ymd`, `dmy` or `mdy`) is the display format.
public struct DateEditor: FieldEditor {
  /// The display format.
  public enum Order: String, Hashable, Sendable, CaseIterable {
    /// `2026-11-30`.
    case ymd
    /// `30.11.2026`.
    case dmy
    /// `11/30/2026`.
    case mdy
  }

  /// The display format.
  public let order: Order
  private let least, greatest: CalendarDay?

  /// Creates an editor for dates from 1583 to 9999; throws unless `min` and `max` are dates in this order.
  public init(
    order: Order = .ymd, min: String? = nil, max: String? = nil
  ) throws(FieldEditorArgumentError) {
    let texts = ["order": order.rawValue, "min": min, "max": max].compactMapValues { $0 }
    var arguments = FieldEditorArguments(texts.mapValues { .string($0) })
    try self.init(arguments: &arguments)
  }

  /// Reads `min`, `max` and `order`.
  public init(arguments: inout FieldEditorArguments) throws(FieldEditorArgumentError) {
    least = try Self.date("min", &arguments)
    greatest = try Self.date("max", &arguments)
    let word = try arguments.string("order") ?? "ymd"
    guard let order = Order(rawValue: word) else {
      throw FieldEditorArgumentError("order must be ymd, dmy or mdy", argument: "order")
    }
    self.order = order
    if let least, let greatest, least > greatest {
      throw FieldEditorArgumentError("min is after max", argument: "min")
    }
  }

  private static func date(
    _ name: String, _ arguments: inout FieldEditorArguments
  ) throws(FieldEditorArgumentError) -> CalendarDay? {
    guard let text = try arguments.string(name) else { return nil }
    guard let date = CalendarDay(text) else {
      throw FieldEditorArgumentError("\(name) is not a date such as 2026-11-30", argument: name)
    }
    return date
  }

  /// The date in the display format.
  public func display(_ value: String) -> String {
    guard let date = CalendarDay(value) else { return value }
    let parts = value.split(separator: "-").map(String.init)
    return switch order {
    case .ymd: date.description
    case .dmy: "\(parts[2]).\(parts[1]).\(parts[0])"
    case .mdy: "\(parts[1])/\(parts[2])/\(parts[0])"
    }
  }

  /// Accepts digits, separators, signs, and the letters of days and weeks.
  public func accepts(_ scalar: Unicode.Scalar) -> Bool {
    "0123456789-./+ dDwW".unicodeScalars.contains(scalar)
  }

  /// Parses a date, or an offset from `current`.
  public func parse(_ typed: String, current: String) -> Result<String, FieldProblem> {
    parse(typed, current: current, thisYear: CalendarDay.systemDay.year)
  }

  /// As above, with a given current year.
  func parse(_ typed: String, current: String, thisYear: Int) -> Result<String, FieldProblem> {
    let text = typed.lowercased().filter { $0 != " " }
    let old = CalendarDay(current)
    if let sign = text.first, "+-".contains(sign) {
      // `3`, `3d` or `2w`.
      let isWeeks = text.hasSuffix("w")
      let digits = text.dropFirst().dropLast(isWeeks || text.hasSuffix("d") ? 1 : 0)
      guard let count = digits.wholeNumber(digits: 4) else { return .failure(notADate(typed)) }
      let days = isWeeks ? count * 7 : count
      guard let old else { return .failure(FieldProblem(.noDateToAddTo, text)) }
      return checked(old.adding(sign == "+" ? days : -days), typed)
    }
    return checked(CalendarDay(typed: text, year: old?.year ?? thisYear), typed)
  }

  private func checked(_ date: CalendarDay?, _ typed: String) -> Result<String, FieldProblem> {
    guard let date else { return .failure(notADate(typed)) }
    let near = min(max(date, least ?? date), greatest ?? date)
    guard near == date else {
      return .failure(
        FieldProblem(
          date > near ? .atMost : .atLeast, display(date.description), display(near.description),
          nearest: near.description))
    }
    return .success(date.description)
  }

  private func notADate(_ typed: String) -> FieldProblem {
    FieldProblem(.noDate, typed.quoted(), display("2026-11-30"))
  }

  /// The day `count` days later, within the limits; nil if there is none. Without a value, the least date or today.
  public func step(_ value: String, by count: Int) -> String? {
    guard let date = CalendarDay(value) else {
      let today = CalendarDay.systemDay
      return (least ?? min(today, greatest ?? today)).description
    }
    guard let new = date.adding(count), new >= least ?? new, new <= greatest ?? new else {
      return nil
    }
    return new.description
  }
}

extension CalendarDay {
  /// Reads what people write; `year` is that of a text without one.
  init?(typed text: String, year known: Int?) {
    func numbers(_ separator: Character) -> [Int]? {
      let parts = text.split(separator: separator, omittingEmptySubsequences: false)
      let digits = parts.last == "" && separator == "." ? parts.dropLast() : parts
      let numbers = digits.compactMap { $0.wholeNumber(digits: 4) }
      return numbers.count == digits.count ? numbers : nil
    }
    if let parts = numbers("-"), parts.count == 3 {
      self.init(year: parts[0], month: parts[1], day: parts[2])
      return
    }
    let dayComesFirst = text.contains(".")
    guard let parts = numbers(dayComesFirst ? "." : "/"), (2...3).contains(parts.count),
      let year = parts.count == 3 ? parts[2] : known
    else { return nil }
    self.init(year: year, month: parts[dayComesFirst ? 1 : 0], day: parts[dayComesFirst ? 0 : 1])
  }

  /// The day now, where the system is.
  fileprivate static var systemDay: CalendarDay {
    var (now, parts) = (time(nil), tm())
    localtime_r(&now, &parts)
    let (year, month) = (Int(parts.tm_year) + 1900, Int(parts.tm_mon) + 1)
    return CalendarDay(year: year, month: month, day: Int(parts.tm_mday)) ?? .first
  }
}
