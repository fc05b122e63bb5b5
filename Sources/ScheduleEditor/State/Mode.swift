import Diagnostics
import ScheduleModel
import ScheduleRules
import TwoWayTable

extension EditorState {
  /// What keys mean now, while no screen lies on the table.
  enum Mode: Hashable {
    case browsing
    /// Keys were pressed that only mean something with more to follow.
    case awaiting([Key])
    case editing(CellTyping)
    /// A line is typed behind `:`.
    case commandLine(TypedLine)
    case asking(Question)
  }
}

/// Something that the user must decide before going on.
enum Question: Hashable {
  /// What to do with changes when the editor ends.
  case saveChanges
  /// How to write a file that cannot be replaced without a loss.
  case saveWay(String, [SaveWay], thenQuit: Bool)
  /// Whether an export replaces a file.
  case replaceFile(ExportPlan)

  /// The question.
  func title(_ file: String) -> String {
    switch self {
    case .saveChanges: "Save changes to \(file)?"
    case .saveWay(let reason, _, _): "\(reason)?"
    case .replaceFile(let plan): "\(plan.path.printable) is there already; replace it?"
    }
  }

  /// Its answers.
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
