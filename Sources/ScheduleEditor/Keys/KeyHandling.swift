import DeviceFormats
import ScheduleModel
package import TwoWayTable

extension EditorState {
  package mutating func handle(_ key: Key) {
    // A key can show another schedule or change the row that is being dragged.
    drag = nil
    // In every mode: suspending never loses typed text.
    if key == .control("z"), keymap.command(for: [key])?.command.name == "suspend" {
      request = .suspend
      return
    }
    if !dialogs.isEmpty { return pressInDialog(key) }
    switch mode {
    case .browsing: browse([key])
    case .awaiting(let keys):
      mode = .browsing
      browse(keys + [key])
    case .editing(let typing):
      // Save typed text as well.
      if case .control = key, let command = keymap.command(for: [key]),
        command.command.name == "save"
      {
        message = nil
        if take(typing) { run(command) }
      } else {
        handle(key, in: typing)
      }
    case .commandLine(let line): handle(key, in: line)
    case .asking(let question): answer(key, to: question)
    }
  }

  /// Pastes text, which is data and never keys. If it `isCut`, its end is missing.
  package mutating func paste(_ text: String, isCut: Bool) {
    (message, drag) = (nil, nil)
    var fits = !isCut
    switch mode {
    case _ where !dialogs.isEmpty: fits = pasteInDialog(text) && fits
    case .editing(var typing):
      fits = typing.paste(text) && fits
      continueEditing(typing)
    case .commandLine(var command):
      // A part of a command may be another command.
      guard command.paste(text), fits else {
        mode = .browsing
        return say("not pasted: the text is too long", isProblem: true)
      }
      mode = .commandLine(command)
    case .browsing, .awaiting:
      mode = .browsing
      guard allowsEdits() else { break }
      do { paste(try .pasted(text), in: week.unit) } catch { refuse(error) }
    case .asking: break
    }
    if !fits { say("the pasted text is too long; the rest was dropped", isProblem: true) }
  }

  private mutating func browse(_ keys: [Key]) {
    message = nil
    defer { if mode == .browsing { dayJustEdited = nil } }
    if host.recoverableEdits != nil, keys == [.character("r")] {
      run(line: "recover")
    } else if let command = keymap.command(for: keys) {
      run(command)
    } else if !keymap.continuations(of: keys).isEmpty {
      mode = .awaiting(keys)
    } else if keys.count == 1, case .character(let digit) = keys[0], ("0"..."9").contains(digit) {
      if allowsEdits() { beginTyping(String(digit)) }
    } else if keys.last != .named(.escape) {
      say("this key is not bound", .keys)
    }
  }

  private mutating func answer(_ key: Key, to question: Question) {
    switch (question, key.name.lowercased()) {
    case (.saveChanges, "y"), (.saveChanges, "enter"), (.saveChanges, "^s"): save(thenQuit: true)
    case (.saveChanges, "n"), (.leaveConflicts, "y"): request = .quit
    case (.leaveConflicts, "c"): showConflicts()
    case (.savePolicy(_, let policies, let quits), "i") where policies.contains(.inPlace):
      save(.inPlace, thenQuit: quits)
    case (.savePolicy(_, let policies, let quits), "b") where policies.contains(.breakLinks):
      save(.breakLinks, thenQuit: quits)
    case (.replaceFile(let output, let file), "y"):
      mode = .browsing
      do { try write(output, to: file, replacing: true) } catch { refuse(error) }
    case (.delete(let id, _), "y"):
      mode = .browsing
      do { try delete(id) } catch { refuse(error) }
    // A second ^C quits.
    case (.saveChanges, "^c"), (.leaveConflicts, "^c"): request = .interrupt
    case (_, "esc"), (_, "n"), (_, "^c"), (_, "q"): mode = .browsing
    default: break
    }
  }

  mutating func handle(_ key: Key, in command: TypedLine) {
    var command = command
    let isRefused = message?.isProblem == true
    message = nil
    switch key {
    case .character(":") where isRefused: mode = .commandLine(TypedLine())
    // `g` opens this line; pressed again it goes to the top, as in vi.
    case .character("g") where command.line.text == "goto ":
      mode = .browsing
      run(line: "move top")
    case .named(.enter):
      mode = .browsing
      let line = command.line.text
      guard !line.allSatisfy({ $0 == " " }) else { return }
      typedLines.keepTyped(line)
      if let name = CommandTable.commandToComplete(line) {
        return mode = .commandLine(TypedLine(name))
      }
      // The beginning of a command runs the first one listed.
      let found = CommandTable.matches(line).first { offers($0) || $0.names.contains(line) }
      run(line: found.flatMap { $0.isBegun(by: line) ? $0.name : nil } ?? line)
      // A refused line can be corrected, unless a key is suggested: the next letters must not run as commands.
      if mode == .browsing, dialogs.isEmpty, message?.isProblem == true, message?.remedy == nil {
        mode = .commandLine(command)
      }
    case .named(.escape), .control("c"): mode = .browsing
    case .named(.backspace) where command.line.isEmpty: mode = .browsing
    default:
      let isHandled = command.handle(key, history: typedLines) { line in
        CommandTable.completedLines(of: line, in: self)
      }
      if isHandled { mode = .commandLine(command) }
    }
  }

  /// The message for the screen, with the key of its remedy.
  func text(of message: Message) -> String {
    guard let remedy = message.remedy else { return message.text }
    return "\(message.text); \(keymap.way(to: remedy.line) ?? remedy.line) \(remedy.words)"
  }

  var isAsking: Bool { if case .asking = mode { true } else { false } }

  /// The current meaning of keys, when no dialog is open.
  enum Mode: Hashable {
    case browsing
    /// The first keys of a sequence were pressed.
    case awaiting([Key])
    case editing(CellTyping)
    /// A line is typed after `:`.
    case commandLine(TypedLine)
    case asking(Question)
  }
}

enum Question: Hashable {
  /// What to do with unsaved changes when quitting.
  case saveChanges
  /// Whether to quit with conflicts, with which nothing can be saved.
  case leaveConflicts
  /// How to write a file that cannot be replaced without loss.
  case savePolicy(String, [SavePolicy], thenQuit: Bool)
  case replaceFile(ExportOutput, DeviceFile)
  case delete(ScheduleIdentity, entries: String)

  var hints: Hints {
    let answers: [Hint] =
      switch self {
      case .saveChanges: [Hint("y", "save"), Hint("n", "discard")]
      case .leaveConflicts: [Hint("y", "discard"), Hint("C", "conflicts")]
      case .replaceFile: [Hint("y", "replace")]
      case .delete: [Hint("y", "delete")]
      case .savePolicy(_, let policies, _):
        policies.map { $0 == .inPlace ? Hint("i", "write into it") : Hint("b", "break the link") }
      }
    return Hints(last: answers + [Hint("Esc", "stay")])
  }
}

/// A command suggested in a message: `u` undoes it.
struct Remedy: Hashable {
  /// The command line, as bound to keys.
  let line: String
  /// Its effect, in the third person.
  let words: String

  static let undo = Remedy(line: "undo", words: "undoes it")
  static let select = Remedy(line: "select", words: "starts a selection")
  static let conflicts = Remedy(line: "conflicts", words: "shows how")
  static let keys = Remedy(line: "help", words: "shows the keys")
}

/// A request of the editor to the terminal that it runs on.
enum EditorRequest: Hashable {
  case quit
  /// Quit at once, as on a signal; unsaved edits stay in the journal.
  case interrupt
  case suspend
  /// Draw the whole screen, in the current theme.
  case redraw
  case ring
  case copy(String)
  case reportMouse
}
