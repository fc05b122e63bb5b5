import Diagnostics
import ScheduleModel

/// Writes and reads Home Assistant's schedule helper, and writes the automation that applies it. With a calendar, the
/// automation chooses among several helpers by date.
///
/// Sources: homeassistant, components/schedule (schema.py, const.py): blocks within one day, 24:00:00 only as an end,
/// no carry-over from the previous day, `data` becomes attributes. Times are quoted: YAML 1.1 readers parse 18:00:00 as
/// 64800. The scheduler form follows nielsfaber/scheduler-component (const.py, ADD_SCHEDULE_SCHEMA).
struct HomeAssistantFormat: ImportableFormat, DatedFormat {
  let id = "home-assistant"
  let fileSuffix = "yaml"
  let title = "Home Assistant (schedule helper, YAML)"
  let options: Set<DeviceOption> = [.target, .program, .midnight, .oneSide]

  let profiles = [
    DeviceProfile(
      "home-assistant", aliases: ["hass", "ha"], title: "Home Assistant climate entities",
      scales: [TemperatureScale(.fahrenheit, step: 10), TemperatureScale(.celsius, step: 10)],
      needsMidnightEntry: true)
  ]

  let forms: [(id: String, title: String)] = [
    ("helper", "schedule helper; with --automation ENTITY also what applies it"),
    ("scheduler", "actions for scheduler-component; --automation names the entity"),
  ]

  let instructions = [
    "A helper made in the browser: setpoint push FILE ha://HOST/schedule.NAME   (also pull, drift)",
    "Else, with an automation that sets a climate entity:",
    "setpoint export FILE --to home-assistant --automation climate.hallway \\",
    "  -o /config/packages/setpoint.yaml",
    "In configuration.yaml: homeassistant: {packages: !include_dir_named packages}; then restart.",
    "With a calendar, the automation chooses among the helpers by date, in every year.",
    "A climate entity that only heats: --program heat (it gets `temperature`).",
    "Temperatures are in the unit of the file, which must be that of the installation (--unit).",
    "Read back: Developer tools, Actions, schedule.get_schedule; copy the answer into week.yaml, then",
    "setpoint import week.yaml --from home-assistant --file-unit F",
    "The package itself can be imported too, with its calendar.",
  ]

  func prepare(_ options: inout ExportOptions) throws(ExportRefusal) {
    if let entity = options.target, !Self.isEntity(entity) {
      throw .usage("--automation must be an entity such as climate.hallway")
    }
  }

  func text(
    of week: FittedWeek, name: String, options: ExportOptions
  ) throws(ExportRefusal) -> WrittenText {
    let text = HomeAssistantText(week, name: name)
    if options.form == "helper" {
      return WrittenText(
        HomeAssistantText.header(week) + text.helper + (options.target.map(text.automation) ?? ""))
    }
    guard let entity = options.target else {
      throw .usage("scheduler needs the entity: --automation climate.hallway")
    }
    return WrittenText(text.scheduler(entity))
  }

  func text(
    of weeks: [FittedWeek], in contents: Contents, options: ExportOptions
  ) throws(ExportRefusal) -> WrittenText {
    guard options.form == "helper" else {
      throw .usage(
        "scheduler has no place for the calendar; pass --due, --schedule NAME or --drop-calendar")
    }
    guard let entity = options.target else {
      throw .usage(
        "the calendar needs the automation that chooses by date; add --automation climate.hallway")
    }
    var texts: [HomeAssistantText] = []
    for (week, schedule) in zip(weeks, contents.schedules) {
      let slug = QuotedText.slug(schedule.name)
      let ids = [slug] + (2...(texts.count + 2)).map { "\(slug)_\($0)" }
      let id = ids.first { id in !texts.contains { $0.slug == id } }
      texts.append(HomeAssistantText(week, name: schedule.name, datedAs: id))
    }
    // The first schedule is due where no other entry applies.
    var entries = [HomeAssistantText.value(of: CalendarEntry(schedule: ""), helper: texts[0].slug)]
    for entry in contents.calendar {
      guard let index = contents.schedules.index(named: entry.schedule) else {
        throw .usage("the calendar names \(entry.schedule.quoted()), which is not a schedule")
      }
      entries.append(HomeAssistantText.value(of: entry, helper: texts[index].slug))
    }
    return WrittenText(
      HomeAssistantText.header(weeks[0]) + texts.map(\.helper).joined()
        + HomeAssistantText.automation(entity, choosingAmong: texts, entries))
  }

  /// An entity gets its setpoints from one schedule.
  func key(of name: String, _ options: ExportOptions) -> String? {
    options.target == nil && options.form ?? "helper" == "helper" ? QuotedText.slug(name) : nil
  }

  func joined(_ texts: [[UInt8]], _ options: ExportOptions) -> [UInt8] {
    joined(texts, droppingLines: 2)
  }

  private static func isEntity(_ text: String) -> Bool {
    let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return parts.count == 2
      && parts.allSatisfy { part in
        !part.isEmpty
          && part.allSatisfy {
            (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == UInt8(ascii: "_")
          }
      }
  }
}
