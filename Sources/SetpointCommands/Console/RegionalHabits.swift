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
    if Self.use(LC_TIME) {
      // %I and %r count to 12, %H and %T to 24.
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

  /// Switches to the person's locale; returns whether it is installed and belongs to a country. C does not.
  private static func use(_ category: Int32) -> Bool {
    guard let name = setlocale(category, "").map({ String(cString: $0) }) else { return false }
    return name != "C" && name != "POSIX" && !name.hasPrefix("C.")
  }

  /// The region of the person's locale, `US` in `en_US.UTF-8`, if the locale is not installed: ssh passes names on to
  /// machines that lack them.
  private static func missingRegion(_ category: String) -> String? {
    let name = ["LC_ALL", category, "LANG"].lazy.compactMap { Environment[$0] }.first
    let parts = name?.prefix { $0 != "." && $0 != "@" }.split(separator: "_") ?? []
    return parts.count == 2 ? String(parts[1]) : nil
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
