import ArgumentParser
import Diagnostics
import Reporting
import ScheduleFiles
import ScheduleModel

struct UndoCommand: ColoringCommand {
  static let configuration = CommandConfiguration(
    commandName: "undo",
    abstract: "Undo the last change that the editor or a command saved.",
    discussion: """
      A step is an edit saved by the editor, a change by set, copy, calendar, format, validate --fix, import, pull, \
      merge or recover --apply, or a schedule file overwritten with --force. Undoing a step restores the bytes from \
      before it. Once another program has changed the file, earlier steps cannot be undone. With several \
      files, undoes only those that the newest step changed; --redo redoes the step that was undone last.

      Examples:
        setpoint undo home.json --list
        setpoint undo home.json && setpoint undo home.json --redo
        setpoint undo schedules/ --dry-run
      """)
  static let exitStatus = "1 if no step can be undone."

  @Argument(documents: "Schedule files and folders") var files: [String] = []

  @Flag(help: "Redo the last undone step.") var redo = false

  @Flag(help: "List the steps, the last one first.") var list = false

  @Flag(name: .dryRun, help: .dryRun) var dryRun = false
  @Flag(help: .each) var each = false

  @OptionGroup var writing: WritingOptions

  @Option(help: "Colours") var color = ColorChoice.auto

  func validate() throws {
    try refuse(if: redo && list, "--redo and --list cannot be combined")
    try refuse(if: list && (dryRun || each), "--list only lists the steps")
    try writing.refuse(where: list, "--list writes nothing")
    try refuse(if: files.contains("-"), "undo needs a file, not -")
    try refuse(
      if: files.contains { Int($0) != nil && !FileReading.isAnything(at: $0) },
      "undo undoes one step at a time; repeat it for more steps")
  }

  func run() throws {
    let verb = redo ? "redone" : "undone"
    var files = ManyFiles(files)
    if !dryRun {
      files.remedy = "`setpoint undo\(redo ? "" : " --redo")` of the same files reverts it"
    }
    if !redo, !dryRun { files.continuation = "the same command continues" }
    // Read once: a fleet has thousands of histories.
    let steps = list || !files.areSeveral ? [:] : self.steps(of: files.paths)
    // The newest step, or the step that was undone last.
    let chosen = steps.values.max { redo ? $0.at < $1.at : $0.step < $1.step }?.step
    let others = steps.values.count { $0.step != chosen }
    if chosen != nil, others > 0 {
      Console.say(
        "\(counted(others, "file")) \(others == 1 ? "has" : "have") another "
          + "\(redo ? "next" : "last") step and \(others == 1 ? "stays" : "stay") unchanged")
    }
    try files.report(
      list ? nil : dryRun ? "would be \(verb)" : verb, isDry: list || dryRun
    ) { path in
      guard let chosen, steps[Array(path.utf8)]?.step != chosen else { return try lines(for: path) }
      // An unreadable file or history is still reported.
      _ = try Self.history(of: path)
      return []
    }
  }

  /// A step of one command, the same in each file that the command changed.
  private struct Step: Comparable {
    /// In microseconds since 1970.
    let time: Int
    let name: String

    static func < (a: Step, b: Step) -> Bool { (a.time, a.name) < (b.time, b.name) }
  }

  /// Returns, by the bytes of its path, the step of each file that would be undone or redone (or that another program's
  /// change prevents), and when it was undone or saved.
  private func steps(of paths: [String]) -> [[UInt8]: (step: Step, at: Int)] {
    var steps: [[UInt8]: (step: Step, at: Int)] = [:]
    for path in paths {
      guard let history = try? Self.history(of: path) else { continue }
      let next = history.versions.dropFirst(max(1, history.position + (redo ? 1 : 0))).first
      let step = redo || history.canUndo ? next : history.overtaken
      guard let step, let time = step.time else { continue }
      steps[Array(path.utf8)] = (Step(time: time, name: step.name.text()), step.undone ?? time)
    }
    return steps
  }

  private static func history(of path: String) throws(FileError) -> EditHistory {
    let text = try FileReading.bytes(at: path, ofFilesAlone: true)
    return try HistoryFile(of: CompanionFile(of: path)).history(of: text)
  }

  /// Lists the steps of a file, or undoes one; returns the lines to print.
  private func lines(for path: String) throws -> [String] {
    let companion = CompanionFile(of: path)
    // An undo of the damage does not lose edits: they belong to an earlier version.
    if !list, DocumentLock.openSession(of: companion) == nil, !FoundJournal.all(companion).isEmpty,
      let document = try? DocumentFile(opening: path, forChange: true).document,
      FoundJournal.hasEdits(companion, besides: document)
    {
      throw Failure(.problems, FoundJournal.advice(path, refused: "nothing was undone: "))
    }
    return try DocumentLock.whileLocked(path, forChange: !list && !dryRun) {
      let history = try Self.history(of: path)
      guard list else { return try move(history, in: companion, path) }
      if history.versions.count == 1 { Console.say("\(path): \(history.noStepText())") }
      return history.versions.enumerated().dropFirst().reversed().map { index, version in
        let mark = index <= history.position ? "done  " : "undone"
        let saved = version.time.map { "\(CalendarDay.words(ofMicroseconds: $0))  " } ?? ""
        return "\(mark)  \(saved)\(version.name.text().printable)"
      }
    }
  }

  private func move(
    _ history: EditHistory, in companion: CompanionFile, _ path: String
  ) throws -> [String] {
    var moved = history
    moved.position += redo ? 1 : -1
    guard history.versions.indices.contains(moved.position),
      let old = history.current.text, let new = moved.current.text
    else {
      throw Failure(.problems, "\(path): \(history.noStepText(redo: redo))")
    }
    try AtomicFile.write(
      new, to: path, existing: .replaceText(old), policy: writing.policy, isDry: dryRun)
    if !redo { moved.versions[history.position].undone = HistoryFile.commandTime }
    if !dryRun { HistoryFile(of: companion).keep { moved } }
    let step = (redo ? moved : history).current.name.text().printable
    let verb = dryRun ? "would \(redo ? "redo" : "undo")" : redo ? "redid" : "undid"
    var lines = ["\(verb) \(step)"]
    // A text from before a fix may not be a schedule.
    if let old = try? DocumentFile(reading: old, at: path).contents,
      let new = try? DocumentFile(reading: new, at: path).contents
    {
      // Converting back the converted temperatures would round them again.
      lines += ContentsDiff(from: old, to: new, pairingSingles: true, inNewUnit: redo)
        .lines(each: each)
    }
    return lines
  }
}
