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
  /// Whether there is no file yet.
  package var isNew = false
  /// Why nothing may be changed; nil where it may.
  package var readOnlyReason: String?
  /// Whether that is another editor of the document, which may end.
  package var isHeldElsewhere = false
  /// The user's settings.
  package var settings = EditorSettings()
  /// The devices that can be named.
  package var devices: any DeviceCatalog = NoDevices()
  /// The device whose limits are shown; nil for the one that a schedule names.
  package var device: String?

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
  /// Write a picture of the schedule on the screen.
  case picture(path: String)
  /// Compare the schedule on the screen with one of a file; of the document's own for no path.
  case compare(path: String?, schedule: String?)
  /// Write the schedule on the screen in a device's format.
  case export(ExportPlan)
}

/// Everything the editor knows: a value that keys change and screens are drawn from.
package struct EditorState {
  /// Something to tell the user until the next key.
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
  /// Whether there is no file yet: a save writes one, also without an edit.
  private(set) var isNew: Bool
  /// Whether another program removed the file, so that this editor has the only copy.
  var isFileGone = false
  private(set) var history = EditHistory()
  /// Which schedule is on the screen, from 0.
  private(set) var scheduleIndex: Int
  /// The schedule and the week that the marks were made for last.
  private var compared: (schedule: ScheduleIdentity, week: Week)?
  /// What the rules say of the week, errors and warnings, and what the device cannot hold.
  private(set) var problems: [CellFinding] = []
  /// How many of them rules of the file find, whatever the device.
  private(set) var ruleProblemCount = 0
  /// The same, errors first, and what is alike on several days said once.
  private(set) var foldedProblems: [FoldedRows<CellFinding>] = []
  /// The terminal's extent, which decides how the table lies.
  private(set) var size: ScreenSize
  /// How the user wants the table to lie; nil for what shows the most cells.
  var preferredArrangement: GridArrangement? {
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
    didSet { if anchor == nil { extendsSelection = false } }
  }
  /// Whether cursor keys extend the selection instead of ending it.
  var extendsSelection = false
  /// Where the mouse was pressed last, from where dragging selects; nil beside the cells.
  var dragOrigin: TablePosition?
  /// What keys mean now.
  var mode = Mode.browsing
  /// What was opened above the table, one from another; the last has the keys.
  var dialogs: [Dialog] = []
  /// Whether nothing may be changed because another editor has the document.
  var isHeldElsewhere: Bool
  /// Whether an edit was refused only because another editor had the document.
  var wantsLock = false
  /// The rows of the week that may show something else than when they were drawn; nil for all of them.
  /// Edits say which they changed; whoever draws empties it.
  var rowsToReload: Set<RowAddress>?
  /// What a session that died had edited, until that is decided.
  var recoverableEdits: RecoverableEdits?
  /// What this editor and another program both changed, until that is decided.
  var conflicts: [OpenConflict] = []
  /// What there is to tell.
  var message: Message?
  /// The day whose value was typed last, as long as no other key came; Enter has left it by then.
  var dayJustEdited: Weekday?
  /// The days chosen in the list that `c` opens.
  var daysToCopyTo: Set<Weekday> = []
  /// What was typed when Escape was last pressed, to be brought back.
  var abandonedText: String?
  /// The lines typed behind `:`, oldest first.
  var typedLines: [String] = []
  /// The block last copied.
  var register: CellBlock?
  /// How times are written.
  var clock: ClockStyle {
    didSet { rowsToReload = nil }
  }
  /// The moment that pictures mark, as of the last painting; nil before the first.
  var now: WeekTime?
  /// Whose limits are shown.
  private var deviceChoice = DeviceChoice.ofSchedule
  /// The device, with what it cannot hold; nil where there is none.
  private(set) var device: DeviceInUse?
  /// The export asked for last, with which the form for the next begins.
  var exportPlan: ExportPlan?
  /// The name of the theme in use.
  var themeName: String
  /// Whether the mouse is heeded.
  var usesMouse: Bool

  /// Begins with a document that stands in its file as it is, on a screen of that size.
  package init(_ contents: Contents, options: EditorOptions, size: ScreenSize) {
    self.contents = contents
    self.options = options
    self.size = size
    isNew = options.isNew
    readOnlyReason = options.readOnlyReason
    isHeldElsewhere = options.isHeldElsewhere
    keymap = Keymap(options.settings.keys)
    savedContents = contents
    scheduleIndex = options.scheduleIndex ?? 0
    layout = options.settings.layout ?? .week
    clock = options.settings.clock ?? layout.clock ?? .twentyFourHour
    themeName = options.settings.theme ?? Theme.standard.name
    usesMouse = options.settings.mouse ?? false
    preferredArrangement = options.settings.view ?? layout.preferredArrangement
    arrange()
    deviceChoice = options.device.map(DeviceChoice.named) ?? .ofSchedule
    compareWithFile()
    check()
    // Who begins wants temperatures first.
    if isNew,
      let heat = CellAddress.all.first(where: { $0.field == .heat && $0.day == cursor.day }),
      let place = layout.position(of: heat)
    {
      position = place
    }
    if options.scheduleIndex == nil, contents.schedules.count > 1 { showSchedules() }
  }

  /// The cell with the cursor, the first where the table shows several as one.
  var cursor: CellAddress { layout.cell(at: position) }
  /// The schedule being edited.
  var schedule: Schedule { contents.schedules[scheduleIndex] }
  package var week: Week { schedule.week }
  /// The week as the file has it; nil for a schedule that the file does not have.
  private(set) var savedWeek: Week?
  /// The week as the file had it before another program changed it.
  private(set) var weekBeforeOutsideChange: Week?

  /// The week of the schedule on the screen as another document has it, in the scale of this one.
  private func week(in other: Contents) -> Week? {
    let list = other.schedules
    let matching = ScheduleMatching(from: list, to: contents.schedules)
    return matching.sources[scheduleIndex].map { list[$0].week.converted(to: contents.unit) }
  }

  /// The document, for saving.
  package var document: Contents { contents }
  /// Whether saving would change the file, or write one that is gone anew.
  package var isModified: Bool { isFileGone || contents != savedContents }

  /// The edits made, in words, the newest first.
  var editNames: [String] { history.undoable.reversed().map(\.name.text) }

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

  /// Says why something was not done.
  mutating func refuse(_ refusal: Refusal) {
    message = Message(text: refusal.reason, isProblem: true)
  }

  /// Goes on with a screen of another size.
  package mutating func resize(to size: ScreenSize) {
    self.size = size
    arrange()
  }

  /// Shows days together, or each by itself; the cursor stays on its cell.
  mutating func group(_ days: [[Weekday]]) {
    let cell = cursor
    anchor = nil
    layout = layout.grouping(days)
    position = layout.position(of: cell) ?? TablePosition(section: 0, row: 0, column: 0)
    rowsToReload = nil
    arrange()
  }

  /// Finds out how the table lies; a selection that lay differently is given up.
  private mutating func arrange() {
    let arrangement = ScreenLayout.arrangement(
      size: size, table: layout.table, preferring: preferredArrangement)
    if arrangement != layout.arrangement { anchor = nil }
    layout.arrangement = arrangement
  }
}

// MARK: Changing the document

extension EditorState {
  /// Carries out an edit of rows as one step of history; an empty one is none.
  mutating func apply(_ edit: ScheduleEdit, name: StepName) {
    guard !edit.isEmpty else { return }
    apply(.rows(edit, schedule: scheduleIndex), name: name)
  }

  /// Replaces the document as one step of history, and shows the schedule with the number `index`.
  mutating func apply(_ new: Contents, showing index: Int, name: String) {
    guard new != contents else { return }
    apply(.document(new, shown: index), name: .words(name))
  }

  /// Takes `file` for what the file holds now; `before` is what it held when another program, not
  /// this editor, changed it.
  mutating func setSaved(_ file: Contents, before: Contents? = nil) {
    savedContents = file
    contentsBeforeOutsideChange = before
    isFileGone = false
    isNew = false
    compareWithFile()
  }

  private mutating func apply(_ change: EditHistory.Change, name: StepName) {
    history.apply(
      .init(change: change, name: name, cell: cursor), on: &contents, shown: &scheduleIndex)
    didChange(change)
  }

  /// Takes back the last edit.
  mutating func undo() {
    guard let step = history.undo(on: &contents, shown: &scheduleIndex) else {
      message = Message(text: "nothing to undo")
      return
    }
    show(step)
    if case .value(let cell, let old, _) = step.name {
      message = Message(text: "\(cell.title) is \(old.text(clock)) again")
    } else {
      message = Message(text: "undid \(step.name.text)")
    }
  }

  /// Brings back the edit last taken back.
  mutating func redo() {
    guard let step = history.redo(on: &contents, shown: &scheduleIndex) else {
      message = Message(text: "nothing to redo")
      return
    }
    show(step)
    if case .value(let cell, _, let new) = step.name {
      message = Message(text: "\(cell.title) is \(new.text(clock)) again")
    } else {
      message = Message(text: "redid \(step.name.text)")
    }
  }

  /// Shows the schedule with the number `index`.
  mutating func show(schedule index: Int) {
    scheduleIndex = index
    anchor = nil
    compareWithFile()
    check()
  }

  private mutating func show(_ step: EditHistory.Step) {
    anchor = nil
    position = layout.position(of: step.cell) ?? position
    didChange(step.change)
  }

  private mutating func didChange(_ change: EditHistory.Change) {
    if case .rows(let edit, _) = change, compared?.schedule == schedule.identity {
      rowsToReload?.formUnion(edit.rows)
      compared = (schedule.identity, week)
    } else {
      compareWithFile()
    }
    check()
  }

  /// Finds the schedule on the screen in the file: again whenever it, the list or the file changes.
  private mutating func compareWithFile() {
    // A week that is missing marks nothing, as one that does not differ.
    let old = [compared?.week, savedWeek, weekBeforeOutsideChange ?? savedWeek]
    savedWeek = week(in: savedContents)
    weekBeforeOutsideChange = contentsBeforeOutsideChange.flatMap(week)
    if compared?.schedule == schedule.identity {
      let changed = zip(old, [week, savedWeek, weekBeforeOutsideChange ?? savedWeek]).flatMap {
        old, new in
        RowAddress.all.filter { old?[$0] != new?[$0] }
      }
      rowsToReload?.formUnion(changed)
    } else {
      rowsToReload = nil
    }
    compared = (schedule.identity, week)
  }

  private mutating func check() {
    let before = problems
    problems = WeekCheck.findings(in: DraftWeek(week)).filter { $0.severity > .info }
    ruleProblemCount = problems.count
    findMisfits()
    guard problems != before else { return }
    let errors = problems.filter { $0.severity == .error }
    foldedProblems = (errors + problems.filter { $0.severity != .error }).foldedRows(
      alike: \.code, row: { $0.cell.row }, sentence: \.message)
    let marked = { (problems: [CellFinding]) in
      Set(problems.flatMap { [$0.cell] + $0.related })
    }
    rowsToReload?.formUnion(marked(problems).symmetricDifference(marked(before)).map(\.row))
  }

  /// Shows the limits of another device.
  mutating func choose(_ choice: DeviceChoice) {
    deviceChoice = choice
    check()
  }

  /// Adds what the device cannot hold; a cell that breaks a rule as well is listed once.
  private mutating func findMisfits() {
    let name: String? =
      switch deviceChoice {
      case .ofSchedule: schedule.device
      case .named(let name): name
      case .none: nil
      }
    guard let name else {
      device = nil
      return
    }
    if device?.name != name { device = DeviceInUse(name, in: options.devices) }
    let misfits = device?.device?.misfits(of: week) ?? []
    device?.misfits = misfits
    let wrong = Set(problems.map(\.cell))
    problems += misfits.filter { !wrong.contains($0.cell) }
  }
}

extension CellAddress {
  /// The cell in words at the beginning of a sentence, `Monday wake heat`.
  fileprivate var title: String { "\(day.title) \(period.name) \(field.name)" }
}
