import CLibrary
import Diagnostics
import ScheduleFiles
import ScheduleModel
import SchedulePictures
import ScheduleText

/// The work of `setpoint now`.
struct NowRun: CommandRun {
  /// The file; nil for the default document.
  var file: String?
  /// The moment as it was typed; nil for this one.
  var at: String?
  /// How times are written; nil for that of the locale.
  var clock: ClockStyle?
  /// Whether the day is drawn as a strip; nil for as usual.
  var timeline: Bool?
  var format = ResultFormat.text
  /// The name of the schedule; nil for the first.
  var schedule: String?

  func run() throws {
    let clock = clock ?? RegionalHabits.current.clock ?? .twentyFourHour
    let moment = try moment()
    let document = try DocumentFile.open(file ?? Environment.defaultDocument)
    let schedule = document.document.contents.schedules[
      try document.scheduleIndex(named: schedule)]
    if format == .json { return Console.print(NowResult.json(at: moment, in: schedule)) }
    let week = schedule.week
    let row = week.row(at: moment)
    let next = week.nextRow(after: moment)
    Console.write(
      """
      \(moment.day.name) \(moment.time.text(clock)): \(describe(row, week, clock))
      next: \(describe(next.row, week, clock)), in \(Self.duration(next.minutes))

      """, to: .output)
    guard timeline ?? Console.isTerminal(.output) else { return }
    let pictures = PictureOutput(clock: clock, hasStrips: true)
    guard let surface = pictures.picture.surface(of: week, at: moment) else { return }
    Console.write("\n" + pictures.text(of: surface), to: .output)
  }

  private func describe(_ row: RowAddress, _ week: Week, _ clock: ClockStyle) -> String {
    let setpoint = week[row]
    let unit = week.unit.symbol
    return
      "\(row) (\(setpoint.time.text(clock))), heat \(setpoint.heat) \(unit), cool \(setpoint.cool) \(unit)"
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

  /// The moment by the system's clock in its time zone; C counts days from Sunday.
  static func localMoment() -> WeekTime {
    var seconds = time(nil)
    var parts = tm()
    localtime_r(&seconds, &parts)
    let day = Weekday.allCases[(Int(parts.tm_wday) + 6) % 7]
    return WeekTime(day, TimeOfDay(wrapping: Int(parts.tm_hour) * 60 + Int(parts.tm_min)))
  }
}

extension NowRun {
  init?(plain arguments: ArraySlice<String>) {
    guard
      let line = PlainLine(
        arguments, flags: ["--timeline", "--no-timeline"],
        options: ["--at", "--format", "--schedule"]),
      line.names.count <= 1, let format = line.choice("--format", else: ResultFormat.text)
    else { return nil }
    let timeline = (line.has("--timeline"), line.has("--no-timeline"))
    guard timeline == (false, false) || format == .text && timeline != (true, true) else {
      return nil
    }
    self.init(
      file: line.names.first, at: line["--at"],
      timeline: timeline.0 ? true : timeline.1 ? false : nil, format: format,
      schedule: line["--schedule"])
  }
}
