import ArgumentParser
import DeviceFormats
import Diagnostics
import Reporting
import ScheduleFiles
import ScheduleText
import ScheduleModel

struct NewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new",
    abstract: "Write the default schedule to a new file.",
    discussion: """
      The default is the ENERGY STAR program: wake 06:00 70/78, leave 08:00 62/85, return 18:00 \
      70/78, sleep 22:00 62/82 °F. --device adapts it to the setpoints, unit and limits of a device.

      Examples:
        setpoint new home.json --unit C --name Winter
        setpoint new valve.json --device sonoff-trvzb
      """)

  @Argument(help: "The file to write, - for standard output.", completion: .file())
  var file: String

  @Option(help: "Unit (default: device's or locale's)")
  var unit: TemperatureUnit?

  @Option(
    help: "heat, cool or both (default: the device's, else both).",
    completion: .list(["heat", "cool", "both"]), transform: Sides.typed)
  var sides: Sides?

  @Option(help: "The device that the schedule is for.", completion: .devices)
  var device: String?

  @Option(parsing: .unconditional, help: "The schedule's name.")
  var name = "Home"

  @Flag(help: .force) var force = false

  @Flag(name: .dryRun, help: .dryRun) var dryRun = false

  func validate() throws { try ScheduleName.check(typed: name) }

  func run() throws {
    let text = CanonicalText.text(of: try contents())
    try OutputFile(path: file, isForced: force, inputs: [], isDry: dryRun).write(text)
    guard file != "-" else { return }
    let companion = CompanionFile(of: file)
    if let session = DocumentLock.openSession(of: companion) {
      Console.say("\(file): \(session); its edits are not lost")
    } else if FoundJournal.hasEdits(
      companion, besides: try? ScheduleDocument(reading: text, file: file))
    {
      Console.say(FoundJournal.advice(file))
    }
  }

  /// Returns the default week, with the nearest values that the device supports.
  private func contents() throws(Failure) -> Contents {
    let profile = try DeviceChoice(nil, device: device)?.profile
    let usual = unit ?? RegionalHabits.current.unit ?? .fahrenheit
    let unit = profile?.scale(preferring: usual).unit ?? usual
    let held = profile?.sides ?? .both
    if let profile, let given = self.unit, given != unit {
      throw Failure(.usage, "\(profile.id) does not support \(given.symbol); omit --unit")
    }
    if let profile, let sides, !held.isSuperset(of: sides) {
      throw Failure(.usage, "\(profile.id) supports only \(held.name) setpoints")
    }
    if let lack = profile?.lack(sides ?? held) { throw Failure(.usage, lack.text) }
    var schedule = Schedule(name: name, device: profile?.id, week: .standard(unit, sides ?? held))
    schedule.week = profile?.repaired(schedule.week) ?? schedule.week
    return Contents(unit: unit, schedules: [schedule])
  }
}
