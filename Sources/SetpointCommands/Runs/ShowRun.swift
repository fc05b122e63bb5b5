import Diagnostics
import JSONText
import ScheduleEditor
import ScheduleModel
import SchedulePictures
import TwoWayTable

/// The work of `setpoint show`.
struct ShowRun: CommandRun {
  /// The forms that a week is shown in.
  enum Format: String, CaseIterable {
    case text, markdown, csv, json, svg, html
  }

  var files: [String]
  var format = Format.text
  /// How times are written; nil for that of the locale.
  var clock: ClockStyle?
  /// The first day; nil for that of the locale.
  var firstDay: Weekday?
  /// Whether strips are drawn; nil for as usual.
  var timeline: Bool?
  /// The file to write; nil for standard output.
  var output: String?
  /// Whether a file that is there is replaced.
  var isForced = false
  /// The name of the schedule; nil for all.
  var schedule: String?

  func run() throws {
    let shown = try ShownDocuments(files, schedule: schedule)
    if format == .text && output == nil {
      // Colours are meant for the terminal; nothing else that acts on one is left in it.
      Console.write(text(of: shown), to: .output)
    } else {
      try OutputFile(
        path: output, isForced: isForced, inputs: ReadFiles(shown.documents.map(\.path))
      )
      .write(Array(text(of: shown).utf8))
    }
    if shown.status != .success { throw Failure(shown.status) }
  }

  private func text(of shown: ShownDocuments) -> String {
    let clock = clock ?? RegionalHabits.current.clock ?? .twentyFourHour
    let firstDay = firstDay ?? RegionalHabits.current.firstDay ?? .monday
    return switch format {
    case .text: tables(of: shown, clock, firstDay)
    case .markdown: MarkdownTable.text(of: shown, clock: clock, firstDay: firstDay)
    case .csv: CSVTable.text(of: shown)
    case .json: JSONRows.value(of: shown).text(.indented) + "\n"
    case .svg: SVGPage(shown.paged, clock: clock).text
    case .html: HTMLPage(shown.paged, clock: clock).text
    }
  }

  /// The tables, as pictures for a terminal or where strips are asked for.
  private func tables(
    of shown: ShownDocuments, _ clock: ClockStyle, _ firstDay: Weekday
  ) -> String {
    let isFile = output != nil
    let hasStrips = isFile ? timeline ?? false : timeline ?? Console.isTerminal(.output)
    let isPicture = hasStrips || !isFile && Console.isTerminal(.output)
    let pictures =
      isPicture
      ? PictureOutput(clock: clock, firstDay: firstDay, hasStrips: hasStrips, isFile: isFile) : nil
    let theme: Theme? = !isFile && Console.showsColor(.output) ? .standard : nil
    return shown.documents.flatMap { document in
      document.schedules.enumerated().map { number, schedule in
        let file = shown.areSeveral && number == 0 ? "\(document.path.printable):\n" : ""
        guard let pictures else {
          return file
            + WeekPicture.surface(of: schedule, clock: clock, firstDay: firstDay).text(
              theme: theme)
        }
        let surface = pictures.picture.surface(of: schedule, problems: schedule.problemCells)
        return file + pictures.text(of: surface)
      }
    }.joined(separator: "\n")
  }
}

extension ShowRun {
  init?(plain arguments: ArraySlice<String>) {
    guard
      let line = PlainLine(
        arguments, flags: ["--timeline", "--no-timeline"], options: ["--format", "--schedule"]),
      let format = line.choice("--format", else: Format.text)
    else { return nil }
    let timeline = (line.has("--timeline"), line.has("--no-timeline"))
    guard timeline == (false, false) || format == .text && timeline != (true, true) else {
      return nil
    }
    self.init(
      files: line.names, format: format, timeline: timeline.0 ? true : timeline.1 ? false : nil,
      schedule: line["--schedule"])
  }
}
