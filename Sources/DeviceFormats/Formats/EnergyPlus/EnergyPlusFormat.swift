import Diagnostics
import JSONText
import ScheduleModel

/// Writes and reads thermostat schedules of EnergyPlus: type limits, a Schedule:Compact for each side and a
/// ThermostatSetpoint:DualSetpoint, SingleHeating or SingleCooling, as IDF or epJSON.
///
/// Sources: EnergyPlus input-output reference, group-schedules, and runs of the engine 25.2.0: the last block must end
/// at 24:00, times must increase, an empty block warns, and without `AllOtherDays` design days run at 0 °C.
struct EnergyPlusFormat: DatedFormat {
  let title = "EnergyPlus (IDF and epJSON)"
  let options: Set<RequestOption> = [.year]
  let years: Int? = 1
  let needsYear = true

  let profiles = [
    DeviceProfile(
      id: "energyplus", aliases: ["idf", "openstudio"], title: "EnergyPlus models",
      scales: [TemperatureScale(.celsius, step: 1, heat: -6000...20000, cool: -6000...20000)],
      needsMidnightEntry: true, grouping: .equalDays)
  ]

  let forms: [(id: String, title: Sentence)] = [
    ("idf", "objects for an IDF file"),
    ("epjson", "the same objects for an epJSON file"),
  ]

  func fileSuffix(ofForm form: String?) -> String { form == "epjson" ? "epJSON" : "idf" }

  func text(of week: FittedWeek, name: String, options: ExportOptions) -> WrittenText {
    let year = EnergyPlusText.Season(
      end: .newYearsEve, groups: week.groups(), others: week.entries(of: .sunday))
    return EnergyPlusText(
      seasons: [year], sides: week.sides, name: QuotedText.energyPlus(name)
    ).text(options.form)
  }

  func text(of dated: DatedWeeks, options: ExportOptions) -> WrittenText {
    var seasons: [EnergyPlusText.Season] = []
    var program: [Weekday: [WrittenSwitchpoint]] = [:]
    // A season continues until a day of the week gets other entries.
    for day in dated.days {
      program[day.date.weekday] = day.entries
      let end = day.date.ofSeason
      guard program[day.date.weekday.next] ?? day.next != day.next || end == .newYearsEve else {
        continue
      }
      seasons.append(
        .init(
          end: end, groups: FittedWeek.groups(of: program),
          others: program[.sunday] ?? day.entries))
      program = [:]
    }
    let first = dated.days[0].date
    let note: Sentence =
      "the Begin Year of the RunPeriod must be \(first.year); 1 January is a \(first.weekday.title)"
    return EnergyPlusText(seasons: seasons, sides: dated.sides, name: DatedWeeks.name)
      .text(options.form, notes: [note])
  }

  func key(of name: String, _ options: ExportOptions) -> String? {
    QuotedText.energyPlus(name).lowercased()
  }

  func joined(_ texts: [[UInt8]], _ options: ExportOptions) -> [UInt8] {
    guard options.form == "epjson" else { return joined(texts, droppingLines: 3) }
    let members = texts.flatMap { (try? JSONTree(parsing: $0))?.root.members ?? [] }
    let classes = members.map(\.key).enumerated().filter { index, key in
      !members[..<index].contains { $0.key == key }
    }
    return WrittenText(
      .object(
        classes.map { _, key in
          let objects = members.filter { $0.key == key }.flatMap(\.value.members)
          return .init(key, .object(objects.map { .init($0.key, JSONValue($0.value)) }))
        })
    ).bytes
  }
}

private struct EnergyPlusText {
  struct Season {
    let end: CalendarDay
    let groups: [(days: [Weekday], entries: [WrittenSwitchpoint])]
    /// The entries of holidays and design days.
    let others: [WrittenSwitchpoint]
  }

  let seasons: [Season]
  let sides: Sides
  let name: String

  func text(_ form: String?, notes: [Sentence] = []) -> WrittenText {
    form == "idf" ? WrittenText(idf, notes: notes) : WrittenText(epJSON, notes: notes)
  }

  private var limits: String { "\(name) Temperature" }
  private func schedule(_ side: Side) -> String {
    "\(name) \(side == .heat ? "Heating" : "Cooling")"
  }

  /// The fields of a side: a label for a list of days or a time, and a value after each time.
  private func blocks(_ side: Side) -> [(label: String, value: Hundredths?)] {
    var blocks: [(label: String, value: Hundredths?)] = []
    func add(_ days: String, _ entries: [WrittenSwitchpoint]) {
      blocks.append(("For: \(days)", nil))
      for (entry, end) in entries.withEnds {
        blocks.append(("Until: \(end)", entry[side]))
      }
    }
    for season in seasons {
      blocks.append(("Through: \(season.end.seasonText)", nil))
      for group in season.groups {
        add(group.days.map(\.title).joined(separator: " "), group.entries)
      }
      add("AllOtherDays", season.others)
    }
    return blocks
  }

  private var thermostat: String { EnergyPlusObjects.thermostat(sides.each) }

  /// The field with the name of a side's schedule.
  private func field(_ side: Side) -> String {
    (sides != .both ? "" : side == .heat ? "Heating " : "Cooling ") + "Setpoint Temperature"
  }

  var idf: String {
    var text = """
      ! Weekly thermostat schedule written by setpoint.
      ! Minutes are exact when they are multiples of 60 / Timestep.

      ScheduleTypeLimits,
        \(limits),  !- Name
        -60,  !- Lower Limit Value
        200,  !- Upper Limit Value
        Continuous,  !- Numeric Type
        Temperature;  !- Unit Type


      """
    for side in sides.each {
      text += "Schedule:Compact,\n  \(schedule(side)),  !- Name\n  \(limits)"
      for (label, value) in blocks(side) {
        text += ",\n  \(label)" + (value.map { ", \($0)" } ?? "")
      }
      text += ";\n\n"
    }
    text += "\(thermostat),\n  \(name) Thermostat,  !- Name\n"
    for side in sides.each {
      let end = side == sides.each.last ? ";" : ","
      text += "  \(schedule(side))\(end)  !- \(field(side)) Schedule Name\n"
    }
    return text
  }

  var epJSON: JSONValue {
    let compact = sides.each.map { side in
      let fields = blocks(side).flatMap { label, value -> [JSONValue] in
        [["field": .string(label)]] + (value.map { [["field": .degrees($0)]] } ?? [])
      }
      return JSONValue.Member(
        schedule(side), ["schedule_type_limits_name": .string(limits), "data": .array(fields)])
    }
    let schedules = sides.each.map { side in
      let field = field(side).lowercased().replacing(" ", with: "_")
      return JSONValue.Member("\(field)_schedule_name", .string(schedule(side)))
    }
    return [
      "ScheduleTypeLimits": [
        limits: [
          "lower_limit_value": .integer(-60), "upper_limit_value": .integer(200),
          "numeric_type": "Continuous", "unit_type": "Temperature",
        ]
      ],
      "Schedule:Compact": .object(compact),
      thermostat: ["\(name) Thermostat": .object(schedules)],
    ]
  }
}
