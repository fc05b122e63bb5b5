package import Diagnostics

package enum DeviceRules {
  /// The descriptions of all rules, by code.
  package static let infos: [RuleInfo] = [
    .timeGrid, .temperatureGrid, .range, .coolNotHeld, .deadband, .periodCount, .pairCount,
    .timeOrder, .daysApart, .unknownDevice, .sides, .malformed, .tooManyPeriods,
    .timesDiffer, .dayMissing, .filled, .roundedIn, .unknownMember, .gap,
  ]
}

extension RuleInfo {
  static let timeGrid = RuleInfo(
    code: "SP501", severity: .warning, summary: "the device supports the time of the period",
    what: "Every period must begin at a time that the device supports.",
    why: """
      Many thermostats switch only every 10, 15 or 30 minutes. With `--round`, an export uses the nearest time and \
      prints the cell.
      """,
    bad: "Monday leave 06:10, for ecobee (30 minutes)", good: "Monday leave 06:00", fix: .unsafe)
  static let temperatureGrid = RuleInfo(
    code: "SP502", severity: .warning, summary: "the device supports the temperature",
    what: "Every setpoint must read back from the device as the same tenth of a degree.",
    why: """
      Devices store whole or half degrees, or degrees of the other unit. With `--round`, an export uses \
      the nearest setting.
      """,
    bad: "Monday wake heat 70 °F, for evohome (0.5 °C: 21 °C is 69.8 °F)",
    good: "Monday wake heat 68 °F (20 °C)", fix: .unsafe)
  static let range = RuleInfo(
    code: "SP503", severity: .warning, summary: "the temperature is within the device's range",
    what: "Every setpoint must be between the lowest and the highest that the device supports.",
    why: "A device rejects or limits other values. With `--round`, an export uses the limit.",
    bad: "Monday leave heat 40 °F, for radiotherm (45 to 95 °F)", good: "Monday leave heat 45 °F",
    fix: .unsafe)
  static let coolNotHeld = RuleInfo(
    code: "SP504", severity: .warning, summary: "the device supports cool setpoints",
    what: "A heat-only device does not support the cool column.",
    why: """
      Radiator valves and heating controllers have no cooling program, so the cool column would be \
      lost. `--drop-cool` omits it and prints each cell.
      """,
    bad: "Monday wake cool 78 °F, for evohome", good: "a heat-only schedule, for evohome")
  static let deadband = RuleInfo(
    code: "SP505", severity: .warning,
    summary: "heat and cool are far enough apart for the device",
    what: "Cool must be above heat by at least the device's own deadband.",
    why: """
      A device that heats and cools enforces a distance between the two setpoints and moves one of them if it is \
      smaller. Only you know which one to move.
      """,
    bad: "Monday wake 21/23 °C, for a Zigbee thermostat (2.5 °C)", good: "Monday wake 21/23.5 °C")
  static let periodCount = RuleInfo(
    code: "SP506", severity: .warning, summary: "the device has room for the day's periods",
    what: "A day must not need more entries than the device has for it.",
    why: """
      A device stores a fixed number of entries per day; it needs one for 00:00 if it does not keep the evening's \
      setpoint past midnight.
      """,
    bad: "5 entries for a device with 4", good: "wake at 00:00, which needs no entry of its own")
  static let pairCount = RuleInfo(
    code: "SP507", severity: .warning,
    summary: "the device has room for the distinct pairs of heat and cool",
    what: "The week must not have more different pairs of heat and cool than the device supports.",
    why: """
      ecobee's program refers to named climates, one for each pair of heat and cool, and stores a limited number of \
      them.
      """,
    bad: "28 different pairs", good: "the same pair for every wake, leave, return and sleep")
  static let timeOrder = RuleInfo(
    code: "SP508", severity: .warning, summary: "times are in order after rounding",
    what: "The periods of a day must still follow each other after rounding.",
    why: "If two periods round to the same time, one would disappear. Move one of them by hand.",
    bad: "wake 06:10 and leave 06:14, rounded to 15 minutes", good: "wake 06:00 and leave 06:15")
  static let daysApart = RuleInfo(
    code: "SP509", severity: .warning, summary: "days that share a program on the device are equal",
    what: "Days that share one program on the device must be equal.",
    why: "Some valves have one program for workdays and one for days off; others would be lost.",
    bad: "Tuesday wake 07:00, Monday wake 06:00, for tuya-workdays",
    good: "Mon-Fri wake 06:00")

  package static let unknownDevice = RuleInfo(
    code: "SP510", severity: .warning, summary: "setpoint supports the schedule's device",
    what: """
      The member `device` of a schedule must name a device or a format; `setpoint formats` lists them. \
      It is checked once the document has no errors.
      """,
    why: """
      `validate`, the editor and `export` check the limits of that device; the limits of an unknown \
      device cannot be checked.
      """,
    bad: #""device": "sonof-trvzb""#, good: #""device": "sonoff-trvzb""#)

  static let sides = RuleInfo(
    code: "SP511", severity: .warning, summary: "the schedule has the sides that the device needs",
    what: "A schedule must have the heat and the cool setpoints that its device needs.",
    why: "Some devices store both; `setpoint set home.json sides=both --cool 78,85` adds cool.",
    bad: "a heat-only schedule, for ecobee", good: "a schedule of heat and cool, for ecobee")

  static let malformed = RuleInfo(
    code: "SP520", severity: .error,
    summary: "the file is in the format of the device or its interface",
    what: "An imported file must be in the documented format.",
    why: "A truncated file, or one with other types, cannot be read reliably; nothing is written.",
    bad: "{\"0\": [360, 70, 480]}", good: "{\"0\": [360, 70, 480, 62]}", isOfImports: true)
  static let tooManyPeriods = RuleInfo(
    code: "SP521", severity: .error, summary: "a day has at most four periods",
    what: "An imported day must not have more than four periods.",
    why: "The table has four rows a day. `--drop-periods` omits and lists those that matter least.",
    bad: "a day with 6 periods", good: "a day with 4 periods", isOfImports: true)
  static let timesDiffer = RuleInfo(
    code: "SP522", severity: .error, summary: "heat and cool change at the same times",
    what: "Heat and cool together must not change at more than four times of day.",
    why: """
      A row of the table has one time for both. Up to four times a day are merged without loss; \
      if there are more, `--times` chooses the side whose times are kept; each row gets the setpoint of the other side \
      that is in force longest.
      """,
    bad: "heat at 06:00 08:00 18:00 22:00, cool at 07:00 09:00 17:00 21:00",
    good: "heat and cool at 06:00 08:00 18:00 22:00", isOfImports: true)
  package static let dayMissing = RuleInfo(
    code: "SP524", severity: .error, summary: "every day has a program",
    what: "An imported file must contain all seven days.",
    why: "The table has seven days. `--into FILE` takes the missing ones from a schedule.",
    bad: "{\"1\": […]}", good: "{\"1\": […], …, \"7\": […]}", isOfImports: true)
  package static let filled = RuleInfo(
    code: "SP525", severity: .warning, summary: "a day has four periods",
    what: "A day with fewer than four periods is filled with periods that repeat the setpoints in "
      + "force.",
    why: "The table has four rows a day; filling them changes nothing in effect.",
    bad: "06:15 68, 22:45 60", good: "06:15 68, 10:15 68, 14:30 68, 22:45 60", isOfImports: true)
  package static let roundedIn = RuleInfo(
    code: "SP526", severity: .warning, summary: "the value fits a schedule exactly",
    what: "A value that does not fit exactly is refused as an error, or rounded with a warning.",
    why: "A schedule keeps tenths of a degree in one unit; devices may store finer values.",
    bad: "21.25 °C", good: "21.3 °C", isOfImports: true)
  static let unknownMember = RuleInfo(
    code: "SP527", severity: .warning, summary: "every member of the file is understood",
    what: "Members that the format does not define are skipped.",
    why: "Firmware adds members; an important one would otherwise be lost unnoticed.",
    bad: "{\"0\": […], \"tmode\": 1}", good: "{\"0\": […]}", isOfImports: true)
  static let gap = RuleInfo(
    code: "SP528", severity: .error, summary: "every minute of the week has a setpoint",
    what: "An imported program must have a setpoint at every time.",
    why:
      "A schedule has no gaps, but a device's program can: no block, off, NULL. `--gaps` supplies the setpoint.",
    bad: "only one block on Monday, from 06:00 to 22:00", good: "blocks from 00:00 to 24:00",
    isOfImports: true)
}
