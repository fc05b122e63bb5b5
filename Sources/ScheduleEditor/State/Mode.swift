import Diagnostics
import ScheduleModel
import ScheduleRules
import TwoWayTable

extension EditorState {
  /// A cell that is being typed into.
  struct CellEdit: Hashable {
    /// What is typed so far.
    var line: TextLine
    /// Whether typing replaced the old value, so that arrows leave the cell; otherwise they move
    /// within the text.
    let replaces: Bool
    /// Whether the text was refused, so that the next character begins anew.
    var wasRefused = false
  }

  /// What keys mean now, while no screen lies on the table.
  enum Mode: Hashable {
    case browsing
    /// Keys were pressed that only mean something with more to follow.
    case awaiting([Key])
    case editing(CellEdit)
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
  var hints: String {
    switch self {
    case .saveChanges: return "y yes  n no  Esc stay"
    case .replaceFile: return "y replace  Esc stay"
    case .saveWay(_, let ways, _):
      let answers = ways.map { way in
        switch way {
        case .careful: ""
        case .inPlace: "i write into it"
        case .breakLinks: "b break the link"
        }
      }
      return (answers + ["Esc stay"]).joined(separator: "  ")
    }
  }
}
