import Diagnostics
package import ScheduleModel
import ScheduleRules
package import TwoWayTable

/// How an editor begins.
package struct EditorOptions: Sendable {
  /// The name of the file as the title shows it.
  package var fileName: String
  /// Which schedule of the document is shown first, from 0; nil for the list when there are several.
  package var scheduleIndex: Int?
  /// Why nothing may be changed; nil where it may.
  package var readOnlyReason: String?
  /// The person's settings.
  package var settings = EditorSettings()
  /// The formats that `export` knows, for completion.
  package var exportFormats: [String] = []

  /// Names the file; everything else begins with its default.
  package init(fileName: String) {
    self.fileName = fileName
  }
}

/// What the editor asks of whoever runs it.
package enum EditorRequest: Hashable, Sendable {
  /// Write the document, and perhaps end when that succeeded.
  case save(SaveWay, thenQuit: Bool)
  /// Write the document to another file.
  case saveCopy(path: String)
  /// Take over what a session that died had edited.
  case recover
  /// Give that up.
  case discardRecovery
  /// End.
  case quit
  /// Give the terminal back and stop until continued.
  case suspend
  /// Paint everything anew.
  case redraw
  /// Put text on the terminal's clipboard.
  case copy(String)
  /// Draw with the theme of that name.
  case useTheme(String)
  /// Ask the terminal for what the mouse does, or no longer.
  case reportMouse(Bool)
  /// Write the schedule on the screen in a device's format.
  case export(format: String, path: String)
}

/// Everything the editor knows: a value that keys change and screens are drawn from.
package struct EditorState {
  /// Something to tell the person until the next key.
  struct Message: Hashable {
    let text: String
    var isProblem = false
  }

  /// How the editor began.
  let options: EditorOptions
  /// Why nothing may be changed; nil where it may.
  var readOnlyReason: String?
  /// The keys and what they do.
  let keymap: Keymap
  /// The document as it is now.
  private(set) var contents: Contents
  private(set) var savedContents: Contents
  /// The file before another program changed it, until it is saved; nil when none did.
  private(set) var contentsBeforeOutsideChange: Contents?
  /// Whether another program removed the file, so that this editor has the only copy.
  var isFileGone = false
  private(set) var history = EditHistory()
  /// The rows of the week that show something else since they were drawn; nil for all of them.
  var rowsToReload: Set<RowAddress>? = []
  /// Which schedule is on the screen, from 0.
  private(set) var scheduleIndex: Int
  /// What the rules say of the week: errors and warnings.
  private(set) var problems: [CellFinding] = [] {
    didSet {
      let changed = Self.marked(by: oldValue).symmetricDifference(Self.marked(by: problems))
      rowsToReload?.formUnion(changed.map(\.row))
    }
  }
  /// The terminal's extent, which decides how the table lies.
  private(set) var size: ScreenSize
  /// How the person wants the table to lie; nil for what shows most.
  var view: GridArrangement? {
    didSet { arrange() }
  }
  /// Which cells the table shows, and how it lies.
  private(set) var layout: WeekLayout
  /// How far a list of rows is scrolled.
  var firstLine = 0
  /// Where the cursor stands.
  var position = TablePosition(section: 0, row: 0, column: 0)
  /// Where selecting began, nil while nothing is selected.
  var anchor: TablePosition? {
    didSet { if anchor == nil { selectsOn = false } }
  }
  /// Whether moving selects on, as after `select`; otherwise it ends the selection.
  var selectsOn = false
  /// What keys mean now.
  var mode = Mode.browsing
  /// The table, and what was opened above it.
  var dialogs = ScreenStack(Dialog.week)
  /// What a session that died had edited, until that is decided.
  var recoverableEdits: RecoverableEdits?
  /// What this editor and another program both changed, until that is decided.
  var conflicts: [MergeConflict] = []
  /// What a dialog asks of whoever runs the editor.
  var pending: EditorRequest?
  /// What there is to tell.
  var message: Message?
  /// What was typed when Escape was last pressed, to be brought back.
  var abandoned: String?
  /// The lines typed behind `:`, oldest first.
  var typedLines: [String] = []
  /// The block last copied.
  var register: CellBlock?
  /// How times are written.
  var clock: ClockStyle {
    didSet { rowsToReload = nil }
  }
  /// The name of the theme in use.
  var themeName: String
  /// Whether the mouse is heeded.
  var usesMouse: Bool

  /// Begins with a document that stands in its file as it is, on a screen of that size.
  package init(_ contents: Contents, options: EditorOptions, size: ScreenSize) {
    self.contents = contents
    self.options = options
    self.size = size
    readOnlyReason = options.readOnlyReason
    keymap = Keymap(options.settings.keys)
    savedContents = contents
    scheduleIndex = options.scheduleIndex ?? 0
    layout = options.settings.layout ?? .week
    clock = options.settings.clock ?? layout.clock ?? .twentyFourHour
    themeName = options.settings.theme ?? Theme.standard.name
    usesMouse = options.settings.mouse ?? false
    view = options.settings.view ?? layout.wanted
    arrange()
    check()
    if options.scheduleIndex == nil, contents.schedules.count > 1 { showSchedules() }
  }

  /// The cell with the cursor, the first where the table shows several as one.
  var cursor: CellAddress { layout.cell(at: position) }
  /// The schedule being edited.
  var schedule: Schedule { contents.schedules[scheduleIndex] }
  /// Its week.
  package var week: Week { schedule.week }
  /// The week as the file has it; nil for a schedule that the file does not have.
  var savedWeek: Week? { week(in: savedContents) }
  /// The week as the file had it before another program changed it.
  var weekBeforeOutsideChange: Week? { contentsBeforeOutsideChange.flatMap(week) }

  /// The week of the schedule on the screen as another document has it, in the scale of this one.
  private func week(in other: Contents) -> Week? {
    let matching = ScheduleMatching(from: other.schedules, to: contents.schedules)
    return matching.sources[scheduleIndex].map {
      other.schedules[$0].week.converted(to: week.unit)
    }
  }

  /// The document, for saving.
  package var document: Contents { contents }
  /// Whether saving would change the file, or write one that is gone anew.
  package var isModified: Bool { isFileGone || contents != savedContents }

  /// Whether there is an edit to take back.
  package var canUndo: Bool { !history.undoable.isEmpty }

  /// The problems of a cell, or that a cell has a part in.
  func problems(at cell: CellAddress) -> [CellFinding] {
    problems.filter { $0.cell == cell || $0.related.contains(cell) }
  }
}

// MARK: What happens around the editor

extension EditorState {
  /// Says something that whoever runs the editor found out.
  package mutating func say(_ text: String, isProblem: Bool) {
    message = Message(text: text, isProblem: isProblem)
  }

  /// Shows what the program around the editor answered.
  mutating func say(_ answer: HostAnswer) { say(answer.text, isProblem: answer.isProblem) }

  /// Goes on with a screen of another size.
  package mutating func resize(to size: ScreenSize) {
    self.size = size
    arrange()
  }

  /// Finds out how the table lies; a selection that lay differently is given up.
  private mutating func arrange() {
    let arrangement = ScreenLayout.arrangement(size: size, table: layout.table, wanted: view)
    if arrangement != layout.arrangement { anchor = nil }
    layout.arrangement = arrangement
  }
}

// MARK: Changing the document

extension EditorState {
  /// Carries out an edit of rows as one step of history; an empty one is none.
  mutating func perform(_ edit: ScheduleEdit, name: String) {
    guard !edit.isEmpty else { return }
    perform(.rows(edit, schedule: scheduleIndex), name: name)
  }

  /// Replaces the document as one step of history, and shows the schedule with the number `index`.
  mutating func perform(_ new: Contents, showing index: Int, name: String) {
    guard new != contents else { return }
    perform(.document(new, shown: index), name: name)
  }

  /// Takes `file` for what the file holds now; `before` is what it held when that was no doing of
  /// this editor.
  mutating func setSaved(_ file: Contents, before: Contents? = nil) {
    let old = shown
    savedContents = file
    contentsBeforeOutsideChange = before
    isFileGone = false
    reloadDifferences(from: old)
  }

  private mutating func perform(_ change: EditHistory.Change, name: String) {
    let before = shown
    history.perform(
      .init(change: change, name: name, cell: cursor), on: &contents, shown: &scheduleIndex)
    reload(change, from: before)
    check()
  }

  /// What the table shows: the week, and those that its marks compare it with.
  private var shown: (index: Int, weeks: [Week]) {
    let saved = savedWeek ?? week
    return (scheduleIndex, [week, saved, weekBeforeOutsideChange ?? saved])
  }

  /// Notes the rows that an edit says it changed; the edit of a document says none.
  private mutating func reload(_ change: EditHistory.Change, from old: (index: Int, weeks: [Week]))
  {
    switch change {
    case .rows(let edit, let index) where index == old.index:
      rowsToReload?.formUnion(edit.rows)
    default: reloadDifferences(from: old)
    }
  }

  private mutating func reloadDifferences(from old: (index: Int, weeks: [Week])) {
    guard old.index == scheduleIndex else {
      rowsToReload = nil
      return
    }
    let changed = zip(old.weeks, shown.weeks).flatMap { old, new in
      RowAddress.all.filter { old[$0] != new[$0] }
    }
    rowsToReload?.formUnion(changed)
  }

  private static func marked(by problems: [CellFinding]) -> Set<CellAddress> {
    Set(problems.flatMap { [$0.cell] + $0.related })
  }

  /// Takes back the last edit.
  mutating func undo() {
    let before = shown
    let step = history.undo(on: &contents, shown: &scheduleIndex)
    report(step, from: before, "undid", "nothing to undo")
  }

  /// Brings back the edit last taken back.
  mutating func redo() {
    let before = shown
    let step = history.redo(on: &contents, shown: &scheduleIndex)
    report(step, from: before, "redid", "nothing to redo")
  }

  /// Shows another schedule of the document.
  mutating func show(schedule index: Int) {
    scheduleIndex = index
    rowsToReload = nil
    anchor = nil
    check()
  }

  private mutating func report(
    _ step: EditHistory.Step?, from before: (index: Int, weeks: [Week]), _ verb: String,
    _ nothing: String
  ) {
    guard let step else {
      message = Message(text: nothing)
      return
    }
    anchor = nil
    position = layout.position(of: step.cell) ?? position
    message = Message(text: "\(verb) \(step.name)")
    reload(step.change, from: before)
    check()
  }

  private mutating func check() {
    problems = WeekCheck.findings(in: DraftWeek(week)).filter { $0.severity > .info }
  }
}
