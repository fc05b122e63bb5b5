import ArgumentParser
import Diagnostics
import JSONText
import ScheduleFiles
import ScheduleText

/// `setpoint diff`: compares two documents cell by cell.
struct DiffCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Compare two schedule files cell by cell.",
    discussion: """
      Schedules are matched by name, then by content; the files of two folders by path. Temperatures are in the unit \
      of the first file. Exit status 1 if anything differs.

      Examples:
        setpoint diff winter.json summer.json
        setpoint diff winter/ summer/
      """)

  @Argument(
    help: ArgumentHelp("The first file or folder, - for standard input.", valueName: "a"),
    completion: .file())
  var first: String?

  @Argument(help: "The second file or folder, - for standard input.", completion: .file())
  var b: String?

  @Flag(
    help: "Print one file as lines for git to compare.")
  var textconv = false

  @Option(help: "The output format.")
  var format = ResultFormat.text

  @OptionGroup(title: "Streams") var stream: StreamOptionGroup

  @OptionGroup var color: ColorOption

  @OptionGroup var words: EachOption

  func validate() throws {
    try stream.check([])
    if stream.ndjson {
      if b != nil || textconv || format != .text || words.each {
        throw ValidationError("--ndjson reads one file of pairs and prints JSON Lines")
      }
      return
    }
    if textconv && (b != nil || format != .text) {
      throw ValidationError("--textconv reads one file and prints text")
    }
    if words.each && (textconv || format != .text) {
      throw ValidationError("--each requires text output")
    }
    if first == nil { throw ValidationError("Missing expected argument '<a>'") }
    if !textconv && b == nil { throw ValidationError("Missing expected argument '<b>'") }
  }

  /// The first file; standard input if a stream names none.
  private var a: String { first ?? "-" }

  func run() throws {
    if stream.ndjson { return try stream.run([a]) { RecordDifference(name: $0) } }
    guard !textconv, let b else { return try convert() }
    try Console.refuseInputTwice(in: [a, b])
    guard let folders = FolderDifference(a, b) else {
      let diff = try Self.difference(a, b)
      switch format {
      case .text: Console.write(Self.text(diff.lines(each: words.each)), to: .output)
      case .json: Console.print(.array(diff.differences.map { $0.json() }))
      }
      if !diff.differences.isEmpty { throw Failure(.problems) }
      return
    }
    try compare(folders)
  }

  /// Compares the files of two folders; an unreadable file does not stop the rest.
  private func compare(_ folders: FolderDifference) throws(Failure) {
    var worst = folders.problems.isEmpty ? ExitStatus.success : .noInput
    for problem in folders.problems { Console.say(problem) }
    var lines = AlikeFiles()
    var elements: [JSONValue] = []
    for pair in folders.pairs {
      do throws(Failure) {
        guard let old = pair.old, let new = pair.new else {
          let change = pair.old == nil ? ContentsDifference.Change.added : .removed
          elements.append(
            .object([
              "file": .string(pair.path), "what": .string("file"),
              "change": .string(change.rawValue), "schedule": .null, "path": .null, "tag": .null,
              "old": .null, "new": .null,
            ]))
          lines.add(["only in \(pair.old == nil ? b ?? "" : a)"], of: pair.path.printable)
          worst = max(worst, .problems)
          continue
        }
        let diff = try Self.difference(old, new)
        elements += diff.differences.map { $0.json(in: pair.path) }
        lines.add(diff.lines(each: words.each), of: pair.path.printable)
        if !diff.differences.isEmpty { worst = max(worst, .problems) }
      } catch {
        Console.write(error.text, to: .error)
        worst = max(worst, error.status)
      }
    }
    switch format {
    case .text: Console.write(Self.text(lines.lines(naming: true)), to: .output)
    case .json: Console.print(.array(elements))
    }
    if worst != .success { throw Failure(worst) }
  }

  private static func difference(_ old: String, _ new: String) throws(Failure) -> ContentsDiff {
    let from: DocumentFile
    do throws(Failure) {
      from = try DocumentFile.open(old)
    } catch {
      // Report problems of the other file, too.
      do throws(Failure) { _ = try DocumentFile.open(new) } catch let second {
        throw Failure(error, second)
      }
      throw error
    }
    return ContentsDiff(
      from: from.document.contents, to: try DocumentFile.open(new).document.contents,
      pairingSingles: true)
  }

  private static func text(_ lines: [String]) -> String { lines.map { $0 + "\n" }.joined() }

  /// Never fails for invalid files: git would abort the whole log.
  private func convert() throws {
    let bytes = try Failure.about(a) { try FileReading.bytes(at: a) }
    guard let document = try? ScheduleDocument(reading: bytes, file: a) else {
      return Console.writeFile(bytes)
    }
    Console.writeFile(Array(document.contents.linesForGit.utf8))
  }
}
