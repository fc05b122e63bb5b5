import ScheduleModel
import DeviceFormats
import Diagnostics

/// The comparison of devices with schedules.
struct DriftWork: Sendable {
  let options: ExportOptions
  /// Whether what is alike on several days is said cell by cell.
  let each: Bool
  let patience: Duration

  /// Compares a device, which messages call `title`, with a schedule of a file.
  ///
  /// Where it `isAlone`, a person is told how it goes. `write` takes whole lines for standard error.
  func outcome(
    _ title: String, _ link: LinkName, _ file: String, _ schedule: String?, isAlone: Bool,
    write: (String) -> Void
  ) -> LinkOutcome {
    let visit = DeviceVisit(
      title: title, link: link, patience: patience, each: each, showsProgress: isAlone)
    var name: String?
    do throws(Failure) {
      let opened = try OpenedSchedule(file, named: schedule)
      name = opened.schedule.name
      let session = try visit.session()
      let comparison = try visit.compare(in: session, .drifting) { device throws(Failure) in
        try WantedProgram(opened, for: device, options, each: each, isAlone: isAlone)
      } say: {
        write(Console.message($0))
      }
      var outcome = visit.outcome(of: comparison)
      outcome.schedule = name
      outcome.notes = comparison.notes
      if let text = comparison.refusal?.text {
        write(text + Console.message("\(title): what it answers is no schedule"))
      } else if outcome.word == .unproved {
        write(Console.message("\(title): \(outcome.reason ?? "not proved")"))
      } else if outcome.word == .same, isAlone {
        write(Console.message("\(title): holds \(comparison.wanted.title)"))
      }
      return outcome
    } catch {
      write(error.text)
      var outcome = LinkOutcome(error, of: title)
      outcome.schedule = name
      return outcome
    }
  }
}
