import JSONText
import ScheduleModel

/// Writes and reads heating schedules of Drayton Wiser, as files of its integration or in the format of the hub.
///
/// Sources: PyPI aioWiserHeatAPI (schedule.py, const.py, helpers/temp.py): a file names its type and has a list of
/// times and temperatures for each day; the hub has two lists for each day, times as HHMM and tenths of a degree; 5 to
/// 30 °C in halves; -20 is off; 3000 and 4000 are sunrise and sunset.
struct WiserFormat: ImportableFormat {
  let id = "wiser"
  let fileSuffix = "yaml"
  let title = "Drayton Wiser (schedule file, local hub)"
  let options: Set<DeviceOption> = [.midnight]

  let profiles = [
    DeviceProfile(
      "wiser", aliases: ["drayton"], title: "Drayton Wiser rooms",
      scales: [TemperatureScale(.celsius, step: 50, heat: 500...3000)],
      sides: .heat)
  ]

  let forms: [(id: String, title: String)] = [
    ("file", "a schedule file: YAML, written as JSON"),
    ("hub", "the hub's own form in JSON"),
  ]

  let instructions = [
    "setpoint export FILE --to wiser --drop-cool -o /config/schedules/hall.yaml",
    "Home Assistant: Developer tools, Actions, wiser.set_schedule: the schedule's entity and the file.",
    "Read back: wiser.get_schedule writes such a file; then",
    "setpoint import hall.yaml --from wiser",
    "The hub itself: setpoint export FILE --to wiser/hub --drop-cool -o hall.json, and",
    "curl -X PATCH -H \"SECRET: $SECRET\" -d @hall.json http://HUB/data/v2/schedules/Heating/ID",
    "curl -H \"SECRET: $SECRET\" http://HUB/data/v2/schedules/ > schedules.json   (every schedule; --zone)",
  ]

  func text(of week: FittedWeek, name: String, options: ExportOptions) -> WrittenText {
    options.form == "hub" ? WrittenText(Self.hub(week)) : WrittenText(Self.file(week, name))
  }

  private static func hub(_ week: FittedWeek) -> JSONValue {
    .object(
      Weekday.allCases.map { day in
        let entries = week.entries(of: day)
        return .init(
          day.title,
          [
            "Time": .array(entries.map { .integer($0.time.hour * 100 + $0.time.minute) }),
            "DegreesC": .array(entries.map { .integer($0.heat.count / 10) }),
          ])
      })
  }

  /// A file of the integration. It reads YAML; JSON is a subset in which truncation is detectable.
  private static func file(_ week: FittedWeek, _ name: String) -> JSONValue {
    .object(
      [
        .init("Name", .string(name)),
        .init("Description", .string("Heating schedule for \(name)")),
        .init("Type", "Heating"),
      ]
        + Weekday.allCases.map { day in
          .init(
            day.title,
            .array(
              week.entries(of: day).map { ["Time": .string("\($0.time)"), "Temp": .real($0.heat)] })
          )
        })
  }
}
