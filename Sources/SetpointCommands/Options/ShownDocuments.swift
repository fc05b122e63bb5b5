import Diagnostics
import ScheduleFiles
import ScheduleModel
import ScheduleRules
import ScheduleText
import SchedulePictures

/// The schedules of the files that a command line names.
///
/// A file that cannot be read is told of at once and does not keep the others from being shown.
struct ShownDocuments {
  /// A file with those of its schedules that are shown.
  struct Document {
    /// The file as the command line names it.
    let path: String
    let schedules: [Schedule]
  }

  private(set) var documents: [Document] = []
  /// The status to end with.
  private(set) var status = ExitStatus.success
  /// Whether the command line named more than one file, so that each is shown with its name.
  let areSeveral: Bool

  /// Reads the files and folders at `paths`, of each file the schedule that `option` names.
  ///
  /// - Throws: `Failure` where nothing is left to be shown.
  init(_ paths: [String], _ option: ScheduleOption) throws(Failure) {
    let inputs = InputList.files(for: paths)
    areSeveral = inputs.count > 1
    for input in inputs {
      do throws(Failure) {
        documents.append(try Self.read(input, option))
      } catch {
        guard areSeveral else { throw error }
        Console.write(error.text, to: .error)
        if error.status.rawValue > status.rawValue { status = error.status }
      }
    }
    if documents.isEmpty { throw Failure(status) }
  }

  private static func read(
    _ input: InputList.Input, _ option: ScheduleOption
  ) throws(Failure) -> Document {
    switch input {
    case .file(let path):
      let file = try DocumentFile.open(path)
      let all = file.document.contents.schedules
      return Document(
        path: path,
        schedules: option.schedule == nil ? all : [all[try file.scheduleIndex(option)]])
    case .problem(let path, let reason): throw Failure(.noInput, "\(path): \(reason)")
    case .unreadable(let path, let reason): throw Failure(.inputOutput, "\(path): \(reason)")
    }
  }

  /// The schedules as pages have them.
  var paged: [PagedSchedule] {
    documents.flatMap { document in
      document.schedules.map { PagedSchedule($0, file: areSeveral ? document.path : nil) }
    }
  }
}

extension Schedule {
  /// The cells of which a rule says that they are wrong.
  var problemCells: Set<CellAddress> {
    Set(WeekCheck.findings(in: DraftWeek(week)).map(\.cell))
  }
}
