import ArgumentParser
import CLibrary
import Diagnostics
import ScheduleFiles
import ScheduleModel
import SchedulePictures
import ScheduleText

/// `setpoint now`: prints the setpoints in force and the next ones.
struct NowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "now",
    abstract: "Print the setpoints in force and the next change.",
    discussion: """
      Before a day's wake period, the previous day's sleep period is in force. On a terminal, also draws the \
      day as a strip with a mark at the time.

      Example:
        setpoint now home.json --at "tuesday 17:30"
      """)

  @Argument(
    help: "The schedule file, - for standard input (default: your default document).",
    completion: .file())
  var file: String?

  @Option(help: "A time (17:30) or a day and a time (\"tuesday 17:30\") (default: now).")
  var at: String?

  @Option(help: "The clock: 24 (18:30) or 12 (6:30p) (default: that of your locale).")
  var clock: ClockStyle?

  @OptionGroup var timeline: TimelineOption

  @Option(help: "The form of the result.")
  var format = ResultFormat.text

  @OptionGroup var schedule: ScheduleOption

  @OptionGroup var color: ColorOption

  func validate() throws {
    if format != .text && (clock != nil || timeline.timeline != nil) {
      throw ValidationError("--clock, --timeline and --no-timeline require --format text")
    }
  }
}

extension NowCommand {
  func run() throws {
    let clock = clock ?? RegionalHabits.current.clock ?? .twentyFourHour
    let moment = try moment()
    let document = try DocumentFile.open(file ?? Environment.defaultDocument)
    let schedule = try document.shownSchedule(named: schedule.schedule)
    if format == .json { return Console.print(NowResult.json(at: moment, in: schedule)) }
    let week = schedule.week
    let row = week.row(at: moment)
    let next = week.nextRow(after: moment)
    Console.write(
      """
      \(moment.day.name) \(moment.time.text(clock)): \(describe(row, week, clock))
      next: \(describe(next.row, week, clock)), in \(Self.duration(next.minutes))

      """, to: .output)
    guard timeline.timeline ?? Console.isTerminal(.output) else { return }
    let pictures = PictureOutput(clock: clock, hasStrips: true)
    guard let surface = pictures.picture.surface(of: week, at: moment) else { return }
    Console.write("\n" + pictures.text(of: surface), to: .output)
  }

  private func describe(_ row: RowAddress, _ week: Week, _ clock: ClockStyle) -> String {
    let setpoint = week[row]
    let unit = week.unit.symbol
    return setpoint.temperatures.reduce("\(row) (\(setpoint.time.text(clock)))") {
      "\($0), \($1.side.name) \($1.degrees) \(unit)"
    }
  }

  private static func duration(_ minutes: Int) -> String {
    let (hours, rest) = minutes.quotientAndRemainder(dividingBy: 60)
    return hours == 0 ? "\(rest) min" : rest == 0 ? "\(hours) h" : "\(hours) h \(rest) min"
  }

  private func moment() throws -> WeekTime {
    guard let at else { return Self.localMoment() }
    let words = at.split(separator: " ", maxSplits: 1)
    if let time = TimeOfDay(at) { return WeekTime(Self.localMoment().day, time) }
    guard words.count == 2, let day = Weekday(words[0]), let time = TimeOfDay(words[1]) else {
      throw Failure(
        .usage, "--at: \(at.quoted()) is not a moment; use 17:30 or \"tuesday 17:30\"")
    }
    return WeekTime(day, time)
  }

  /// The current moment in the local time zone; C counts days from Sunday.
  static func localMoment() -> WeekTime {
    var seconds = time(nil)
    var parts = tm()
    localtime_r(&seconds, &parts)
    let day = Weekday.allCases[(Int(parts.tm_wday) + 6) % 7]
    return WeekTime(day, TimeOfDay(wrapping: Int(parts.tm_hour) * 60 + Int(parts.tm_min)))
  }
}
