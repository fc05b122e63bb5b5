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

  let documents: [Document]
  /// The status to end with.
  private(set) var status = ExitStatus.success
  /// Whether the command line named more than one file, so that each is shown with its name.
  let areSeveral: Bool

  /// Reads the files and folders that `arguments` name, of each file the schedule that `name` names.
  ///
  /// - Throws: `Failure` where nothing is left to be shown.
  init(_ arguments: [String], schedule name: String?) throws(Failure) {
    let files = ManyFiles(arguments)
    areSeveral = files.areSeveral
    var documents: [Document] = []
    do throws(Failure) {
      try files.forEach(nil) { path in
        let file = try DocumentFile.open(path)
        let all = file.document.contents.schedules
        documents.append(
          Document(
            path: path,
            schedules: name == nil ? all : [all[try file.scheduleIndex(named: name)]]))
        return true
      }
    } catch {
      status = error.status
    }
    self.documents = documents
    if documents.isEmpty { throw Failure(status) }
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
