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
  }

  /// What keys mean now, while no screen lies on the table.
  enum Mode: Hashable {
    case browsing
    /// Keys were pressed that only mean something with more to follow.
    case awaiting([Key])
    case editing(CellEdit)
    case commandLine(CommandLine)
    case askingToSave
  }
}

/// The line that is typed behind `:`.
struct CommandLine: Hashable {
  /// What is typed so far.
  var line: TextLine
  /// What Tab goes through, and which of it stands in the line; empty until Tab is pressed.
  var candidates: [String] = []
  var chosen = 0
  /// Which of the lines typed before stands here, counted from the newest; nil for a new one.
  var recalled: Int?

  init(_ text: String = "") {
    line = TextLine(text)
  }
}
