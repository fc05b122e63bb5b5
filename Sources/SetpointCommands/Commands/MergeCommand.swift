import ArgumentParser
import Diagnostics
import Reporting
import ScheduleFiles
import ScheduleModel
import ScheduleRules
import ScheduleText

struct MergeCommand: ColoringCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Merge two changed copies of a file by cell (also as git's driver).",
    discussion: """
      The result replaces OURS, with its layout; -o writes it to another file, but never to BASE or THEIRS. \
      Schedules are matched by name; the rest by content. If both changed a cell or a member differently, \
      keeps our value and lists the conflict on standard error.

      `setpoint git-setup` registers it in a git repository.

      Example:
        setpoint merge base.json home.json theirs.json
      """)
  static let exitStatus = "1 for conflicts, or for a result with errors that neither copy has."

  @Argument(
    help: "The file that both started from; an empty file if there was none.", completion: .file())
  var base: String

  @Argument(
    help: "Our copy, which the result replaces; - reads standard input and writes standard output.",
    completion: .file())
  var ours: String

  @Argument(help: "Their copy.", completion: .file())
  var theirs: String

  @Option(
    name: .shortAndLong, help: "Write the result here instead; - for standard output.",
    completion: .file())
  var output: String?

  @Flag(help: "With --output: overwrite an existing file.")
  var force = false

  @Option(help: "The name of the file in messages.", completion: .file())
  var path: String?

  @Flag(name: .dryRun, help: .dryRun) var dryRun = false

  @OptionGroup var writing: WritingOptions

  @Option(help: "Colours") var color = ColorChoice.auto

  func validate() throws {
    try refuse(if: force && output == nil, "--force requires --output")
    try writing.refuse(where: output != nil && !replacesOurs, "--output does not write to OURS")
    try writing.refuse(on: output ?? ours)
  }

  func run() throws {
    try Console.refuseInputTwice(in: [base, ours, theirs])
    let name = path ?? ours
    let projects = ProjectFinder()
    // Read each file once, since it may be a pipe. git passes an empty file if there is no base.
    let (oldText, theirText) = (try text(.base, at: base), try text(.theirs, at: theirs))
    let (merge, errors) = try Failure.about(name) {
      try DocumentLock.whileLocked(ours, forChange: replacesOurs) {
        let ourText = try text(.ours, at: ours)
        let old = oldText.isEmpty ? nil : try document(.base, at: base, oldText)
        let our = try document(.ours, at: ours, ourText)
        let merge = try our.merging(
          document(.theirs, at: theirs, theirText), since: old, file: name)
        if !replacesOurs {
          let file = OutputFile(
            path: output, isForced: force, inputs: Set(of: [base, ours, theirs]), isDry: dryRun)
          try file.write(merge.text)
        } else if merge.text != ourText {
          try AtomicFile.write(
            merge.text, to: ours, existing: .replaceText(ourText), policy: writing.policy,
            isDry: dryRun)
          if dryRun {
            OutputFile.sayUnwritten(ours)
          } else if path == nil {
            // git passes the name of a temporary file.
            HistoryFile(of: CompanionFile(of: ours)).add("merge", from: ourText, to: merge.text)
          }
        }
        let unit = merge.contents.unit
        if unit != our.contents.unit { Console.say("\(name): converted to \(unit.symbol)") }
        lazy var changes = ContentsDiff(from: our.contents, to: merge.contents)
        if dryRun { Console.report(changes.lines(each: false), isDry: true) }
        let errors = CheckedFile.newErrors(
          in: merge.text, since: [ourText, theirText], file: path ?? output ?? ours, projects)
        return (merge, errors)
      }
    }
    let status = projects.reportProblems()
    for line in merge.conflicts.lines(.branches) { Console.say("\(name): conflict: \(line)") }
    if errors.isEmpty, merge.conflicts.isEmpty {
      // A failing driver would let git mark a conflict.
      if status != .success, path == nil { throw Failure(status) }
      return
    }
    let again =
      path.map {
        "; edit it, then git add it (git checkout --merge \($0.fileWord) merges again)"
      } ?? ""
    let outcome =
      merge.conflicts.isEmpty
      ? "\(dryRun ? "would be " : "")merged, but together the changes break rules"
      : "keeps our values and all schedules in conflicts, without markers"
    throw Failure(.problems, errors, in: merge.text, "\(name): \(outcome)\(again)")
  }

  /// Whether the result replaces OURS: without --output, or if that names OURS, unless it is standard input.
  private var replacesOurs: Bool {
    output.map { $0 != "-" && FileIdentity.areSame($0, ours) } ?? (ours != "-")
  }

  private enum Side: String { case base, ours, theirs }

  /// The name of a side in messages: the file of `--path`, since the names passed by git are temporary.
  private func title(_ side: Side, at file: String) -> String {
    path.map { "\($0) (\(side.rawValue))" } ?? file
  }

  private func text(_ side: Side, at file: String) throws(Failure) -> [UInt8] {
    try Failure.about(title(side, at: file)) {
      try FileReading.bytes(at: file, ofFilesAlone: side == .ours && replacesOurs)
    }
  }

  private func document(
    _ side: Side, at file: String, _ text: [UInt8]
  ) throws(Failure) -> ScheduleDocument {
    let title = title(side, at: file)
    do {
      return try ScheduleDocument(reading: text, file: title)
    } catch {
      throw Failure(error, in: text, about: path ?? file)
    }
  }
}

extension CheckedFile {
  /// The errors of a merged text that its sides do not have.
  static func newErrors(
    in text: [UInt8], since sides: [[UInt8]], file: String, _ projects: ProjectFinder
  ) -> [Diagnostic] {
    var options = projects.options(forFile: file)
    options.limit = .max
    let check = { DocumentCheck(bytes: $0, file: file, options: options) }
    let errors = { (text: [UInt8]) in
      CheckedFile(check(text), of: text, name: file, options, for: nil).diagnostics
        .filter { $0.severity == .error }
    }
    // A schedule that a side has under another name, or that was removed, has no name here.
    let names = Set((check(text).draft?.schedules ?? []).map(\.name))
    let key = { (error: Diagnostic, name: String?) in
      [error.code, error.tag.map { "\($0)" }, name]
    }
    let known = Set(
      sides.flatMap(errors).map { key($0, names.contains($0.schedule) ? $0.schedule : nil) })
    return errors(text).filter {
      !known.contains(key($0, $0.schedule)) && !known.contains(key($0, nil))
    }
  }
}
