package import Diagnostics

/// What a finding about a device means.
package struct DeviceRule: Hashable, Sendable {
  /// The code, `SP501`; stable for ever.
  package let code: String
  /// How much a finding matters.
  package let severity: Severity
  /// What is checked, as a title without a full stop.
  package let title: String
  /// Why it matters and what helps, in sentences.
  package let why: String
  /// An example that gives the finding.
  package let bad: String
  /// The same, put right.
  package let good: String

  private init(
    _ code: String, _ title: String, severity: Severity = .error, why: String, bad: String,
    good: String
  ) {
    self.code = code
    self.severity = severity
    self.title = title
    self.why = why
    self.bad = bad
    self.good = good
  }
}

extension DeviceRule {
  static let timeGrid = DeviceRule(
    "SP501", "the device has a time for the period",
    why: "Many thermostats switch only every 10, 15 or 30 minutes. `export --round` takes the "
      + "nearest time and prints the cell.",
    bad: "monday leave 06:10, for ecobee (30 minutes)", good: "monday leave 06:00")
  static let temperatureGrid = DeviceRule(
    "SP502", "the device has a setting for the temperature",
    why: "A device keeps whole or half degrees, or degrees of the other unit. A value is exact "
      + "when reading it back gives the same tenth. `export --round` takes the nearest setting.",
    bad: "monday wake heat 70 °F, for evohome (0.5 °C: 21 °C is 69.8 °F)",
    good: "monday wake heat 68 °F (20 °C)")
  static let range = DeviceRule(
    "SP503", "the temperature is within the device's range",
    why: "A device refuses or silently limits what lies outside its range. `export --round` takes "
      + "the limit.",
    bad: "monday leave heat 40 °F, for radiotherm (45 to 95 °F)", good: "monday leave heat 45 °F")
  static let coolNotHeld = DeviceRule(
    "SP504", "the device holds cool setpoints",
    why: "Radiator valves and heating controllers have no cooling program, so the cool column "
      + "would be lost. `export --drop-cool` leaves it out and prints each cell.",
    bad: "export --to evohome", good: "export --to evohome --drop-cool")
  static let deadband = DeviceRule(
    "SP505", "heat and cool are far enough apart for the device",
    why: "A device that heats and cools by itself wants a distance between the two setpoints and "
      + "moves one of them when it is smaller. Only you know which one to move.",
    bad: "monday wake 21/23 °C, for a Zigbee thermostat (2.5 °C)", good: "monday wake 21/23.5 °C")
  static let periodCount = DeviceRule(
    "SP506", "the device has room for the day's periods",
    why: "A device holds a fixed number of entries a day; one is needed for 00:00 where it does "
      + "not carry the evening's setpoint over midnight.",
    bad: "5 entries for a device with 4", good: "wake at 00:00, which needs no entry of its own")
  static let pairCount = DeviceRule(
    "SP507", "the device has room for the distinct pairs of heat and cool",
    why: "ecobee's program refers to named climates, one for each pair of heat and cool, and holds "
      + "a limited number of them.",
    bad: "28 different pairs", good: "the same pair for every wake, leave, return and sleep")
  static let timeOrder = DeviceRule(
    "SP508", "times are in order on the device's grid",
    why: "Two periods that fall on the same time after rounding would make one disappear. Move one "
      + "of them by hand.",
    bad: "wake 06:10 and leave 06:14, rounded to 15 minutes", good: "wake 06:00 and leave 06:15")

  static let malformed = DeviceRule(
    "SP520", "the file is what the device or its interface writes",
    why: "A file that is cut short or has other types cannot be read for sure, so nothing is "
      + "written.",
    bad: "{\"0\": [360, 70, 480]}", good: "{\"0\": [360, 70, 480, 62]}")
  static let tooManyPeriods = DeviceRule(
    "SP521", "a day has at most four periods",
    why: "The table has four rows a day. `import --drop-periods` leaves the shortest out and names "
      + "them.",
    bad: "a day of 6 switchpoints", good: "import --drop-periods")
  static let timesDiffer = DeviceRule(
    "SP522", "heat and cool change at the same times",
    why: "A row of the table has one time for both. Up to four times a day are merged without "
      + "loss; beyond that `import --times heat` or `--times cool` says whose times hold.",
    bad: "heat at 06:00 08:00 18:00 22:00, cool at 07:00 09:00 17:00 21:00",
    good: "import --times heat")
  static let sideMissing = DeviceRule(
    "SP523", "heat and cool are both known",
    why: "A heating device knows no cool setpoints, and the table needs them.",
    bad: "import --from evohome", good: "import --from evohome --cool 26")
  static let dayMissing = DeviceRule(
    "SP524", "every day has a program",
    why: "The table has seven days. The missing ones can come from an existing schedule.",
    bad: "{\"1\": […]}", good: "import --into home.json")
  static let filled = DeviceRule(
    "SP525", "a day has four periods", severity: .warning,
    why: "A day with fewer is filled with periods that repeat the setpoints in force, so that the "
      + "house sees no difference.",
    bad: "06:15 68, 22:45 60", good: "06:15 68, 11:45 68, 17:15 68, 22:45 60")
  static let roundedIn = DeviceRule(
    "SP526", "the value fits a schedule as it is", severity: .warning,
    why: "A schedule keeps tenths of a degree in one unit; what a device holds beyond that is "
      + "rounded and said.",
    bad: "21.25 °C", good: "21.3 °C")
  static let unknownMember = DeviceRule(
    "SP527", "every member of the file is understood", severity: .warning,
    why: "Firmware adds members; they are left out of the schedule.",
    bad: "{\"0\": […], \"tmode\": 1}", good: "{\"0\": […]}")
}

extension DeviceRule {
  /// Every rule about devices, in order of the codes.
  package static let all: [DeviceRule] = [
    .timeGrid, .temperatureGrid, .range, .coolNotHeld, .deadband, .periodCount, .pairCount,
    .timeOrder, .malformed, .tooManyPeriods, .timesDiffer, .sideMissing, .dayMissing, .filled,
    .roundedIn, .unknownMember,
  ]

  /// The rule that has a code; nil for another's.
  package static func named(_ code: String) -> DeviceRule? {
    all.first { $0.code == code.uppercased() }
  }
}
