import ArgumentParser
import Diagnostics
import JSONText
import Reporting
import ScheduleFiles
import ScheduleModel
import ScheduleText

struct RecoverCommand: ColoringCommand {
  static let configuration = CommandConfiguration(
    commandName: "recover",
    abstract: "List, apply or discard unsaved edits of an editor that crashed.",
    discussion: """
      Lists them by default: a line for each cell, old -> recovered. Without FILE, uses your default document; if that \
      has no edits, names the files in this folder that do. If the file has changed since, merges the edits with it \
      cell by cell; conflicts keep the file's value and are listed on standard error; --apply keeps these \
      edits until they are discarded.

      Example:
        setpoint recover home.json && setpoint recover home.json --apply
      """)
  static let exitStatus =
    "0 done, or nothing to recover; 1 conflicts, damaged lines, or (--apply, --discard) a running editor."

  enum Action: EnumerableFlag {
    case list, apply, discard

    static func help(for value: Action) -> ArgumentHelp? {
      switch value {
      case .list: "List the edits."
      case .apply: "Write the edits to the file."
      case .discard: "Discard the edits (--given-up --apply restores them)."
      }
    }
  }

  @Argument(document: "The schedule file") var file: String?

  @Flag(exclusivity: .exclusive) var action = Action.list

  @Flag(help: "List, restore or discard edits discarded before.")
  var givenUp = false

  @Option(help: .format) var format = ResultFormat.text

  @Flag(name: .dryRun, help: .dryRun) var dryRun = false
  @Flag(help: .each) var each = false

  @OptionGroup var writing: WritingOptions

  @Option(help: "Colours") var color = ColorChoice.auto

  func validate() throws {
    try refuse(if: each && format != .text, "--each requires text output")
    try refuse(if: each && action == .discard, "--each lists edits; omit it with --discard")
    try writing.refuse(where: action != .apply, "they require --apply")
    try writing.refuse(where: dryRun, "--dry-run lists the edits")
    try refuse(if: format != .text && action != .list, "--format does not apply to --\(action)")
  }

  mutating func run() throws {
    let isTrial = dryRun && action == .apply
    if isTrial { action = .list }
    let path = file ?? Folder.namedDefaultDocument
    guard path != "-" else { throw Failure(.usage, "recover needs a file, not -") }
    let companion = CompanionFile(of: path)
    try Failure.about(path) {
      if action == .list {
        // Listing the edits of a running editor is safe, applying them is not.
        if let session = DocumentLock.openSession(of: companion) {
          let text = "\(path): \(session)"
          if isTrial { throw Failure(.problems, text) }
          Console.say("\(text); its edits are not lost")
        }
        try handleJournals(of: companion, path)
      } else {
        let lock: DocumentLock
        do {
          lock = try DocumentLock.acquire(.session, of: companion)
        } catch FileError.held(let part, let holder) {
          throw Failure(.problems, "\(path): \(FileError.held(part, holder))")
        }
        try lock.whileHeld {
          try DocumentLock.whileLocked(path, forChange: action == .apply) {
            try handleJournals(of: companion, path)
          }
        }
      }
    }
  }

  /// Lists, applies or discards what the journals of a document hold.
  private func handleJournals(of companion: CompanionFile, _ path: String) throws {
    let all =
      givenUp
      ? FoundJournal.all(companion, .givenUp)
      : FoundJournal.all(companion, removingEmpty: action != .list && !dryRun)
    guard let found = all.first else {
      // Fail for a misspelt name instead of reporting that it has no edits.
      if file != nil { _ = try DocumentFile.open(path) }
      if format == .json { return Console.print(givenUp ? .array([]) : json(nil, path)) }
      Console.say("\(path): nothing to recover")
      return file == nil ? Self.nameOthers() : ()
    }
    if action == .discard {
      let others = givenUp ? [] : FoundJournal.all(companion, .undecided)
      for found in all + others.filter({ other in !all.contains { $0.path == other.path } }) {
        if !dryRun {
          if givenUp { try found.remove() } else { try found.setAside(companion) }
        }
        let hint = givenUp || dryRun ? "" : " (--given-up lists them)"
        let edits = found.journal.map { counted($0.editCount, "edit") + hint }
        let verb = dryRun ? "would discard" : "discarded"
        Console.report(["\(path): \(verb) \(edits ?? "a damaged journal")"], isDry: dryRun)
      }
      return
    }
    guard givenUp else {
      return try recover(found, among: all, companion, path) { Console.print($0) }
    }
    // Each discarded journal is handled separately.
    var worst = ExitStatus.success
    var answers: [JSONValue] = []
    for found in all.dropFirst() + [found] {
      do {
        try recover(found, among: [found], companion, path) { answers.append($0) }
      } catch let failure as Failure {
        Console.write(failure.text, to: .error)
        worst = max(worst, failure.status)
      }
    }
    if format == .json { Console.print(.array(answers)) }
    if worst != .success { throw Failure(worst) }
  }

  /// Names the files of the working folder with unsaved edits, unless an editor has them open.
  private static func nameOthers() {
    for path in Folder.names(in: ".", endingIn: ".json") where FileReading.isFile(at: path) {
      let companion = CompanionFile(of: path)
      guard DocumentLock.openSession(of: companion) == nil,
        FoundJournal.hasEdits(companion, besides: try? DocumentFile(opening: path).document)
      else { continue }
      Console.say(FoundJournal.advice(path))
    }
  }

  /// Lists or applies the edits of a journal, for JSON to `answer`, and reports the damaged journals among `all`.
  private func recover(
    _ found: FoundJournal, among all: [FoundJournal], _ companion: CompanionFile, _ path: String,
    answer: (JSONValue) -> Void
  ) throws {
    guard let journal = found.journal else {
      throw Failure(.problems, all.map { "\(path): \($0.damage); --discard sets it aside" })
    }
    for damaged in all where damaged.journal == nil { Console.say("\(path): \(damaged.damage)") }
    let (document, damage) = try Self.opened(path)
    if let damage, action == .apply {
      throw Failure(
        .unreadableData, ["\(path): \(Self.remedy)"], after: Failure(damage, about: path))
    }
    guard let recovery = Recovery(journal, current: document?.document) else {
      throw Failure(.problems, "\(path): the edits belong to a version that no longer exists")
    }
    // The conflicts of earlier recoveries.
    let earlier =
      givenUp ? [] : FoundJournal.all(companion, .undecided).filter { $0.path != found.path }
    let undecided = earlier.flatMap { other in
      other.journal.flatMap { Recovery($0, current: document?.document) }?.merge.conflicts ?? []
    }
    guard !recovery.isEmpty || !undecided.isEmpty else {
      if action == .apply { try found.remove() }
      if format == .json { return answer(json(nil, path)) }
      return Console.say("\(path): nothing to recover; every edit is in the file")
    }
    let projects = ProjectFinder()
    // Apply first: it starts again if another program changes the file meanwhile.
    if action == .apply { try apply(recovery, to: document, path, projects) }
    if format == .json { answer(json(recovery, path)) } else { report(recovery, path, damage) }
    for line in undecided.lines(.recovery) { Console.say("\(path): conflict: \(line)") }
    if action == .apply, recovery.isWhole { try found.remove() }
    let status = projects.reportProblems()
    if let damage { throw damage }
    let isPart = !recovery.isWhole || !undecided.isEmpty
    if action == .apply {
      let discard = "setpoint recover \(path.fileWord) --discard\(givenUp ? " --given-up" : "")"
      let rest = isPart ? ", except the edits above; set them by hand, then `\(discard)`" : ""
      Console.say("\(path): recovered\(rest)")
    }
    if isPart || status != .success { throw Failure(.problems) }
  }

  private static let remedy =
    "the file is damaged; correct or rename it, and --apply writes the edits"

  /// Opens the document of a journal. Without one, returns why the file is not a document; nil for a missing file.
  private static func opened(
    _ path: String
  ) throws(FileError) -> (document: DocumentFile?, damage: FileError?) {
    do throws(FileError) {
      return (try DocumentFile(opening: path), nil)
    } catch {
      guard error.isMissing || error.isContent else { throw error }
      return (nil, error.isContent ? error : nil)
    }
  }

  /// Saves the recovered document, and reports rules that it breaks although neither version did.
  private func apply(
    _ recovery: Recovery, to document: DocumentFile?, _ path: String, _ projects: ProjectFinder
  ) throws {
    var target = document ?? DocumentFile(new: recovery.edited, at: path)
    if document != nil { target.contents = recovery.merge.contents }
    try target.save(policy: writing.policy, step: "recover --apply", restoring: true)
    let sides = [document?.document.original ?? [], CanonicalText.text(of: recovery.edited)]
    let errors = CheckedFile.newErrors(
      in: target.document.original, since: sides, file: path, projects)
    Console.report(errors, in: target.document.original)
    if !errors.isEmpty { Console.say("\(path): together the changes break rules") }
  }

  /// Prints the recoverable edits, and on standard error, what cannot be recovered.
  private func report(_ recovery: Recovery, _ path: String, _ damage: FileError?) {
    let journal = recovery.journal
    let edits = counted(journal.editCount, "edit")
    let change = recovery.isUnchanged ? "" : "; the file has changed since"
    Console.say("\(path): \(edits) of \(journal.header.holder.words)\(change)")
    let remedy = damage == nil ? nil : Self.remedy
    for line in recovery.lines(each: each, ifMissing: remedy) { Console.print(line) }
    for line in recovery.merge.conflicts.lines(.recovery) {
      Console.say("\(path): conflict: \(line)")
    }
    for sentence in recovery.skipped { Console.say("\(path): \(sentence)") }
  }

  /// The recoverable edits as JSON; without any if `recovery` is nil.
  private func json(_ recovery: Recovery?, _ path: String) -> JSONValue {
    let journal = recovery?.journal
    let conflicts = (recovery?.merge.conflicts ?? []).map { conflict in
      [
        "schedule": .optional(conflict.scheduleName), "path": .optional(conflict.cell?.path),
        "tag": .optional(conflict.cell?.tag),
        "message": .string(conflict.text(.recovery)), "base": .optional(conflict.base),
        "file": .optional(conflict.ours), "edited": .optional(conflict.theirs),
      ] as JSONValue
    }
    return [
      "file": .string(path), "edits": .integer(journal?.editCount ?? 0),
      "holder": .optional(journal?.header.holder.description),
      "hasFile": .boolean(recovery.map { $0.current != nil } ?? true),
      "isUnchanged": .boolean(recovery?.isUnchanged ?? true),
      "changes": .array((recovery?.differences ?? []).map { $0.json() }),
      "conflicts": .array(conflicts),
      "damagedLines": .array(journal?.damagedLines.map { .integer($0) } ?? []),
      "unplacedEdits": .integer(recovery?.unplacedCount ?? 0),
      "hasTornEnd": .boolean(journal?.hasTornEnd ?? false),
    ]
  }
}

extension FoundJournal {
  /// What to do about the unsaved edits of a document, after what was `refused` because of them.
  static func advice(_ path: String, refused: String = "") -> String {
    let command = "`setpoint recover \(path.fileWord)"
    if let found = all(CompanionFile(of: path)).first, found.journal == nil {
      return "\(path): \(refused)\(found.damage); \(command) --discard` sets it aside"
    }
    return "\(path): \(refused)unsaved edits of a crashed editor; \(command)` lists them "
      + "(--apply writes, --discard discards them)"
  }
}
