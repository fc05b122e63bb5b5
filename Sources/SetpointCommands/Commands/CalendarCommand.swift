import ArgumentParser
import Diagnostics
import Reporting
import ScheduleFiles
import ScheduleModel

struct CalendarCommand: ColoringCommand {
  static let configuration = CommandConfiguration(
    commandName: "calendar",
    abstract: "List or change the calendar: which schedule applies when.",
    discussion: """
      An entry is the name of a schedule and one or more conditions: dates of every year (10-01..04-30, \
      12-24) or of one (2026-12-24..2027-01-02), odd or even weeks (ISO 8601), days (mon-fri). The last \
      entry that applies decides; if none applies, the file's first schedule is due.

      Examples:
        setpoint calendar home.json
        setpoint calendar home.json --add 'Winter 10-01..04-30' --add 'Late odd'
        setpoint calendar home.json --move 3 1
      """)

  @Argument(document: "The schedule file; - reads standard input and writes standard output")
  var file: String?

  @Argument(help: .private)
  var words: [String] = []

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Add an entry at the end; repeatable.", valueName: "entry"),
    completion: .schedules)
  var add: [String] = []

  @Option(
    help: ArgumentHelp("Remove the entry with this number; repeatable.", valueName: "n"),
    transform: Self.number)
  var remove: [Int] = []

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp("Move an entry to another place: --move 3 1.", valueName: "n"))
  var move: [String] = []

  @Flag(name: .dryRun, help: .dryRun) var dryRun = false

  @OptionGroup var writing: WritingOptions

  @Option(help: "Colours") var color = ColorChoice.auto

  mutating func validate() throws {
    // For the parser, the words after the two numbers belong to the option.
    var others = move.dropFirst(2)
    file = file ?? others.popFirst()
    words += others
    move = Array(move.prefix(2))
    try refuse(
      if: !move.isEmpty && !remove.isEmpty,
      "--move and --remove cannot be combined: removing an entry changes the numbers of other entries"
    )
    try refuse(
      if: !move.isEmpty && places.count != 2,
      "--move requires the number of an entry and its new place: --move 3 1")
    try refuse(if: isList && dryRun, "--dry-run requires --add, --remove or --move")
    try writing.refuse(where: isList, "they require --add, --remove or --move")
    try writing.refuse(on: file)
  }

  private static let number = expecting("the number of an entry") { Int($0) }

  /// The number of the entry to move, and its new place; empty without one.
  private var places: [Int] { move.compactMap { Int($0) } }

  private var isList: Bool { add.isEmpty && remove.isEmpty && move.isEmpty }

  func run() throws {
    if let word = words.first {
      throw Failure(
        .usage,
        "unexpected \(word.quoted()); name one file, and quote each entry: --add 'Winter odd'")
    }
    let path = file ?? Folder.namedDefaultDocument
    if isList {
      let document = try DocumentFile.open(path)
      let contents = document.contents
      for (index, entry) in contents.calendar.enumerated() {
        Console.print("\(index + 1)\t\(entry)")
      }
      let today = CalendarDay.today
      let due = contents.schedules[try document.scheduleIndex(dueOn: today)].name.quoted()
      return Console.say(
        contents.calendar.isEmpty ? "no entries: \(due) is always due" : "due on \(today): \(due)")
    }
    let step =
      "calendar" + remove.map { " --remove \($0)" }.joined()
      + (move.isEmpty ? "" : " --move \(move[0]) \(move[1])")
      + add.map { " --add \($0.shellWord)" }.joined()
    let lines = try DocumentFile.change(path, writing.policy, isDry: dryRun, step: step) { file in
      let old = Self.overridden(in: file.contents.calendar)
      let lines = try Failure.usage(
        try change(&file), after: "\(path): ", before: "; nothing was changed")
      let new = Self.overridden(in: file.contents.calendar)
      return lines
        + new.filter { !old.contains($0) }.map {
          "entry \("\($0)".quoted()) never applies: later entries override it"
        }
    }
    Console.report(lines, isDry: dryRun, of: path)
  }

  /// The entries whose days all belong to later entries (SP606).
  private static func overridden(in entries: [CalendarEntry]) -> [CalendarEntry] {
    let deciding = CalendarCoverage(entries).deciding
    return entries.indices.filter { !deciding.contains($0) }.map { entries[$0] }
      .filter { !CalendarCoverage([$0]).deciding.isEmpty }
  }

  /// Changes the calendar; returns a line for each change.
  private func change(_ file: inout DocumentFile) throws(Refusal) -> [String] {
    var entries = file.contents.calendar
    var lines: [String] = []
    func note(_ number: Int, _ entry: CalendarEntry, _ change: String) {
      lines.append("calendar entry \(number) \("\(entry)".quoted()) \(change)")
    }
    for number in Set(remove).sorted(by: >) {
      note(number, entries.remove(at: try entries.place(numbered: number)), "removed")
    }
    lines.reverse()
    if places.count == 2 {
      let old = try entries.place(numbered: places[0])
      let new = try entries.place(numbered: places[1])
      let entry = entries.remove(at: old)
      entries.insert(entry, at: new)
      if old != new { note(places[0], entry, "moved to \(places[1])") }
    }
    let names = file.contents.schedules.map(\.name)
    for text in add {
      let entry = try CalendarEntry(text, schedules: names, addedBy: file.commandAdding)
      try entries.refuse(another: entry)
      entries.append(entry)
      let isWhole = entry.days.isEmpty && entry.weeks == nil
      let length =
        entry.dates.flatMap { isWhole && $0.from != $0.to ? ": \($0.length)" : nil } ?? ""
      note(entries.count, entry, "added\(length)")
    }
    try file.contents.setCalendar(entries)
    return lines
  }
}
