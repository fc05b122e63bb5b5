import CLibrary
import ScheduleModel

/// The unit, clock style and first weekday of the user's locale; nil if unspecified.
struct RegionalHabits {
  /// The unit of temperatures (LC_MEASUREMENT).
  let unit: TemperatureUnit?
  /// The clock style (LC_TIME).
  let clock: ClockStyle?
  /// The first day of the week (LC_TIME).
  let firstDay: Weekday?

  /// The habits in the environment, read once.
  static let current = RegionalHabits()

  private init() {
    if Self.use(LC_TIME) {
      // %I and %r are 12-hour formats, %H and %T 24-hour.
      let format = String(cString: nl_langinfo(nl_item(T_FMT)))
      clock = format.contains("%I") || format.contains("%r") ? .twelveHour : .twentyFourHour
    } else {
      clock = Self.missingRegion("LC_TIME").map { $0 == "US" ? .twelveHour : .twentyFourHour }
    }
    #if os(Linux)
      firstDay =
        Self.use(LC_TIME)
        ? Self.firstDay : Self.missingRegion("LC_TIME").map { $0 == "US" ? .sunday : .monday }
      unit =
        Self.use(LC_MEASUREMENT)
        ? Self.byte(_NL_MEASUREMENT_MEASUREMENT) == 2 ? .fahrenheit : .celsius
        : Self.missingRegion("LC_MEASUREMENT").map { $0 == "US" ? .fahrenheit : .celsius }
    #else
      (unit, firstDay) = (nil, nil)
    #endif
  }

  /// Switches to the user's locale; returns whether it is installed and regional, unlike C.
  private static func use(_ category: Int32) -> Bool {
    guard let name = setlocale(category, "").map({ String(cString: $0) }) else { return false }
    return name != "C" && name != "POSIX" && !name.hasPrefix("C.")
  }

  /// The region of the user's locale, `US` in `en_US.UTF-8`, even if the locale is not installed, as after ssh.
  private static func missingRegion(_ category: String) -> String? {
    let name = ["LC_ALL", category, "LANG"].lazy.compactMap { Environment[$0] }.first
    let parts = name?.prefix { $0 != "." && $0 != "@" }.split(separator: "_") ?? []
    return parts.count == 2 ? String(parts[1]) : nil
  }

  #if os(Linux)
    private static var firstDay: Weekday? {
      // The date of day 1 of the locale, a Sunday or a Monday of 1997, as an integer in place of a pointer.
      let date = Int(bitPattern: nl_langinfo(nl_item(_NL_TIME_WEEK_1STDAY)))
      let number = Int(byte(_NL_TIME_FIRST_WEEKDAY)) - 1 + (date == 19_971_201 ? 0 : 6)
      return number < 0 ? nil : Weekday.allCases[number % 7]
    }

    private static func byte(_ item: some BinaryInteger) -> UInt8 {
      UInt8(bitPattern: nl_langinfo(nl_item(item)).pointee)
    }
  #endif
}
