import Diagnostics
import ScheduleModel
import ScheduleRules
import TwoWayTable

extension EditorState {
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

/// A question that the user must answer.
enum Question: Hashable {
  /// What to do with unsaved changes when quitting.
  case saveChanges
  /// How to write a file that cannot be replaced without loss.
  case saveWay(String, [SaveWay], thenQuit: Bool)
  /// Whether to overwrite a file with an export.
  case replaceFile(ExportPlan)

  func title(_ file: String) -> String {
    switch self {
    case .saveChanges: "Save changes to \(file)?"
    case .saveWay(let reason, _, _): "\(reason)?"
    case .replaceFile(let plan): "\(plan.path.printable) exists; overwrite it?"
    }
  }

  var hints: Hints {
    let answers: [Hint] =
      switch self {
      case .saveChanges: [Hint("y", "yes"), Hint("n", "no")]
      case .replaceFile: [Hint("y", "replace")]
      case .saveWay(_, let ways, _):
        ways.compactMap { way in
          switch way {
          case .careful: nil
          case .inPlace: Hint("i", "write into it")
          case .breakLinks: Hint("b", "break the link")
          }
        }
      }
    return Hints(last: answers + [Hint("Esc", "stay")])
  }

  /// The answers as a line of text, for screens without a bar.
  var answers: String { hints.last.map { "\($0.keys) \($0.words)" }.joined(separator: "  ") }
}

/// A command suggested in a message: `u` undoes it.
struct Remedy: Hashable {
  /// The command line, as bound to keys.
  let line: String
  /// Its effect, in the third person.
  let words: String

  static let undo = Remedy(line: "undo", words: "undoes it")
  static let conflicts = Remedy(line: "conflicts", words: "lists them")
  static let keys = Remedy(line: "help", words: "shows the keys")
}

extension EditorState {
  /// The message for the screen, with the key of its remedy.
  func text(of message: Message) -> String {
    guard let remedy = message.remedy else { return message.text }
    return
      "\(message.text); \(keymap.keys(boundTo: remedy.line) ?? ":" + remedy.line) \(remedy.words)"
  }
}

extension EditorState.Message {
  /// The message for line mode, with the command of its remedy.
  var spoken: String {
    guard let remedy else { return text }
    return "\(text); \(remedy == .undo ? "undo reverts it" : "\(remedy.line) \(remedy.words)")"
  }
}

/// A request of the editor to the terminal that it runs on.
enum EditorRequest: Hashable {
  /// Quit.
  case quit
  /// Quit at once, as on a signal; unsaved edits stay in the journal.
  case interrupt
  /// Restore the terminal and stop until continued.
  case suspend
  /// Draw everything again.
  case redraw
  /// Ring the bell.
  case ring
  /// Copy text to the terminal's clipboard.
  case copy(String)
  /// Switch to the theme with this name.
  case useTheme(String)
  /// Enable or disable mouse reports.
  case reportMouse(Bool)
}
