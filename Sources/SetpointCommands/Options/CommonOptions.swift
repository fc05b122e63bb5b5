import ArgumentParser
import CLibrary
import DeviceFormats
import Diagnostics
import JSONText
import Reporting
import ScheduleFiles
import ScheduleModel
import ScheduleRules
import ScheduleText
import Streams

extension ParsableArguments {
  /// Throws a usage error with this message if a combination of options is invalid.
  func refuse(if isInvalid: Bool, _ message: @autoclosure () -> String) throws {
    if isInvalid { throw ValidationError(message()) }
  }

  func refuse(due: Bool, with schedule: String?) throws {
    try refuse(if: due && schedule != nil, "--due and --schedule cannot be combined")
  }
}

/// The help of options of several commands. A group of one option would take several times as long to parse.
extension ArgumentHelp {
  static let dryRun: ArgumentHelp = "Write nothing; print what would change."
  static let each: ArgumentHelp = "Print each cell instead of groups of days."
  static let due: ArgumentHelp = "Use the schedule that is due today."
  static let force: ArgumentHelp = "Overwrite an existing file."
  static let timeline: ArgumentHelp = "Strips of 24 hours (default: on a terminal)."
  static let format: ArgumentHelp = "The output format."
  static let timeout: ArgumentHelp = "Seconds for a reply (default: 30)."
  /// Read unconditionally: a name may start with a hyphen.
  static let schedule: ArgumentHelp = "The schedule, if the file has several."

  /// The help of an option for a few users: in `--help-hidden` only.
  static func detail(_ abstract: String) -> ArgumentHelp {
    ArgumentHelp(abstract, visibility: .hidden)
  }
}

extension NameSpecification {
  static let dryRun: NameSpecification = [.long, .customShort("n")]
}

/// The files of a command, `@Argument(documents: "Files and folders")`.
extension Argument<[String]> {
  init(wrappedValue: [String], documents help: String) {
    self.init(
      wrappedValue: wrappedValue, help: "\(help) (default: your default document).",
      completion: .file())
  }
}

extension Argument<String?> {
  init(document help: String) {
    self.init(help: "\(help) (default: your default document).", completion: .file())
  }
}

extension Option<String?> {
  init(output help: String) {
    self.init(
      name: .shortAndLong, help: "\(help) (default: standard output).", completion: .file())
  }
}

/// The options of commands that write to existing files.
struct WritingOptions: ParsableArguments {
  @Flag(name: .customLong("in-place"), help: .detail("Write into the file itself (not atomic)."))
  var inPlace = false

  @Flag(
    name: .customLong("break-links"),
    help: .detail("Replace only this name of a file with hard links."))
  var breakLinks = false

  func validate() throws {
    try refuse(if: inPlace && breakLinks, "--in-place and --break-links cannot be combined")
  }

  /// Throws if the options are given but no file is written; `reason` explains why.
  func refuse(where writesNoFile: Bool, _ reason: String) throws {
    try refuse(
      if: writesNoFile && (inPlace || breakLinks),
      "--in-place and --break-links do nothing here: \(reason)")
  }

  /// Throws if the options are given for standard output.
  func refuse(on file: String?) throws { try refuse(where: file == "-", "- is standard output") }

  var policy: SavePolicy { inPlace ? .inPlace : breakLinks ? .breakLinks : .careful }
}

/// A command that prints findings or a table.
protocol ColoringCommand: ParsableCommand {
  var color: ColorChoice { get }
  /// The exit statuses that its help explains after the options; empty for the usual ones.
  static var exitStatus: String { get }
}

extension ColoringCommand {
  static var exitStatus: String { "" }
}

enum ResultFormat: String, CaseIterable, ExpressibleByArgument {
  case text, json
}

extension Console {
  /// Prints lines about changes: as the result of a dry run, otherwise as messages. Without a line, `path` is unchanged.
  static func report(_ lines: [String], isDry: Bool, of path: String? = nil) {
    if let path, lines.isEmpty { say("\(path): unchanged") }
    for line in lines { if isDry { writeWrapped(line.printable + "\n") } else { say(line) } }
  }

  static func print(_ result: JSONValue) { write(result.text(.indented) + "\n", to: .output) }
}

/// The options of commands that change cells of files.
struct ChangeOptions: ParsableArguments {
  @Option(parsing: .unconditional, help: .schedule, completion: .schedules) var schedule: String?
  @Flag(name: .dryRun, help: .dryRun) var dryRun = false
  @Flag(help: .each) var each = false

  @OptionGroup var writing: WritingOptions

  @Option(help: "Colours") var color = ColorChoice.auto

  /// Throws for options without effect on `files`, and for standard input among other files.
  func check(_ files: [String]) throws {
    try writing.refuse(on: files.first { $0 == "-" })
    try refuse(if: files.count > 1 && files.contains("-"), "- cannot be combined with other files")
  }

  /// Runs `body` on the documents of `files` and prints what changed, after the remark that `body` returns. Each change
  /// is a step of a history, named by the words of the command. An added schedule is a copy of `source`.
  ///
  /// - Throws: `Failure` if `body` refuses the command line for a file, before any is changed; or if a week would break
  ///   a rule that it did not break before: its file stays as it was.
  func carryOut(
    on files: [String], step: [String], copying source: Schedule? = nil,
    _ body: (inout DocumentFile) throws -> String?
  ) throws {
    let names = CommandLine.names.dropFirst()
    // A schedule can have the name of a file.
    let given = zip(names, [""] + names).filter { name, before in
      before == "--schedule" || !files.contains(name)
    }.map(\.0)
    let words = step + (schedule.map { ["--schedule", $0] } ?? [])
    let step = words.map(\.shellWord).joined(separator: " ")
    var files = ManyFiles(files)
    if !dryRun { files.remedy = "`setpoint undo` of the same files reverts it" }
    let projects = try ProjectFinder(reading: files.paths)
    try files.check {
      var file = try DocumentFile(opening: $0, forChange: true)
      _ = try body(&file)
    }
    try files.report(dryRun ? "would be changed" : "changed", isDry: dryRun) { path in
      let lines = try DocumentFile.change(path, writing.policy, isDry: dryRun, step: step) { file in
        let original = file.contents
        let remark = try body(&file)
        let new = file.contents
        let old = original.converted(to: new.unit)
        let rules = projects.options(forFile: path)
        let check = "setpoint validate \(files.areSeveral ? "FILE" : path.fileWord)"
        let warnings = try newWarnings(
          from: original, to: new, copying: source, of: path, rules, given)
        let isFirstGone = new.schedules.index(of: original.schedules[0].identity) == nil
        let lines =
          (new == original ? [] : [remark].compactMap(\.self))
          + ContentsDiff(from: old, to: new).lines(each: each) + warnings
          + (isFirstGone ? new.usualSchedule.map { [$0] } ?? [] : [])
          + (new == original ? [] : try remainingErrors(in: file, rules, check))
        guard new.unit != original.unit else { return lines }
        let count = old.conversionCounts(from: original)
        let rounded =
          count.rounded == 0 ? "" : ", \(count.rounded) rounded to 0.1 \(new.unit.symbol)"
        let units = "unit \(original.unit.rawValue) -> \(new.unit.rawValue)"
        return ["\(units): \(count.all) temperatures\(rounded)"] + lines
      }
      if lines.isEmpty, !files.areSeveral { Console.report([], isDry: dryRun, of: path) }
      return lines
    }
  }

  /// Returns a line with the number of errors in a document that is about to be saved; empty without errors.
  private func remainingErrors(
    in file: DocumentFile, _ rules: CheckOptions, _ check: String
  ) throws -> [String] {
    var rules = rules
    rules.limit = 0
    let errors = { (text: [UInt8]) in
      let check = DocumentCheck(bytes: text, file: file.path, options: rules)
      return CheckedFile(check, of: text, name: file.path, rules, for: nil).unlisted
        .count(of: .error)
    }
    let left = errors(try file.document.text(file: file.path))
    if left == 0 { return [] }
    let verb = errors(file.document.original) > 0 ? "still has" : "now has"
    return ["\(verb) \(counted(left, "error")); see `\(check)`"]
  }

  /// Returns a line for each new warning, equal ones on several days in one; throws if there are new errors.
  private func newWarnings(
    from old: Contents, to new: Contents, copying copied: Schedule?, of file: String,
    _ rules: CheckOptions, _ given: [String]
  ) throws(Failure) -> [String] {
    var (errors, warnings): ([Diagnostic], [String]) = ([], [])
    var way: String?
    for schedule in new.schedules {
      let origin = old.schedules[schedule.identity] ?? copied ?? schedule
      let before = origin.week
      let name = new.schedules.count > 1 ? "\(schedule.name.quoted()) " : ""
      // Values in the wrong unit may be corrected one by one.
      if before.unit == schedule.week.unit, WeekCheck.isOfOtherUnit([before], rules) { continue }
      let profile = schedule.device.flatMap { DeviceFormats.device(named: $0)?.profile }
      let misfits = { (week: Week) in profile?.misfits(of: week, options: rules) ?? [] }
      let known = origin.device == schedule.device ? misfits(before) : []
      let fresh =
        WeekCheck.newFindings(in: schedule.week, since: before, options: rules)
        + misfits(schedule.week).since(known)
      way = way ?? schedule.week.assignment(after: fresh, since: before, rules)
      errors += fresh.filter(\.preventsExport).map {
        Diagnostic(file: file, code: $0.code, message: "\(name)\($0.sentence)", tag: $0.cell.tag)
      }
      warnings += fresh.filter { $0.severity == .warning }.folded.map {
        "warning[\($0.elements[0].code)] \(name)\($0.sentence)"
      }
    }
    guard !errors.isEmpty else { return warnings }
    let failure = Failure(.problems, errors, in: nil, each: each, "\(file): nothing was changed")
    guard given.first == "set", let way else { throw failure }
    let words = given.dropFirst().map(\.shellWord).joined(separator: " ")
    let line = "setpoint set \(file.fileWord) \(words) \(way)"
    throw Failure(failure, Failure(pasteable: "for example: \(line)"))
  }
}

extension Week {
  /// Returns the assignment that moves the neighbour of a moved period by as many minutes; nil if that does not help.
  fileprivate func assignment(
    after found: [CellFinding], since old: Week, _ rules: CheckOptions
  ) -> String? {
    guard let fold = found.folded.first, let finding = fold.elements.first,
      finding.code == "SP202", let earlier = finding.related.first
    else { return nil }
    let isLater = self[finding.cell] == old[finding.cell]
    let (moved, other) = isLater ? (earlier, finding.cell) : (finding.cell, earlier)
    let minutes = { (week: Week, cell: CellAddress) in week[cell.row].time.minutes }
    let time = TimeOfDay(minutes: minutes(old, other) + minutes(self, moved) - minutes(old, moved))
    guard let time, self[other] == old[other] else { return nil }
    let days = fold.elements.map(\.cell.day)
    var week = self
    for day in days { week[CellAddress(day, other.period, .time)] = .time(time) }
    let left = WeekCheck.newFindings(in: week, since: old, options: rules)
    return left.contains(where: \.preventsExport)
      ? nil : "\(DayGroup(days).address).\(other.period.name).time=\(time)"
  }
}

/// The options of commands that process streams of records.
struct StreamOptionGroup: ParsableArguments {
  @Flag(help: "Read one document per line (options: --help-hidden).")
  var ndjson = false

  @Flag(help: .detail("With --ndjson: each record is an object with an id."))
  var envelope = false

  @Flag(help: .detail("With --ndjson: print a \"done\" line after each record."))
  var ack = false

  @Option(
    help: .detail("With --ndjson: number of threads (default: one per processor)."),
    transform: Int.typed(1...1024))
  var jobs: Int?

  @Flag(help: .detail("With --ndjson: exit with 0 even if records fail."))
  var exitZero = false

  func validate() throws {
    try refuse(
      if: !ndjson && (envelope || ack || jobs != nil || exitZero),
      "--envelope, --ack, --jobs and --exit-zero require --ndjson")
  }

  /// Throws for several inputs of a stream, and for a dry run of it.
  func check(_ files: [String], isDry: Bool) throws {
    try refuse(if: ndjson && files.count > 1, "--ndjson reads one file")
    try refuse(
      if: ndjson && isDry, "--dry-run does nothing here: --ndjson writes to standard output")
  }

  /// The inputs; a stream without one is standard input.
  func inputs(_ files: [String]) -> [String] { files.isEmpty && ndjson ? ["-"] : files }

  /// Processes the stream that `files` name (default: standard input); status 1 if a record is rejected or differs.
  func run(_ files: [String], _ work: (String) throws -> any RecordWork) throws {
    let file = inputs(files)[0]
    let outcome = try outcome(of: try work(file), file)
    if let error = outcome.error { throw Failure(error, about: file) }
    if !outcome.isWhole && !exitZero { throw Failure(.problems) }
  }

  /// Processes the records of a file, and prints the answers.
  func outcome(of work: any RecordWork, _ file: String) throws(Failure) -> RecordStream.Outcome {
    let options = StreamOptions(hasEnvelope: envelope, closes: ack, jobs: jobs) { $0.option }
    let outcome = try Failure.about(file) {
      RecordStream(work, options).run(try LineReader(file)) { Console.write($0, to: .output) }
    }
    // In an ordinary file, no line is JSON. A record of several parts has a message of its own.
    let (inputs, codes) = (outcome.counts.inputs, outcome.counts.byCode)
    if inputs > 1, work.members.count == 1, !envelope,
      codes.contains(where: { $0.code == "SP101" && $0.count == inputs })
    {
      Console.say("\(file): no line is a whole record; --ndjson reads one per line")
    }
    return outcome
  }
}
