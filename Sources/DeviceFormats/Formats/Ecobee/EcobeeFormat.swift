import Diagnostics
import JSONText
import ScheduleModel

/// Writes and reads the program of ecobee thermostats: 48 half-hour slots per day that refer to climates.
///
/// Sources: ecobee developer documentation, objects/Climate and examples/ex11; day 0 is Monday, temperatures are
/// integers in tenths of °F. A climate missing from the request is deleted, so an export merges into the program that
/// the owner downloaded. The server assigns the references of new climates: they are created first, and a second export
/// writes the schedule.
struct EcobeeFormat: ImportableFormat {
  let id = "ecobee"
  let title = "ecobee thermostats (cloud API)"
  let options: Set<DeviceOption> = [.target, .merge, .midnight]

  /// The most climates seen in a program: three fixed ones and smart1 … smart7.
  static let climateLimit = 10

  let profiles = [
    DeviceProfile(
      "ecobee", title: "ecobee thermostats",
      periods: 48, timeGrid: 30, scales: [TemperatureScale(.fahrenheit, step: 10)],
      needsMidnightEntry: true, pairs: climateLimit)
  ]

  let instructions = [
    "curl -s -H \"Authorization: Bearer $TOKEN\" -G https://api.ecobee.com/1/thermostat \\",
    "  --data-urlencode 'json={\"selection\":{\"selectionType\":\"registered\",\"selectionMatch\":\"\",",
    "  \"includeProgram\":true}}' > program.json",
    "setpoint export FILE --to ecobee --merge program.json --target THERMOSTAT_ID -o request.json",
    "curl -d @request.json -H \"Authorization: Bearer $TOKEN\" \\",
    "  'https://api.ecobee.com/1/thermostat?format=json'",
    "When the export says that climates are new: send it, download again, export and send again.",
    "In auto mode the thermostat keeps heat and cool apart: --deadband 5",
    "Read back: setpoint import program.json --from ecobee",
  ]

  func prepare(_ options: inout ExportOptions) throws(ExportRefusal) {
    if options.merge == nil {
      throw .usage(
        "ecobee replaces the whole program; pass the current one with --merge FILE")
    }
  }

  func text(
    of week: FittedWeek, name: String, options: ExportOptions
  ) throws(ExportRefusal) -> WrittenText {
    guard let file = options.merge else { return WrittenText([]) }
    let program: EcobeeProgram
    do {
      program = try EcobeeProgram(reading: DeviceText(file).json())
    } catch {
      throw ExportRefusal(error)
    }
    return try Self.merged(week, into: program, target: options.target)
  }

  private static func merged(
    _ week: FittedWeek, into program: EcobeeProgram, target: String?
  ) throws(ExportRefusal) -> WrittenText {
    let days = Weekday.allCases.map { week.entries(of: $0) }
    var missing: [WrittenSwitchpoint] = []
    for entry in days.joined()
    where program.reference(of: entry) == nil
      && !missing.contains(where: { $0.heat == entry.heat && $0.cool == entry.cool })
    {
      missing.append(entry)
    }
    let total = program.climates.count + missing.count
    guard total <= climateLimit else {
      throw .issues([
        DeviceIssue(
          .pairCount, cell: nil,
          "the program has \(program.climates.count) climates and would need \(missing.count) more; "
            + "there is room for \(climateLimit)")
      ])
    }
    var schedule = program.schedule
    var notes: [String] = []
    if missing.isEmpty {
      schedule = .array(
        days.map { entries in
          .array(
            (0..<48).map { slot in
              let entry = entries.last { $0.time.minutes <= slot * 30 } ?? entries[0]
              return .string(program.reference(of: entry) ?? "")
            })
        })
    } else {
      notes.append(
        "\(missing.count) climates are new and the schedule is not in this text yet: send it, "
          + "download the program again, and export once more")
    }
    let body = program.document(
      adding: missing.map(EcobeeProgram.newClimate), schedule: schedule, target: target)
    var text = WrittenText(body)
    text.notes = notes
    return text
  }
}
