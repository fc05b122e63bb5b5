import ScheduleModel
import CLibrary

/// What a person's locale says of scales, clocks and weeks; nil where it says nothing.
struct RegionalHabits {
  /// The scale of temperatures (LC_MEASUREMENT).
  let unit: TemperatureUnit?
  /// How times are written (LC_TIME).
  let clock: ClockStyle?
  /// The day with which a week begins (LC_TIME).
  let firstDay: Weekday?

  /// Those of the environment, asked once.
  static let current = RegionalHabits()

  private init() {
    let hasTime = Self.use(LC_TIME)
    let format = hasTime ? String(cString: nl_langinfo(nl_item(T_FMT))) : ""
    // %I and %r count to 12, %H and %T to 24.
    clock =
      !hasTime
      ? nil : format.contains("%I") || format.contains("%r") ? .twelveHour : .twentyFourHour
    #if os(Linux)
      unit =
        !Self.use(LC_MEASUREMENT)
        ? nil : Self.byte(_NL_MEASUREMENT_MEASUREMENT) == 2 ? .fahrenheit : .celsius
      firstDay = hasTime ? Self.firstDay : nil
    #else
      (unit, firstDay) = (nil, nil)
    #endif
  }

  /// Switches to the person's locale; returns whether that is one of a country. C knows none.
  private static func use(_ category: Int32) -> Bool {
    guard let name = setlocale(category, "").map({ String(cString: $0) }) else { return false }
    return name != "C" && name != "POSIX" && !name.hasPrefix("C.")
  }

  #if os(Linux)
    private static var firstDay: Weekday? {
      // A date that stands for day 1 of the locale, as a number in the place of a pointer: a Sunday or a
      // Monday of 1997.
      let date = Int(bitPattern: nl_langinfo(nl_item(_NL_TIME_WEEK_1STDAY)))
      let number = Int(byte(_NL_TIME_FIRST_WEEKDAY)) - 1 + (date == 19_971_201 ? 0 : 6)
      return number < 0 ? nil : Weekday.allCases[number % 7]
    }

    private static func byte(_ item: some BinaryInteger) -> UInt8 {
      UInt8(bitPattern: nl_langinfo(nl_item(item)).pointee)
    }
  #endif
}
