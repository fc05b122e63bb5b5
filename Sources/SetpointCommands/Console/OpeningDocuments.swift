import ArgumentParser
import Diagnostics
import ScheduleFiles
import ScheduleModel

extension DocumentFile {
  /// Opens a document for a command, or says why not and ends the command.
  static func open(_ path: String) throws -> DocumentFile {
    do {
      return try DocumentFile(opening: path)
    } catch {
      throw error.reported(path)
    }
  }

  /// The schedule that `--schedule` names, or the first one.
  func scheduleIndex(_ option: ScheduleOption) throws -> Int {
    try option.schedule.map(scheduleIndex(named:)) ?? 0
  }

  /// The number of the schedule with that name.
  func scheduleIndex(named name: String) throws -> Int {
    let names = document.contents.schedules.map(\.name)
    guard let index = names.firstIndex(of: name) else {
      Console.say(
        "\(path.printable) has no schedule \(name.quoted()); it has "
          + names.map { $0.quoted() }.joined(separator: ", "))
      throw ExitStatus.usage.exit
    }
    return index
  }
}

extension DocumentFileError {
  /// Says to the person what went wrong and returns the error that ends the command.
  func reported(_ path: String) -> ExitCode {
    switch self {
    case .system(let error):
      Console.say("\(path.printable): \(error)\(error.advice)")
      return ExitStatus(error).exit
    case .locked:
      Console.say("\(path.printable): \(reason)")
      return ExitStatus.cannotCreate.exit
    case .content(let problem):
      Console.report(
        problem.diagnostics, in: try? FileReading.bytes(at: path), to: .error)
      return ExitStatus.unreadableData.exit
    }
  }
}

/// The option that picks one schedule of a document.
struct ScheduleOption: ParsableArguments {
  @Option(help: "The schedule by its name; the first one when left out.")
  var schedule: String?
}

extension ClockStyle: ExpressibleByArgument {}

extension TemperatureUnit: ExpressibleByArgument {
  init?(argument: String) { self.init(argument) }
}
