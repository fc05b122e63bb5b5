import ArgumentParser
import Diagnostics
import JSONText
import Reporting
import ScheduleFiles
import ScheduleModel
import SchedulePictures
import ScheduleRules

struct ShowCommand: ColoringCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Print the week, or write it as a picture or a page.",
    discussion: """
      The ending of --output picks the format: .html, .svg, .md, .csv, .json or .txt. An HTML page needs no \
      other file.

      Examples:
        setpoint show home.json
        setpoint show home.json cabin.json -o weeks.html
        setpoint show home.json --calendar 2026-12
      """)

  @Argument(documents: "Files and folders") var files: [String] = []

  @Option(name: .customLong("format"), help: "Format")
  var namedFormat: ShownFormat?

  @Option(help: "Clock (default: your locale's)")
  var clock: ClockStyle?

  @Option(help: "The first day of the week.")
  var firstDay: Weekday?

  @Flag(inversion: .prefixedNo, help: .timeline) var timeline: Bool?

  @Option(output: "The file to write") var output: String?

  @Flag(help: .force) var force = false

  @Flag(name: .dryRun, help: .dryRun) var dryRun = false

  @Option(parsing: .unconditional, help: "The schedule (default: all).", completion: .schedules)
  var schedule: String?

  @Option(
    help: ArgumentHelp("Draw the calendar of a year or a month.", valueName: "year[-month]"),
    transform: CalendarDay.months)
  var calendar: [CalendarDay]?

  @Option(help: "Colours") var color = ColorChoice.auto

  private var ending: String? { output.flatMap(FilePath.ending)?.lowercased() }
  private var format: ShownFormat {
    namedFormat ?? ending.flatMap { ShownFormat.byEnding[$0] } ?? .text
  }

  func validate() throws {
    if namedFormat == nil, let output, let ending, ShownFormat.byEnding[ending] == nil {
      throw ValidationError(
        "\(output.quoted()): show does not write .\(ending) files; use .html, .svg, .md, .csv, .json or "
          + ".txt, or pass --format\(ending == "pdf" ? "; a browser prints the .html page to a PDF" : "")"
      )
    }
    try refuse(
      if: clock != nil && (format == .csv || format == .json),
      "--clock applies to text, markdown, svg and html; \(format) always uses 18:30")
    try refuse(
      if: firstDay != nil && (format == .csv || format == .json),
      "--first-day applies to text, markdown, svg and html; \(format) always begins on Monday")
    try refuse(
      if: timeline != nil && format != .text,
      "--timeline and --no-timeline require --format text")
    if calendar != nil {
      let others = [
        (clock != nil, "--clock"), (timeline != nil, "--timeline"),
        (schedule != nil, "--schedule"),
        (![ShownFormat.text, .svg, .html].contains(format), "\(format)"),
      ]
      if let other = others.first(where: { $0.0 })?.1 {
        throw ValidationError("\(other) does not apply to --calendar")
      }
    }
    try refuse(if: force && output == nil, "--force requires --output")
  }

  func run() throws {
    let files = ManyFiles(files, output: output)
    let shown = try ShownDocuments(files, schedule: schedule, months: calendar)
    let projects = ProjectFinder()
    for document in shown.documents { _ = projects.options(forFile: document.path) }
    let status = max(shown.status, projects.reportProblems())
    if format == .text && output == nil {
      // Contains colour sequences; other control characters are already escaped.
      Console.write(try text(of: shown, projects), to: .output)
    } else {
      try OutputFile(
        path: output, isForced: force, inputs: Set(of: files.paths), isDry: dryRun
      )
      .write(Array(try text(of: shown, projects).utf8))
    }
    if status != .success { throw Failure(status) }
  }

  private func text(of shown: ShownDocuments, _ projects: ProjectFinder) throws -> String {
    let clock = try SettingsFiles.clock(clock, isForPrograms: [.csv, .json].contains(format))
    let firstDay = firstDay ?? RegionalHabits.current.firstDay ?? .monday
    return switch format {
    case .text: tables(of: shown, projects, clock, firstDay)
    case .markdown: shown.markdown(clock: clock, firstDay: firstDay)
    case .csv: shown.csv
    case .json: shown.json.text(.indented) + "\n"
    case .svg where calendar != nil: CalendarPage(shown.calendars, firstDay: firstDay).svg
    case .html where calendar != nil: CalendarPage(shown.calendars, firstDay: firstDay).html
    case .svg: WeekPage(shown.schedules, clock: clock, firstDay: firstDay).svg
    case .html: WeekPage(shown.schedules, clock: clock, firstDay: firstDay).html
    }
  }

  /// The tables, with strips on a terminal.
  private func tables(
    of shown: ShownDocuments, _ projects: ProjectFinder, _ clock: ClockStyle, _ firstDay: Weekday
  ) -> String {
    let isFile = output != nil
    let pictures = PictureOutput(
      clock: clock, firstDay: firstDay,
      hasStrips: timeline ?? (!isFile && Console.isTerminal(.output)), isFile: isFile)
    return shown.documents.flatMap { document -> [String] in
      let title = shown.areSeveral ? "\(document.path.printable):\n" : ""
      if let calendar = document.calendar {
        return [title + pictures.text(of: pictures.picture.surface(of: calendar, today: .today))]
      }
      return document.schedules.enumerated().map { number, entry in
        let schedule = entry.schedule
        let problems = WeekCheck.findings(
          in: DraftWeek(schedule.week), options: projects.options(forFile: document.path))
        let marks = problems.reduce(into: [CellAddress: String]()) { marks, problem in
          for cell in [problem.cell] + problem.related where marks[cell] != "!" {
            marks[cell] = problem.severity == .error ? "!" : "?"
          }
        }
        if !marks.isEmpty {
          let cells = counted(marks.count, "cell")
          let name = document.schedules.count > 1 ? " \(schedule.name.quoted())" : ""
          let advice = "see `setpoint validate \(document.path.fileWord)`"
          let meaning = "marked ! (error) or ? (warning); \(advice)"
          Console.say("\(document.path):\(name) \(cells) \(meaning)")
        }
        let surface = pictures.picture.surface(
          of: schedule, problems: marks, note: entry.when)
        return (number == 0 ? title : "") + pictures.text(of: surface)
      }
    }.joined(separator: "\n")
  }
}

extension CalendarDay {
  /// Parses a month or a year; returns the first days of the months.
  fileprivate static let months = expecting(
    "a month, such as 2026-12, or a year from 1583 on"
  ) { text in
    let texts =
      text.utf8.count == 4
      ? (1...12).map { "\(text)-\($0.digits(2))-01" } : ["\(text)-01"]
    let months = texts.compactMap { CalendarDay($0) }
    return months.count < texts.count ? nil : months
  }
}

enum ShownFormat: String, CaseIterable, ExpressibleByArgument {
  case text, markdown, csv, json, svg, html

  static let byEnding: [String: ShownFormat] = [
    "txt": .text, "md": .markdown, "csv": .csv, "json": .json, "svg": .svg, "html": .html,
    "htm": .html,
  ]
}

/// The schedules of the files on a command line.
///
/// An unreadable file is reported at once and does not stop the rest.
struct ShownDocuments {
  /// A file with its selected schedules.
  struct Document {
    let path: String
    let schedules: [WeekPage.Entry]
    let calendar: ShownCalendar?
  }

  private(set) var documents: [Document] = []
  private(set) var status = ExitStatus.success
  /// Whether there are several files, so that each is shown with its name.
  let areSeveral: Bool

  /// Reads the schedule `name` of each file, and the months of its calendar.
  init(_ files: ManyFiles, schedule name: String?, months: [CalendarDay]?) throws(Failure) {
    areSeveral = files.areSeveral
    do throws(Failure) {
      try files.forEach(nil) { path in
        let file = try DocumentFile.open(path)
        let contents = file.contents
        let all = contents.schedules
        if months != nil, contents.calendar.isEmpty {
          throw Failure(
            .usage,
            "\(path) has no calendar; for example: setpoint calendar \(path.fileWord) --add "
              + "\("\(all[0].name) 10-01..04-30".shellWord)")
        }
        let shown = name == nil ? Array(all.indices) : [try file.scheduleIndex(named: name)]
        documents.append(
          Document(
            path: path,
            schedules: shown.map { (all[$0], areSeveral ? path : nil, contents.whenApplied($0)) },
            calendar: try months.map { try ShownCalendar(contents, months: $0) }))
        return true
      }
    } catch {
      status = error.status
    }
    if documents.isEmpty { throw Failure(status) }
  }

  var schedules: [WeekPage.Entry] { documents.flatMap(\.schedules) }

  /// The calendars for pages, with their files.
  var calendars: [CalendarPage.Entry] {
    documents.compactMap { document in
      document.calendar.map { (calendar: $0, file: document.path) }
    }
  }
}
