import ArgumentParser
import Diagnostics
import ScheduleFiles
import ScheduleText
import ScheduleModel

/// The option that picks one schedule of a document.
struct ScheduleOption: ParsableArguments {
  @Option(help: "The schedule by its name; the first one when left out.", completion: .schedules)
  var schedule: String?
}

extension DocumentFile {
  /// Opens a document for a command.
  ///
  /// - Throws: `Failure`.
  static func open(_ path: String) throws(Failure) -> DocumentFile {
    try Failure.about(path) { try DocumentFile(opening: path) }
  }

  /// The index of the schedule that `--schedule` names, or of the first one.
  func scheduleIndex(_ option: ScheduleOption) throws(Failure) -> Int {
    try scheduleIndex(named: option.schedule)
  }

  /// The index of the schedule of that name, or of the first one.
  func scheduleIndex(named name: String?) throws(Failure) -> Int {
    guard let name else { return 0 }
    guard let index = document.contents.schedules.index(named: name) else {
      let known = document.contents.schedules.map { $0.name.quoted() }.joined(separator: ", ")
      throw Failure(.usage, "\(path) has no schedule \(name.quoted()); it has \(known)")
    }
    return index
  }
}
