import ArgumentParser
import Diagnostics
import JSONText
import Reporting
import ScheduleFiles
import ScheduleModel
import SchedulePictures
import ScheduleRules

struct NowCommand: ColoringCommand {
  static let configuration = CommandConfiguration(
    commandName: "now",
    abstract: "Print the setpoints in force and the next period.",
    discussion: """
      Before a day's wake period, the previous day's sleep period is in force. On a terminal, also draws the \
      day as a strip with a mark at the time. In a file with a calendar, \
      the schedule that is due on that day is used. A weekday or 12-24 means today or the next one.

      Examples:
        setpoint now home.json --at "tuesday 17:30"
        setpoint now living.json bedroom.json --at "2026-12-24 18:00"
      """)

  @Argument(documents: "Schedule files and folders, - for standard input") var files: [String] = []

  @Option(help: "Time, day or date; repeatable (default: now).")
  var at: [String] = []

  @Option(help: "Clock (default: your locale's)")
  var clock: ClockStyle?

  @Flag(inversion: .prefixedNo, help: .timeline) var timeline: Bool?

  @Option(help: .format) var format = ResultFormat.text

  @Option(parsing: .unconditional, help: .schedule, completion: .schedules) var schedule: String?
  @Option(help: "Colours") var color = ColorChoice.auto

  func validate() throws {
    try refuse(
      if: format != .text && (clock != nil || timeline != nil),
      "--clock, --timeline and --no-timeline require --format text")
  }

  func run() throws {
    let clock = try SettingsFiles.clock(clock, isForPrograms: format == .json)
    let now = CalendarDay.now
    let times = try at.isEmpty ? [(now.day, now.time)] : at.map { try Self.moment($0, now) }
    let words = self.files.filter { !CellArguments.isFileName($0) }.joined(separator: " ")
    if (try? Self.moment(words, now)) != nil {
      throw Failure(.usage, "pass --at \(words.shellWord) for another time")
    }
    let files = ManyFiles(files)
    var values: [JSONValue] = []
    defer {
      if !values.isEmpty {
        Console.print(values.count > 1 || files.areSeveral ? .array(values) : values[0])
      }
    }
    try files.forEach(nil) { path in
      let document = try DocumentFile.open(path)
      let moments = try times.map { day, time in
        try moment(day, time, in: document, isNamed: times.count == 1)
      }
      if format == .json {
        values += moments.map { $0.json(in: files.areSeveral ? path : nil) }
        return true
      }
      if files.areSeveral { Console.print("\(path.printable):") }
      for (place, moment) in moments.enumerated() {
        let isDated = !at.isEmpty && at[place].contains("-")
        Console.writeWrapped(moment.text(clock, isDated: isDated))
      }
      let isAlone = moments.count == 1 && !files.areSeveral
      guard timeline ?? (Console.isTerminal(.output) && isAlone) else { return true }
      let pictures = PictureOutput(clock: clock, hasStrips: true)
      for moment in moments {
        guard let surface = pictures.picture.surface(of: moment.week, at: moment.time) else {
          break
        }
        Console.write("\n" + pictures.text(of: surface), to: .output)
      }
      return true
    }
  }

  /// Finds the setpoints of the named or the due schedule; `isNamed` prints its name on standard error.
  private func moment(
    _ day: CalendarDay, _ time: TimeOfDay, in file: DocumentFile, isNamed: Bool
  ) throws(Failure) -> MomentInForce {
    let contents = file.contents
    let hasCalendar = schedule == nil && contents.calendarMatters
    if isNamed || !hasCalendar {
      let shown = try file.shownSchedule(named: schedule, on: day)
      if !hasCalendar { return MomentInForce(day, time, of: shown) }
    }
    return try Failure.about(file.path) { try MomentInForce(day, time, dueIn: contents) }
  }

  /// Reads a moment; a day without a year is today or the next such day.
  private static func moment(
    _ text: String, _ now: (day: CalendarDay, time: TimeOfDay)
  ) throws -> (CalendarDay, TimeOfDay) {
    if text.lowercased() == "now" { return now }
    if let time = TimeOfDay(text) { return (now.day, time) }
    // ISO 8601 writes a T between date and time.
    let words = text.split(separator: text.dropFirst(10).first == "T" ? "T" : " ", maxSplits: 1)
    if let time = words.count == 1 ? .midnight : words.last.flatMap({ TimeOfDay($0) }) {
      if let day = CalendarDay(typed: words[0], today: now.day) { return (day, time) }
    }
    let days = Weekday.allCases.map(\.name) + ["now", "today", "tomorrow", "yesterday"]
    let word = words.first?.lowercased() ?? ""
    let guess = days.contains(word) ? nil : Spelling.nearest(to: word, among: days)
    let advice =
      guess.map { "did you mean \($0)?" }
      ?? "use now, 17:30, a day (\(CalendarDay.typedForms)), or both: \"tuesday 17:30\""
    throw Failure(.usage, "--at: \(text.quoted()) is not a time; \(advice)")
  }
}

extension MomentInForce {
  /// The minutes until the next row, also where clocks change.
  private var wait: Int { day.elapsed(next.minutes, after: time.time) }

  fileprivate func text(_ clock: ClockStyle, isDated: Bool) -> String {
    let date = names.isEmpty && !isDated ? "" : " \(day)"
    let (hours, minutes) = wait.quotientAndRemainder(dividingBy: 60)
    let span =
      hours == 0 ? "\(minutes) min" : minutes == 0 ? "\(hours) h" : "\(hours) h \(minutes) min"
    return """
      \(time.day.title)\(date) \(time.time.text(clock)): \(describe(row, clock))
      next: \(describe(next.row, clock)), in \(span)

      """
  }

  /// The moment as JSON, with the name of its file if that is one of several.
  fileprivate func json(in file: String?) -> JSONValue {
    let date = names.isEmpty ? [] : [JSONValue.Member("date", .string(day.description))]
    return .object(
      (file.map { [.init("file", .string($0))] } ?? []) + [
        .init("schedule", .string(name(on: time.day))), .init("unit", .string(week.unit.rawValue)),
      ] + date + [
        .init("day", .string(time.day.name)), .init("time", .string(time.time.description)),
        .init("now", .object(members(of: row))),
        .init("next", .object(members(of: next.row) + [.init("minutes", .integer(wait))])),
      ])
  }

  private func members(of row: RowAddress) -> [JSONValue.Member] {
    (names.isEmpty ? [] : [.init("schedule", .string(name(on: row.day)))])
      + [.init("day", .string(row.day.name)), .init("period", .string(row.period.name))]
      + week[row].sides.fields.map { .init($0.name, week[CellAddress(row, $0)].json) }
  }

  private func describe(_ row: RowAddress, _ clock: ClockStyle) -> String {
    let setpoint = week[row]
    let schedule = names.isEmpty ? "" : "\(name(on: row.day).quoted()) "
    return setpoint.temperatures.reduce("\(schedule)\(row) (\(setpoint.time.text(clock)))") {
      "\($0), \($1.side.name) \($1.degrees) \(week.unit.symbol)"
    }
  }
}
