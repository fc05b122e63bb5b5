import ArgumentParser
import Diagnostics
import ScheduleFiles
import ScheduleText

/// `setpoint undo`: undoes the last step of a file.
struct UndoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "undo",
    abstract: "Undo the last change that the editor or a command saved.",
    discussion: """
      Each edit that the editor saved is a step, and so is each change by set, copy, format, validate --fix, \
      import --into, pull --into and recover --apply. Undoing a step restores the bytes that the file had \
      before it. Once another program has changed the file, the steps before cannot be undone.

      Exit status: 1 when there is nothing to undo.

      Examples:
        setpoint undo home.json --list
        setpoint undo home.json && setpoint undo home.json --redo
      """)

  @Argument(help: "The schedule file (default: your default document).", completion: .file())
  var file: String?

  @Flag(exclusivity: .exclusive) var action = Action.undo

  @OptionGroup var dry: DryRunOption

  @OptionGroup var words: EachOption

  @OptionGroup var writing: WritingOptions

  @OptionGroup var color: ColorOption

  /// The action on the steps.
  enum Action: EnumerableFlag {
    case undo, redo, list

    static func name(for value: Action) -> NameSpecification {
      value == .undo ? .customLong("last") : .long
    }

    static func help(for value: Action) -> ArgumentHelp? {
      switch value {
      case .undo: .private
      case .redo: "Redo the step undone last."
      case .list: "List the steps, the last one first."
      }
    }
  }

  func run() throws {
    let path = file ?? Environment.defaultDocument
    guard path != "-" else { throw Failure(.usage, "undo needs a file, not -") }
    let companion = CompanionFile(of: path)
    let isEdited = DocumentLock.holder(.session, of: companion) != nil
    if action != .list, !isEdited, !FoundJournal.all(companion).isEmpty {
      throw Failure(
        .problems,
        "\(path): a crashed editor left unsaved edits; setpoint recover lists, applies or discards them"
      )
    }
    try Failure.about(path) {
      try DocumentLock.whileLocked(path, forChange: action != .list && !dry.dryRun) {
        let text = try FileReading.bytes(at: path, ofFilesAlone: true)
        let history = HistoryFile(of: companion).history(of: text)
        if action == .list {
          list(history)
        } else {
          try move(history, in: companion, path)
        }
      }
    }
  }

  private func list(_ history: UndoHistory) {
    for (index, step) in history.steps.enumerated().reversed() {
      Console.print("\(index < history.position ? "done  " : "undone")  \(step.name.printable)")
    }
    if history.steps.isEmpty { Console.say(history.end) }
  }

  private func move(_ history: UndoHistory, in companion: CompanionFile, _ path: String) throws {
    let isRedo = action == .redo
    guard let moved = history.moved(to: history.position + (isRedo ? 1 : -1)) else {
      throw Failure(.problems, "\(path): \(isRedo ? "nothing to redo" : history.end)")
    }
    if !dry.dryRun {
      try AtomicFile.write(
        moved.text, to: path, existing: .replaceText(history.text), policy: writing.policy)
      HistoryFile(of: companion).keep(moved)
    }
    let versions = [history, moved].map { try? DocumentFile(reading: $0.text, at: path) }
    let step = history.steps[min(history.position, moved.position)]
    var lines = ["\(isRedo ? "redid" : "undid") \(step.name)"]
    if let old = versions[0]?.document.contents, let new = versions[1]?.document.contents {
      lines += ContentsDiff(from: old, to: new, pairingSingles: true).lines(each: words.each)
    }
    dry.report(lines)
  }
}
