package import Diagnostics
package import ScheduleModel
import ScheduleRules
package import TwoWayTable

/// Everything the editor knows: a value that keys change and screens are drawn from.
package struct EditorState {
  /// Something to tell the user until the next key.
  struct Message: Hashable {
    let text: String
    var isProblem = false
    /// What the user can do about it.
    var remedy: Remedy?
  }

  /// How the editor began.
  let options: EditorOptions
  /// Why nothing may be changed; nil where it may.
  var readOnlyReason: String?
  /// The keys and what they do.
  let keymap: Keymap
  /// The document, its file and its history.
  var edited: EditedDocument
  /// What is wrong with the week.
  private var found = WeekProblems()
  /// Which line of the screen shows what.
  private(set) var screen: ScreenLayout
  /// How the user wants the table to lie; nil for what shows the most cells.
  var preferredArrangement: GridArrangement? {
    didSet { arrange() }
  }
  /// Which cells the table shows, and how it lies.
  private(set) var layout: WeekLayout
  /// Where the cursor stands.
  var position = TablePosition(section: 0, row: 0, column: 0) {
    didSet { if position != oldValue { arrange() } }
  }
  /// Where selecting began, nil while nothing is selected.
  var anchor: TablePosition? {
    didSet { if anchor == nil { extendsSelection = false } }
  }
  /// Whether cursor keys extend the selection instead of ending it.
  var extendsSelection = false
  /// What the mouse drags; nil beside the cells and the strips.
  var drag: MouseDrag?
  /// What keys mean now.
  var mode = Mode.browsing
  /// What was opened above the table, one from another; the last has the keys.
  ///
  /// A dialog names schedules by their identity, and changes of the file by others wait until all are closed.
  package var dialogs = DialogStack<EditorState>()
  /// Whether nothing may be changed because another editor has the document.
  var isHeldElsewhere: Bool
  /// Whether an edit was refused only because another editor had the document.
  var wantsLock = false
  /// What a session that died had edited, until that is decided.
  var recoverableEdits: RecoverableEdits?
  /// What this editor and another program both changed, until the user decides.
  var conflicts: [OpenConflict] = []
  /// What there is to tell.
  var message: Message?
  /// The day whose value was typed last, as long as no other key came; Enter has left it by then.
  var dayJustEdited: Weekday?
  /// The days chosen in the list that `c` opens.
  var daysToCopyTo: Set<Weekday> = []
  /// The edit that `.` repeats.
  var lastEdit: RepeatableEdit?
  /// What was typed when Escape was last pressed, to be brought back.
  var abandonedText: String?
  /// The lines typed behind `:`, oldest first.
  var typedLines: [String] = []
  /// The block last copied.
  var register: CellBlock?
  /// How times are written.
  var clock: ClockStyle
  /// The moment that pictures mark, as of the last painting; nil before the first.
  var now: WeekTime?
  /// Whose limits are shown.
  private var deviceChoice = DeviceChoice.ofSchedule
  /// The export asked for last, with which the form for the next begins.
  var exportPlan: ExportPlan?
  /// The name of the theme in use.
  var themeName: String
  /// Whether the mouse is heeded.
  var usesMouse: Bool

  /// Begins with a document that stands in its file as it is, on a screen of that size.
  package init(_ contents: Contents, options: EditorOptions, size: ScreenSize) {
    edited = EditedDocument(
      contents, showing: options.scheduleIndex ?? 0, isNew: options.isNew)
    self.options = options
    readOnlyReason = options.readOnlyReason
    isHeldElsewhere = options.isHeldElsewhere
    keymap = Keymap(options.settings.keys)
    layout = (options.settings.layout ?? .week).showing(edited.week.sides)
    clock = options.settings.clock ?? layout.clock ?? .twentyFourHour
    themeName = options.settings.theme ?? Theme.standard.name
    usesMouse = options.settings.mouse ?? false
    preferredArrangement = options.settings.view ?? layout.preferredArrangement
    screen = ScreenLayout(
      size: size, table: layout.table, sides: layout.sides, selection: position,
      preferring: preferredArrangement)
    layout.arrangement = screen.grid?.arrangement ?? .across
    deviceChoice = options.device.map(DeviceChoice.named) ?? .ofSchedule
    check()
    // Who begins wants temperatures first.
    if isNew,
      let first = week.cells.first(where: { $0.field != .time && $0.day == cursor.day }),
      let place = layout.position(of: first)
    {
      position = place
    }
    message = (isHeldElsewhere ? readOnlyReason : options.notice).map { Message(text: $0) }
    if options.scheduleIndex == nil, contents.schedules.count > 1 { showSchedules() }
  }

  /// The terminal's extent.
  var size: ScreenSize { screen.size }
  /// The cell with the cursor, the first where the table shows several as one.
  var cursor: CellAddress { layout.cell(at: position) }
  /// The document as it is now.
  var contents: Contents { edited.contents }
  /// The schedule being edited.
  var schedule: Schedule { edited.schedule }
  /// Which it is, from 0.
  var scheduleIndex: Int { edited.scheduleIndex }
  package var week: Week { edited.week }
  /// The week as the file has it; nil for a schedule that the file does not have.
  var savedWeek: Week? { edited.savedWeek }
  /// The document, for saving.
  package var document: Contents { contents }
  /// Whether saving would change the file, or write one that is gone anew.
  package var isModified: Bool { edited.isModified }
  /// Whether there is no file yet.
  var isNew: Bool { edited.isNew }

  /// The edits made, the newest first.
  var editNames: [StepName] { edited.history.undoable.reversed().map(\.name) }

  /// Whether there is an edit to take back.
  package var canUndo: Bool { !edited.history.undoable.isEmpty }

  /// What rules say of the week, errors and warnings, and what the device cannot hold.
  var problems: [CellFinding] { found.all }
  /// The same, errors first, and what is alike on several days said once.
  var foldedProblems: [FoldedRows<CellFinding>] { found.folded }
  /// How many of them rules of the file find, whatever the device.
  var ruleProblemCount: Int { found.ruleCount }
  /// The device, with what it cannot hold; nil where there is none.
  var device: DeviceInUse? { found.device }

  /// The problems of a cell, or that a cell has a part in.
  func problems(at cell: CellAddress) -> [CellFinding] {
    problems.filter { $0.cell == cell || $0.related.contains(cell) }
  }
}

// MARK: What happens around the editor

extension EditorState {
  /// Shows a message until the next key.
  package mutating func say(_ text: String, isProblem: Bool) {
    message = Message(text: text, isProblem: isProblem)
  }

  /// Shows a message, followed by the key of the command that helps.
  mutating func say(_ text: String, isProblem: Bool = false, _ remedy: Remedy) {
    message = Message(text: text, isProblem: isProblem, remedy: remedy)
  }

  /// Says why something was not done.
  package mutating func refuse(_ refusal: Refusal) {
    message = Message(text: refusal.reason, isProblem: true)
  }

  /// Goes on with a screen of another size.
  package mutating func resize(to size: ScreenSize) { arrange(on: size) }

  /// Shows days together, or each by itself; the cursor stays on its cell.
  mutating func group(_ days: [[Weekday]]) {
    let cell = cursor
    anchor = nil
    drag = nil
    layout = layout.grouping(days)
    position = layout.position(of: cell) ?? TablePosition(section: 0, row: 0, column: 0)
    arrange()
  }

  /// Lays the screen out anew, scrolled as little as shows the cursor; a selection that lay differently ends.
  private mutating func arrange(on size: ScreenSize? = nil) {
    screen = ScreenLayout(
      size: size ?? screen.size, table: layout.table, sides: layout.sides, selection: position,
      preferring: preferredArrangement, firstLine: screen.grid?.firstLine ?? 0)
    let arrangement = screen.grid?.arrangement ?? .across
    if arrangement != layout.arrangement { anchor = nil }
    layout.arrangement = arrangement
  }

  /// Looks at the week anew.
  mutating func check() {
    if layout.sides != week.sides { showColumns() }
    found = WeekProblems(schedule, for: deviceChoice, in: options.devices, before: found)
  }

  /// Shows the columns that the schedule has; the cursor stays on its cell, or on the row.
  private mutating func showColumns() {
    let cell = cursor
    (anchor, drag) = (nil, nil)
    layout = layout.showing(week.sides)
    position =
      layout.position(of: cell)
      ?? layout.position(of: CellAddress(cell.row, week.sides.first.field))
      ?? TablePosition(section: position.section, row: position.row, column: 0)
    arrange()
  }

  /// Shows the limits of another device.
  mutating func choose(_ choice: DeviceChoice) {
    deviceChoice = choice
    check()
  }
}
