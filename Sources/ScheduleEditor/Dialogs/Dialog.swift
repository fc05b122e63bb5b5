import Diagnostics
import ScheduleModel
import TwoWayTable

/// Something that was opened above the table and has the keys.
///
/// What others change in the file waits meanwhile, and a dialog names schedules by their identity: what
/// it is about can neither move nor vanish below it.
enum Dialog {
  /// All keys and commands.
  case help(HelpScreen)
  /// A text to be read.
  case page(TextPage)
  /// Two versions of a week.
  case comparison(ComparisonScreen)
  /// A form, and what is done with what it hands back.
  case form(Form, FormTask)
  /// A list, and what is done with what is chosen.
  case list(ListScreen, ListTask)

  /// Whether what is below it stays visible around it.
  var isModal: Bool {
    if case .form = self { true } else { false }
  }
}

/// What a form is for.
struct FormTask {
  /// What is done with what a form hands back.
  typealias Finish = (inout EditorState, FormOutcome) throws(Refusal) -> EditorRequest?

  /// Lines that stand below the form; none for most.
  var preview: ((EditorState, Form) -> [String])?
  /// Does what the form was filled in for; a refusal keeps the form open, with the reason.
  let finish: Finish
}

/// What a list is for.
struct ListTask {
  /// What becomes of the list when something was chosen.
  enum Answer {
    case stay, close
    /// It stays, and whoever runs the editor must do something.
    case ask(EditorRequest)
  }

  /// Whether it asks for a choice, which means nothing without a screen.
  var isChoice = false
  /// The weeks that are compared below the list, given the place that is selected; `D` shows all of them.
  var compares: (EditorState, Int) -> [ComparedWeeks] = { _, _ in [] }
  /// What both are called then.
  var versions = (old: "as it is", new: "as it would be")
  /// The schedule that an item is about; nil in a list of something else.
  var schedule: ((EditorState, ListScreen) -> ScheduleIdentity?)?
  /// The line at the top.
  let title: String
  /// The keys of the list's own.
  let hints: [Hint]
  /// The items as they are now.
  let items: (EditorState) -> [ListItem]
  /// Does what was chosen.
  let choose: (inout EditorState, ListOutcome) throws(Refusal) -> Answer
}
