import Diagnostics
package import ScheduleModel
import ScheduleRules
import TwoWayTable

/// How an editor begins.
package struct EditorOptions: Sendable {
  /// The name of the file as the title shows it.
  package var fileName: String
  /// Which schedule of the document is edited, from 0.
  package var scheduleIndex = 0
  /// How times are written.
  package var clock = ClockStyle.twentyFourHour
  /// Whether nothing may be changed.
  package var isReadOnly = false

  /// Names the file; everything else begins with its default.
  package init(fileName: String) {
    self.fileName = fileName
  }
}

/// What the editor asks of whoever runs it.
package enum EditorRequest: Hashable, Sendable {
  /// Write the document.
  case save
  /// Write the document, and end when that succeeded.
  case saveAndQuit
  /// End.
  case quit
  /// Give the terminal back and stop until continued.
  case suspend
}

/// Everything the editor knows: a value that keys change and screens are drawn from.
package struct EditorState {
  /// A cell that is being typed into.
  struct CellEdit: Hashable {
    /// What is typed so far.
    var line: TextLine
    /// Whether typing replaced the old value, so that arrows leave the cell; otherwise they move
    /// within the text.
    let replaces: Bool
  }

  /// What keys mean now.
  enum Mode: Hashable {
    case browsing
    case editing(CellEdit)
    case help(firstLine: Int)
    case askingToSave
  }

  /// Something to tell the person until the next key.
  struct Message: Hashable {
    let text: String
    let isProblem: Bool
  }

  /// How the editor began.
  let options: EditorOptions
  /// The document as it is now.
  private(set) var contents: ScheduleCollection
  private var savedContents: ScheduleCollection
  private var history = EditHistory()
  /// What the rules say of the week: errors and warnings.
  private(set) var problems: [CellFinding] = []
  /// The cell with the cursor.
  var cursor = CellAddress(.monday, .wake, .time)
  /// What keys mean now.
  var mode = Mode.browsing
  /// What there is to tell.
  var message: Message?
  /// What was typed when Escape was last pressed, to be brought back.
  var abandoned: String?
  /// How times are written.
  var clock: ClockStyle

  /// Begins with a document that stands in its file as it is.
  package init(_ contents: ScheduleCollection, options: EditorOptions) {
    self.contents = contents
    self.options = options
    savedContents = contents
    clock = options.clock
    check()
  }

  /// The schedule being edited.
  var schedule: NamedSchedule { contents.schedules[options.scheduleIndex] }
  /// Its week.
  var week: Schedule { schedule.week }
  /// The week as the file has it.
  var savedWeek: Schedule { savedContents.schedules[options.scheduleIndex].week }
  /// The document, for saving.
  package var document: ScheduleCollection { contents }
  /// Whether saving would change the file.
  package var isModified: Bool { contents != savedContents }

  /// Whether there is an edit to take back.
  package var canUndo: Bool { history.canUndo }

  /// Takes note that the file now holds what the editor does.
  package mutating func didSave() {
    savedContents = contents
    message = Message(text: "saved \(options.fileName.printable)", isProblem: false)
  }

  /// Takes note that saving failed, for the `reason` given.
  package mutating func didFailToSave(_ reason: String) {
    mode = .browsing
    message = Message(text: "not saved: \(reason)", isProblem: true)
  }

  /// The problems of a cell, or that a cell has a part in.
  func problems(at cell: CellAddress) -> [CellFinding] {
    problems.filter { $0.cell == cell || $0.related.contains(cell) }
  }
}

// MARK: Changing the week

extension EditorState {
  /// Puts a value into the cell under the cursor, as one step of history.
  mutating func commit(_ value: CellValue) {
    let edit = ScheduleEdit(setting: [(cursor, value)], in: week)
    guard !edit.isEmpty else { return }
    let name = "\(cursor) \(week[cursor]) -> \(value)"
    history.perform(
      .init(edit: edit, name: name, cell: cursor),
      on: &contents.schedules[options.scheduleIndex].week)
    check()
  }

  /// Takes back the last edit.
  mutating func undo() {
    let step = history.undo(on: &contents.schedules[options.scheduleIndex].week)
    report(step, verb: "undid", nothing: "nothing to undo")
  }

  /// Brings back the edit last taken back.
  mutating func redo() {
    let step = history.redo(on: &contents.schedules[options.scheduleIndex].week)
    report(step, verb: "redid", nothing: "nothing to redo")
  }

  private mutating func report(_ step: EditHistory.Step?, verb: String, nothing: String) {
    guard let step else {
      message = Message(text: nothing, isProblem: false)
      return
    }
    cursor = step.cell
    message = Message(text: "\(verb) \(step.name)", isProblem: false)
    check()
  }

  private mutating func check() {
    problems = WeekCheck.findings(in: DraftSchedule(week)).filter { $0.severity > .info }
  }
}
