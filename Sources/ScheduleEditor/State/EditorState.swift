package import Diagnostics
package import ScheduleModel
import ScheduleRules
package import TwoWayTable

/// The state of the editor: a value that keys change and screens are drawn from.
package struct EditorState {
  /// A message, shown until the next key.
  struct Message: Hashable {
    let text: String
    var isProblem = false
    /// A command that helps.
    var remedy: Remedy?

    /// The message for line mode, with the command of its remedy.
    var spoken: String {
      guard let remedy else { return text }
      return "\(text); \(remedy == .undo ? "undo reverts it" : "\(remedy.line) \(remedy.words)")"
    }
  }

  let options: EditorOptions
  let host: any EditorHost
  /// What the terminal has to do after the current event.
  var request: EditorRequest?
  let keymap: Keymap
  var edited: EditedDocument
  /// The findings in the week: errors and warnings of rules, and values that do not fit the device. Cells that break a
  /// rule are not listed for the device.
  private(set) var findings: [CellFinding] = []
  private(set) var calendarProblems: [ListedProblem] = []
  /// The calendar and the names of schedules that were checked for them.
  private var checkedCalendar: ([CalendarEntry], [String]) = ([], [])
  /// All problems: errors in the week first, and the calendar last.
  private(set) var problems: [ListedProblem] = []
  private(set) var device: DeviceInUse?
  private(set) var screen: ScreenLayout
  /// The arrangement chosen by the user; nil to show as many cells as possible.
  var preferredArrangement: GridArrangement? { didSet { arrange() } }
  private(set) var layout: WeekLayout
  /// The unit of the layout's limits: that of the document as opened.
  let layoutUnit: TemperatureUnit
  var position = TablePosition(section: 0, row: 0, column: 0) {
    didSet {
      guard position != oldValue else { return }
      problemPlace = nil
      arrange()
    }
  }
  /// The place outside the table to which `n` went, until the cursor moves or the document changes.
  var problemPlace: ProblemPlace?
  /// The start of the selection; nil if nothing is selected.
  var anchor: TablePosition? { didSet { if anchor == nil { extendsSelection = false } } }
  /// Whether cursor keys extend the selection instead of ending it.
  var extendsSelection = false
  /// What the mouse drags; nil outside the cells and the strips.
  var drag: MouseDrag?
  var mode = Mode.browsing
  /// The open dialogs; the topmost one has the keys.
  ///
  /// Dialogs refer to schedules by identity, and changes of the file wait until all are closed.
  package var dialogs = DialogStack<EditorState>()
  /// Whether the document is read-only because another editor has it open.
  var isHeldElsewhere: Bool
  /// The reason already reported for edits that cannot be kept.
  private var reportedReason: Refusal?
  /// Whether the last attempt to journal the edits failed.
  private(set) var isRecordFailing = false
  /// The changes that conflicted with another program's since the last save, without those that the user kept.
  var notedConflicts: [OpenConflict] = []
  var message: Message?
  /// The day whose value was typed with the last key; Enter has moved the cursor away from it.
  var dayJustEdited: Weekday?
  /// The days selected in the list that `c` opens.
  var daysToCopyTo: Set<Weekday> = []
  /// The edit that `.` repeats, and the unit of its temperatures.
  var lastEdit: (unit: TemperatureUnit, edit: (inout EditorState) throws(Refusal) -> Void)?
  /// The lines typed after `:`, oldest first.
  var typedLines: [String] = []
  /// The block copied last, and the unit of its temperatures.
  var copiedCells: (block: CellBlock, unit: TemperatureUnit)?
  var clock: ClockStyle
  var checkedDevice = CheckedDevice.ofSchedule { didSet { recheck() } }
  /// The last export, which initializes the next form.
  var exportFile: DeviceFile?
  /// The last import, which initializes the next form.
  var importFile: DeviceFile?
  var theme: Theme
  var usesMouse: Bool

  /// Creates the state for a document that equals its file.
  package init(
    _ contents: Contents, options: EditorOptions, size: ScreenSize, host: any EditorHost
  ) {
    let due = try? contents.scheduleIndex(dueOn: host.now.day)
    edited = EditedDocument(
      contents, showing: options.scheduleIndex ?? due ?? 0, options.history ?? EditHistory(),
      isNew: options.isNew)
    self.options = options
    self.host = host
    isHeldElsewhere = options.isHeldElsewhere
    keymap = Keymap(options.settings.keys)
    layout = (options.settings.layout ?? .week).showing(edited.week.sides)
    layoutUnit = contents.unit
    clock = options.settings.clock ?? layout.clock ?? .twentyFourHour
    theme = options.settings.chosenTheme
    usesMouse = options.settings.mouse ?? false
    let view = options.settings.view
    preferredArrangement = view == nil ? layout.preferredArrangement : view?.arrangement
    screen = ScreenLayout(
      size: size, table: layout.table, sides: layout.sides, selection: position,
      preferring: preferredArrangement)
    checkedDevice = options.device.map(CheckedDevice.named) ?? .ofSchedule
    recheck()
    // A new document starts on a temperature.
    if isNew,
      let first = week.cells.first(where: { $0.field != .time && $0.day == cursor.day }),
      let place = layout.position(of: first)
    {
      position = place
    }
    message = (isHeldElsewhere ? options.readOnlyReason : options.notice).map { Message(text: $0) }
    if options.scheduleIndex == nil, contents.schedules.count > 1 { showSchedules() }
    if let edits = host.recoverableEdits { showRecovery(edits) }
  }

  var size: ScreenSize { screen.size }
  /// The arrangement on the screen, which determines the effect of the arrow keys.
  var arrangement: GridArrangement { screen.grid?.arrangement ?? .across }
  /// The current cell, or the first if the table combines several.
  var cursor: CellAddress { layout.cell(at: position) }
  package var contents: Contents { edited.contents }
  var schedule: Schedule { edited.schedule }
  var scheduleIndex: Int { edited.scheduleIndex }
  package var week: Week { edited.week }
  var savedWeek: Week? { edited.savedWeek }
  package var isModified: Bool { edited.isModified || !conflicts.isEmpty }
  var isNew: Bool { edited.isNew }

  /// Why the document is read-only; nil if it is not.
  var readOnlyReason: String? {
    if host.recoverableEdits != nil {
      let way = keymap.way(to: "recover").map { " (\($0))" } ?? ""
      return "recover or discard the edits of the crashed session first\(way)"
    }
    return options.isHeldElsewhere && !isHeldElsewhere ? nil : options.readOnlyReason
  }

  /// The names of the edits, newest first.
  var editNames: [StepName] {
    edited.history.versions[...edited.history.position].dropFirst().reversed().map(\.name)
  }

  package var canUndo: Bool { edited.history.canUndo }

  /// The first finding in each selected cell, or in each day under the cursor.
  var findingsHere: [CellFinding] {
    selectedCells.compactMap { cell in findings.first { $0.concerns(cell) } }
  }

  /// Shows a message until the next key, followed by the key of a command that helps.
  mutating func say(_ text: String, isProblem: Bool = false, _ remedy: Remedy? = nil) {
    message = Message(text: text, isProblem: isProblem, remedy: remedy)
  }

  /// Shows why something was not done.
  package mutating func refuse(_ refusal: Refusal) { say(refusal.reason, isProblem: true) }

  /// Journals the edits; returns the reason if that fails, once. If `waits`, a later call returns it.
  mutating func recordEdits(waits: Bool = false) -> Refusal? {
    do {
      try host.record(ownContents, since: conflictBase)
      (isRecordFailing, reportedReason) = (false, nil)
      return nil
    } catch {
      isRecordFailing = true
      guard error != reportedReason, !waits else { return nil }
      reportedReason = error
      return error
    }
  }

  /// Returns the request of the last event, once.
  mutating func takeRequest() -> EditorRequest? {
    defer { request = nil }
    return request
  }

  func position(after move: TableMove) -> TablePosition {
    layout.table.position(move, from: position, in: arrangement)
  }

  /// Replaces the layout; the cursor stays on its cell or row.
  mutating func use(_ new: WeekLayout) {
    let cell = cursor
    (anchor, drag) = (nil, nil)
    layout = new
    position =
      layout.position(of: cell)
      ?? layout.position(of: CellAddress(cell.row, week.sides.first.field))
      ?? TablePosition(section: position.section, row: position.row, column: 0)
    arrange()
  }

  /// Lays the screen out with minimal scrolling; ends a selection in another arrangement.
  mutating func arrange(on size: ScreenSize? = nil) {
    let old = arrangement
    screen = ScreenLayout(
      size: size ?? screen.size, table: layout.table, sides: layout.sides, selection: position,
      preferring: preferredArrangement, firstLine: screen.grid?.firstLine ?? 0)
    if arrangement != old { anchor = nil }
  }

  func findings(in week: Week) -> [CellFinding] {
    WeekCheck.findings(in: DraftWeek(week), options: options.rules)
  }

  mutating func recheck() {
    problemPlace = nil
    if layout.sides != week.sides { use(layout.showing(week.sides)) }
    let calendar = (contents.calendar, contents.schedules.map(\.name))
    if calendar != checkedCalendar {
      checkedCalendar = calendar
      calendarProblems = WeekCheck.calendarFindings(in: contents, options: options.rules)
        .filter { $0.severity > .info }.map(ListedProblem.init)
    }
    (findings, device) = findings(of: schedule)
    problems = findings.folded.map(ListedProblem.init) + calendarProblems
  }

  /// The moment now, of the schedules that are due if a calendar decides, otherwise of the current one.
  var momentInForce: MomentInForce {
    let (day, time) = host.now
    let due = contents.calendarMatters ? try? MomentInForce(day, time, dueIn: contents) : nil
    return due ?? MomentInForce(day, time, of: schedule)
  }

  /// The findings in a schedule, and the device that applies to it.
  func findings(of schedule: Schedule) -> (findings: [CellFinding], device: DeviceInUse?) {
    let found = findings(in: schedule.week).filter { $0.severity > .info }
    let device: DeviceInUse? =
      switch checkedDevice {
      case .ofSchedule: schedule.device.map { DeviceInUse($0, schedule.week, options.rules) }
      case .named(let name): DeviceInUse(name, schedule.week, options.rules)
      case .none: nil
      }
    let wrong = Set(found.map(\.cell))
    let misfits = device?.misfits.filter { !wrong.contains($0.cell) } ?? []
    return (found + misfits, device)
  }
}

/// The device whose limits the table shows.
enum CheckedDevice: Hashable {
  case ofSchedule
  /// A device chosen for this session.
  case named(String)
  case none
}

/// A problem in a line: equal findings in cells of the week, or a finding in the calendar.
struct ListedProblem: Hashable {
  let code: String
  let severity: Severity
  let sentence: Sentence
  /// The findings in cells; none in the calendar.
  var findings: [CellFinding] = []
  /// The index of the calendar's entry, if it is about one.
  var entry: Int?

  init(_ fold: FoldedRows<CellFinding>) {
    (code, severity) = (fold.elements[0].code, fold.elements[0].severity)
    (sentence, findings) = (fold.sentence, fold.elements)
  }

  init(_ finding: WeekCheck.CalendarFinding) {
    (code, severity, sentence, entry) = finding
  }

  /// Identifies it in the list of problems.
  var id: String { "\(code) \(findings.first.map { "\($0.cell.tag)" } ?? sentence.text)" }

  /// Identifies a problem of the calendar, whose entries can have other numbers later.
  func subject(in contents: Contents) -> String {
    "\(code) \(entry.map { "\(contents.calendar[$0])" } ?? sentence.text)"
  }

  /// The mark of its cells.
  var mark: String { severity == .error ? "!" : "?" }

  /// The problem in a sentence without a full stop.
  func spoken(_ clock: ClockStyle) -> String {
    "\(severity.name.sentence): \(sentence.text(clock)), rule \(code)"
  }
}
