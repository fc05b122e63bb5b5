import Diagnostics
import ScheduleFiles
import ScheduleModel
import ScheduleRules
import ScheduleText
import SchedulePictures

/// The schedules of the files on a command line.
///
/// An unreadable file is reported at once and does not stop the rest.
struct ShownDocuments {
  /// A file with its selected schedules.
  struct Document {
    let path: String
    let schedules: [Schedule]
    /// The calendar, if one is asked for.
    let calendar: ShownCalendar?
  }

  let documents: [Document]
  private(set) var status = ExitStatus.success
  /// Whether there are several files, so that each is shown with its name.
  let areSeveral: Bool

  /// Reads the files and folders of `arguments`, and of each file the schedule `name` and the months of the calendar that
  /// begin on some days.
  ///
  /// - Throws: `Failure` if there is nothing to show.
  init(_ arguments: [String], schedule name: String?, months: [CalendarDay]? = nil) throws(Failure)
  {
    let files = ManyFiles(arguments)
    areSeveral = files.areSeveral
    var documents: [Document] = []
    do throws(Failure) {
      try files.forEach(nil) { path in
        let file = try DocumentFile.open(path)
        let contents = file.document.contents
        let all = contents.schedules
        if months != nil, contents.calendar.isEmpty {
          throw Failure(
            .usage, "\(path) has no calendar; setpoint calendar --add adds entries to one")
        }
        documents.append(
          Document(
            path: path,
            schedules: name == nil ? all : [all[try file.scheduleIndex(named: name)]],
            calendar: try months.map { try ShownCalendar(contents, months: $0) }))
        return true
      }
    } catch {
      status = error.status
    }
    self.documents = documents
    if documents.isEmpty { throw Failure(status) }
  }

  /// The schedules for pages.
  var paged: [PagedSchedule] {
    documents.flatMap { document in
      document.schedules.map { PagedSchedule($0, file: areSeveral ? document.path : nil) }
    }
  }

  /// The calendars for pages.
  var calendars: [(calendar: ShownCalendar, file: String?)] {
    documents.compactMap { document in
      document.calendar.map { (calendar: $0, file: areSeveral ? document.path : nil) }
    }
  }
}

extension Schedule {
  /// The cells with findings.
  var problemCells: Set<CellAddress> {
    Set(WeekCheck.findings(in: DraftWeek(week)).map(\.cell))
  }
}
