import ArgumentParser
import CLibrary
import Diagnostics
import JSONText
import Reporting
import ScheduleFiles
import ScheduleModel
import ScheduleRules
import ScheduleText

struct DiffCommand: ColoringCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Compare two schedule files, or two schedules, cell by cell.",
    discussion: """
      Schedules are matched by name, then by content; the files of two folders by path. Temperatures are in the unit \
      of the first file.

      Examples:
        setpoint diff winter.json summer.json
        setpoint diff winter/ summer/
        setpoint diff home.json --schedule Winter --schedule Summer
      """)
  static let exitStatus = "1 if anything differs."

  @Argument(
    help: ArgumentHelp(
      "The first file or folder, - for standard input (with two --schedule: your default document).",
      valueName: "a"),
    completion: .file())
  var old: String?

  @Argument(
    help: ArgumentHelp("The second file or folder, - for standard input.", valueName: "b"),
    completion: .file())
  var new: String?

  @Option(
    parsing: .unconditionalSingleValue,
    help: "The schedule to compare; repeat it for the second one.", completion: .schedules)
  var schedule: [String] = []

  @Flag(help: "Print one file as lines for git to compare.")
  var textconv = false

  @Option(help: .format) var format = ResultFormat.text

  @OptionGroup(title: "Streams") var stream: StreamOptionGroup

  @Option(help: "Colours") var color = ColorChoice.auto
  @Flag(help: .each) var each = false

  func validate() throws {
    if stream.ndjson {
      try refuse(
        if: new != nil || textconv || format != .text || each || !schedule.isEmpty,
        "--ndjson reads one file of pairs and prints JSON Lines")
      return
    }
    try refuse(
      if: textconv && (new != nil || format != .text || !schedule.isEmpty),
      "--textconv reads one file and prints text")
    try refuse(if: each && (textconv || format != .text), "--each requires text output")
    try refuse(if: old == nil && schedule.count < 2, "Missing expected argument '<a>'")
    try refuse(if: schedule.count > 2, "diff compares two schedules; omit the other --schedule")
    try refuse(
      if: schedule.count == 1 && new == nil,
      "pass a second --schedule NAME, or a second file, to compare with")
    try refuse(if: !textconv && new == nil && schedule.isEmpty, "Missing expected argument '<b>'")
  }

  private var oldPath: String { old ?? (stream.ndjson ? "-" : Folder.defaultDocument) }

  func run() throws {
    if stream.ndjson { return try stream.run([oldPath]) { RecordDifference(name: $0) } }
    if textconv { return try printLinesForGit() }
    try Console.refuseInputTwice(in: [oldPath, new])
    let (old, new) = (oldPath, new ?? oldPath)
    let missing = [old, new].first { !FileReading.isAnything(at: $0) }
    if let missing, [old, new].contains(where: { FileReading.isFolder(at: $0) }) {
      throw missing == "-"
        ? Failure(.usage, "a folder cannot be compared with standard input; name a file")
        : Failure(FileError.call(.open, path: missing, .missing), about: missing)
    }
    let files = CorrespondingFiles(old, new)
    if FileReading.isFolder(at: old) != FileReading.isFolder(at: new), let pair = files.pairs.first,
      let one = pair.old, let other = pair.new,
      FileIdentity.areSame(one, other)
    {
      throw Failure(
        .usage,
        "cannot compare \(other) with itself; in a folder, diff uses the file with the same name")
    }
    var report = DifferenceReport(files)
    for pair in report.files.pairs {
      do throws(Failure) {
        if let one = pair.old, let other = pair.new {
          let isNamed = report.files.areInFolders
          report.add(try difference(one, other, naming: !isNamed), of: pair.path, each: each)
        } else {
          report.add(pair.path, onlyIn: pair.old == nil ? new : old, isNew: pair.old == nil)
        }
      } catch {
        // An unreadable file of a folder does not stop the rest.
        guard report.files.areInFolders else { throw error }
        Console.write(error.text, to: .error)
        report.worst = max(report.worst, error.status)
      }
    }
    report.print(format)
    if report.worst != .success { throw Failure(report.worst) }
  }

  /// Never fails for an invalid file: git would abort the whole log.
  private func printLinesForGit() throws {
    let bytes = try Failure.about(oldPath) { try FileReading.bytes(at: oldPath) }
    let document = try? ScheduleDocument(reading: bytes, file: oldPath)
    Console.writeFile(document.map { Array($0.contents.linesForGit.utf8) } ?? bytes)
  }

  private func difference(
    _ old: String, _ new: String, naming: Bool
  ) throws(Failure) -> ContentsDiff {
    let first = Result { () throws(Failure) in try DocumentFile.open(old) }
    let second = new == old ? first : Result { () throws(Failure) in try DocumentFile.open(new) }
    if new != old, case (.failure(let error), .failure(let other)) = (first, second) {
      throw Failure(error, other)
    }
    let (from, to) = (try first.get(), try second.get())
    var (before, after) = (from.contents, to.contents)
    if let first = schedule.first, let last = schedule.last {
      (before, after) = (try from.contents(of: first), try to.contents(of: last))
      let names = (before.schedules[0].name, after.schedules[0].name)
      if naming {
        let source = new == old ? "" : " of \(old)"
        Console.say("comparing \(names.0.quoted())\(source) with \(names.1.quoted()) of \(new)")
      }
      // The user has named both.
      before.schedules[0].name = names.1
    }
    return ContentsDiff(from: before, to: after, pairingSingles: true)
  }
}

extension DocumentFile {
  /// The named schedule alone, without calendar.
  fileprivate func contents(of name: String) throws(Failure) -> Contents {
    Contents(unit: contents.unit, schedules: [contents.schedules[try scheduleIndex(named: name)]])
  }
}

/// The differences of two files, or of the files of two folders.
private struct DifferenceReport {
  let files: CorrespondingFiles
  var worst: ExitStatus
  private var lines = MessageGroups()
  private var elements: [JSONValue] = []
  /// Whether two files were compared.
  private var hasCompared = false

  init(_ files: CorrespondingFiles) {
    self.files = files
    worst = files.problems.isEmpty ? .success : .noInput
    for problem in files.problems { Console.say(problem) }
  }

  mutating func add(_ diff: ContentsDiff, of path: String, each: Bool) {
    hasCompared = true
    elements += diff.differences.map { $0.json(in: files.areInFolders ? path : nil) }
    lines.add(diff.lines(each: each), of: path.printable)
    if !diff.differences.isEmpty { worst = max(worst, .problems) }
  }

  mutating func add(_ path: String, onlyIn folder: String, isNew: Bool) {
    let change = isNew ? ContentsDifference.Change.added : .removed
    elements.append(
      [
        "file": .string(path), "what": .string("file"), "change": .string(change.rawValue),
        "schedule": .null, "path": .null, "tag": .null, "old": .null, "new": .null,
      ])
    lines.add(["only in \(folder)"], of: path.printable)
    worst = max(worst, .problems)
  }

  func print(_ format: ResultFormat) {
    switch format {
    case .text:
      let text = lines.lines(naming: files.areInFolders).map { $0 + "\n" }.joined()
      Console.write(text, to: .output)
    case .json: if hasCompared || !elements.isEmpty { Console.print(.array(elements)) }
    }
  }
}

/// Two files, or the corresponding files of two folders, by relative path.
///
/// A folder and a file are compared as by `git diff --no-index`: with the file of that name in the folder.
struct CorrespondingFiles {
  /// The relative paths, with the files that exist.
  private(set) var pairs: [(path: String, old: String?, new: String?)] = []
  /// Folders that could not be searched, one sentence each.
  private(set) var problems: [String] = []
  private(set) var areInFolders = true

  init(_ old: String, _ new: String) {
    switch (FileReading.isFolder(at: old), FileReading.isFolder(at: new)) {
    case (false, false): (pairs, areInFolders) = ([(path: old, old: old, new: new)], false)
    case (true, true):
      let (olds, news) = (files(in: old), files(in: new))
      let paths = Set(olds.keys).union(news.keys).sorted { $0.lexicographicallyPrecedes($1) }
      pairs = paths.map { (String(decoding: $0, as: UTF8.self), olds[$0], news[$0]) }
    case (true, false): pairs = [(path: new, old: Self.file(new, in: old), new: new)]
    case (false, true): pairs = [(path: old, old: old, new: Self.file(old, in: new))]
    }
  }

  /// The files below a folder, by the bytes of their relative paths.
  private mutating func files(in folder: String) -> [[UInt8]: String] {
    let start = folder.utf8.count + (folder.hasBytes(atEnd: "/") ? 0 : 1)
    var files: [[UInt8]: String] = [:]
    for input in InputList.files(for: [folder]) {
      switch input {
      case .file(let path): files[Array(path.utf8.dropFirst(start))] = path
      case .problem(let path, let reason): problems.append("\(path): \(reason)")
      }
    }
    return files
  }

  private static func file(_ name: String, in folder: String) -> String {
    FilePath.joined(folder == "." ? "./" : folder, FilePath.split(name).name)
  }
}

extension ContentsDifference {
  /// The difference in the output of `diff` and `recover`; `file` is its path in a folder.
  func json(in file: String? = nil) -> JSONValue {
    func object(
      _ what: String, _ change: String = "changed", path: String? = nil, tag: JSONValue = .null,
      old: JSONValue = .null, new: JSONValue = .null
    ) -> JSONValue {
      [
        "file": .optional(file), "what": .string(what), "change": .string(change),
        "schedule": .optional(schedule), "path": .optional(path), "tag": tag, "old": old,
        "new": new,
      ]
    }
    switch subject {
    case .unit(let old, let new):
      return object("unit", old: .string(old.rawValue), new: .string(new.rawValue))
    case .schedule(let kind): return object("schedule", kind.rawValue)
    case .text(let member, let old, let new):
      return object(member.name, old: .optional(old), new: .optional(new))
    case .cell(let change):
      return object(
        "cell", path: change.cell.path, tag: .integer(change.cell.tag), old: change.old.json,
        new: change.new.json)
    case .member(let name, let kind): return object("member", kind.rawValue, path: name)
    case .order: return object("order")
    case .calendar(let number, let old, let new):
      return object(
        "calendar", old == nil ? "added" : new == nil ? "removed" : "changed",
        path: "calendar/\(number)", old: .optional(old), new: .optional(new))
    case .calendarMove(let entry, _, let number):
      return object(
        "calendar", "moved", path: "calendar/\(number)", old: .string(entry), new: .string(entry))
    }
  }
}

extension Contents {
  /// The document as lines for `git diff`: one per row, so that a changed row is one changed line.
  var linesForGit: String {
    var lines = ["unit \(unit.rawValue)"] + members.lines
    for schedule in schedules {
      // Not indented: git shows the nearest such line above a hunk.
      lines.append("schedule \(schedule.name.quoted())")
      lines += schedule.notes.map { ["  notes \($0.quoted())"] } ?? []
      lines += schedule.device.map { ["  device \($0.quoted())"] } ?? []
      lines += RowAddress.all.map { row in
        let setpoint = schedule.week[row]
        return setpoint.temperatures.reduce("  \(row) \(setpoint.time)") {
          "\($0) \($1.side.name) \($1.degrees)"
        }
      }
      lines += schedule.members.lines.map { "  \($0)" }
    }
    lines += calendar.flatMap { entry in
      ["calendar \(String(describing: entry).quoted())"] + entry.members.lines.map { "  \($0)" }
    }
    return lines.map { $0 + "\n" }.joined()
  }
}

extension UnknownMembers {
  fileprivate var lines: [String] {
    keys.map { key in
      let value = String(decoding: self[key]?.spelling ?? [], as: UTF8.self)
      return "member \(key.path.quoted()) \(value.printable)"
    }
  }
}
