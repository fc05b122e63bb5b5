import ArgumentParser
import DeviceFormats
import Diagnostics
import ScheduleFiles
import ScheduleModel
import ScheduleRules

/// `setpoint import`: reads what a device holds into a schedule file.
struct ImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Read a device's program into a schedule file.",
    discussion: """
      Nothing is written unless the whole program can be held. A file with only the heat program \
      needs the cool setpoints, and the other way round.

      Example:
        curl -s http://THERMOSTAT/tstat/program/heat |
          setpoint import - --from radiotherm --program heat --cool 78 -o home.json
      """)

  @Argument(help: "The device's file, - for standard input.")
  var file: String

  @Option(help: "The format; `setpoint formats` lists them.")
  var from: String

  @Option(name: .shortAndLong, help: "The schedule file to write; standard output when left out.")
  var output: String?

  @Option(help: "The schedule's name.")
  var name = "Imported"

  @Option(help: "Which program a file with a single one holds: heat or cool.")
  var program: Program?

  @Option(help: "The cool setpoint for a heat program, in the device's scale.")
  var cool: String?

  @Option(help: "The heat setpoint for a cool program, in the device's scale.")
  var heat: String?

  @Option(help: "A schedule file that has the missing setpoints.")
  var missingFrom: String?

  @Flag(help: "Replace a file that is there already.")
  var force = false

  func run() throws {
    let format = try DeviceFormatOption.named(from)
    guard let reader = format as? any ImportableFormat else {
      Console.say("\(format.id) cannot be read back")
      throw ExitStatus.usage.exit
    }
    let options = try options(for: format)
    let bytes: [UInt8]
    do {
      bytes = try FileReading.bytes(at: file)
    } catch {
      throw DocumentFileError.system(error).reported(file)
    }
    do {
      let imported = try reader.week(from: bytes, file: file, options: options)
      for note in imported.notes { Console.say("\(file.printable): \(note)") }
      for finding in WeekCheck.findings(in: DraftSchedule(imported.week))
      where finding.severity == .error {
        Console.say("\(file.printable): imported, but \(finding.message) [\(finding.code)]")
      }
      let contents = ScheduleCollection(
        unit: imported.week.unit,
        schedules: [NamedSchedule(name: name, week: imported.week)])
      try Console.write(
        CanonicalText.text(of: contents), toFile: output, existing: force ? .replace : .refuse)
    } catch let refusal as ImportRefusal {
      Console.report(refusal.diagnostics, in: bytes, to: .error)
      throw ExitStatus.problems.exit
    }
  }

  private func options(for format: any DeviceFormat) throws -> ImportOptions {
    var options = ImportOptions()
    options.program = program
    if let path = missingFrom {
      options.counterpart = .schedule(
        try DocumentFile.open(path).document.contents.schedules[0].week)
    }
    if let text = program == .cool ? heat : cool {
      guard let temperature = Temperature(text) else {
        Console.say("\(text.quoted()) is not a temperature; use a number such as 78")
        throw ExitStatus.usage.exit
      }
      options.counterpart = .constant(temperature)
    }
    return options
  }
}
