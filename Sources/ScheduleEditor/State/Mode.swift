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
