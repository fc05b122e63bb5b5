import Diagnostics
import ScheduleEditor
import ScheduleFiles
import ScheduleModel
import ScheduleText
import TwoWayTable

/// The program around an editor under test: files that are values.
final class HostDouble: EditorHost {
  private(set) var saved: [Contents] = []
  /// The file for saves, if any.
  var session: EditingSession?
  /// What was exported: the kind of another text than a device's, and the path.
  private(set) var exported: [String] = []
  /// The last text of a device.
  private(set) var exportedText: [UInt8]?
  /// Why the next saves fail, nil while they succeed.
  var saveFailure: String?
  /// The failures of the next saves, in order; then `saveFailure`.
  var saveProblems: [SaveProblem] = []
  /// The ways that saves were asked for.
  private(set) var saveWays: [SavePolicy] = []
  /// Why edits cannot be kept; nil while they can.
  var recordFailure: String?
  /// What was kept for a crash, in order.
  private(set) var records: [Contents] = []
  /// What a session that died had edited.
  var recovered: Contents?
  /// What both the file and that session changed.
  var recoveredMerges: [ScheduleMerge] = []
  private(set) var hasDiscarded = false
  /// Why edits cannot be kept for a crash, reported once.
  var recordProblem: String?
  /// Why recovering or giving up fails, nil while it succeeds.
  var recoveryProblem: String?
  /// Another program's change of the file, reported once.
  var change: OutsideChange?
  /// Another editor of the document, if any.
  var otherEditor: String?
  /// The content of the file as the editor knows it, and its real content.
  private var file: Contents
  private var fileNow: Contents?
  private(set) var recordAttempts = 0

  init(_ contents: Contents) {
    file = contents
  }

  /// Lets another program change the file.
  func setFile(_ theirs: Contents) { fileNow = theirs }

  func record(_ contents: Contents, since base: Contents?) throws(Refusal) {
    recordAttempts += 1
    let isNew = records.last != contents
    if isNew, let recordFailure { throw Refusal(recordFailure) }
    if isNew { records.append(contents) }
    defer { recordProblem = nil }
    if let recordProblem { throw Refusal(recordProblem) }
  }

  func save(
    _ contents: Contents, after history: EditHistory, _ way: SavePolicy
  ) throws(SaveProblem) -> EditHistory {
    saveWays.append(way)
    if !saveProblems.isEmpty { throw saveProblems.removeFirst() }
    if let saveFailure { throw .failed(Refusal(saveFailure)) }
    if let fileNow, fileNow != file, case .merged(let merge) = outsideChange(contents) {
      throw .changedOutside(merge)
    }
    var kept = history
    do {
      kept = try session?.save(contents, after: history) ?? kept
    } catch {
      throw .failed(Refusal("\(error)"))
    }
    saved.append(contents)
    file = contents
    fileNow = nil
    return kept
  }

  /// A Tuesday.
  var now = (day: CalendarDay("2026-11-24") ?? .first, time: TimeOfDay(wrapping: 17 * 60 + 30))
  /// The minutes by which the clock is advanced before the next change.
  var skippedMinutes = 0

  func elapsed(_ minutes: Int) -> Int { minutes - skippedMinutes }

  func words(ofMicroseconds time: Int) -> String { "\(time)" }

  func fileNames(beginning typed: String) -> [String] {
    ["my rooms/", "my rooms/attic.json", "summer.json", "week.svg"].filter { $0.hasPrefix(typed) }
  }

  func beginWatching() -> Int32? { 7 }

  func outsideChange(_ contents: Contents) -> OutsideChange? {
    if let theirs = fileNow, theirs != file {
      defer { file = theirs }
      return .merged(ScheduleMerge(base: file, ours: contents, theirs: theirs))
    }
    defer { change = nil }
    return change
  }

  var hasOtherEditorEnded: Bool { otherEditor == nil }

  func takeOver() throws(Refusal) {
    if let otherEditor { throw Refusal("read-only: being edited by \(otherEditor)") }
  }

  var recoverableEdits: Recovery? {
    guard let recovered else { return nil }
    let document = ScheduleDocument(new: file)
    let header = JournalHeader(
      document: "home.json", of: document, holder: LockHolder(process: 7, host: "", time: ""))
    let entry = JournalEntry(from: file, to: recovered, base: file)
    return Journal(header.line + (entry?.line ?? [])).flatMap { Recovery($0, current: document) }
  }

  func words(of holder: LockHolder) -> String { "a crash" }

  func recover() throws(Refusal) -> RecoveredEdits {
    if let recoveryProblem { throw Refusal("not recovered: \(recoveryProblem)") }
    guard let recovered else { throw Refusal("nothing there") }
    self.recovered = nil
    return RecoveredEdits(recovered, file: file, merges: recoveredMerges)
  }

  func discardRecoverableEdits() throws(Refusal) {
    if let recoveryProblem { throw Refusal("not discarded: \(recoveryProblem)") }
    (hasDiscarded, recovered) = (true, nil)
  }

  func saveCopy(_ contents: Contents, to path: String) throws(Refusal) {
    exported.append("copy \(path)")
  }

  func writePicture(
    of schedule: Schedule, clock: ClockStyle, firstDay: Weekday, path: String
  ) throws(Refusal) {
    exported.append("picture \(path) \(clock.rawValue)")
  }

  /// Other files that can be compared with.
  var others: [String: Contents] = [:]

  func contents(ofFile path: String?) throws(Refusal) -> Contents {
    guard let path else {
      // Reading a file gives its schedules new identities.
      var read = fileNow ?? file
      for place in read.schedules.indices { read.schedules[place].identity = .found() }
      return read
    }
    guard let other = others[path] else { throw Refusal("there is no file \(path)") }
    return other
  }

  /// What the files of devices hold.
  var imports: [DeviceFile: (schedules: [Schedule], notes: [String])] = [:]

  func schedules(
    of file: DeviceFile, in unit: TemperatureUnit
  ) throws(Refusal) -> (schedules: [Schedule], notes: [String]) {
    _ = try file.importOptions()
    guard let found = imports[file] else { throw Refusal("not imported: monday has gaps") }
    return found
  }

  /// A file that exists.
  var existing: String?
  /// Why exports fail.
  var exportRefusal: Refusal?

  func export(_ text: [UInt8], to path: String, replacing: Bool) throws(Refusal) -> Bool {
    if path == existing, !replacing { return false }
    if let exportRefusal { throw exportRefusal }
    exported.append(path + (replacing ? " replace" : ""))
    exportedText = text
    return true
  }
}

/// An editor on a terminal in memory, driven by the names of keys.
@dynamicMemberLookup final class EditorHarness {
  let backend: InMemoryBackend
  let host: HostDouble
  private(set) lazy var editor = Editor(contents, options: options, on: backend, host: host)
  private let contents: Contents
  private let options: EditorOptions
  private(set) var outcome: AppEnding?

  init(
    _ contents: Contents = .standard(.fahrenheit, name: "Winter"), rows: Int = 24,
    columns: Int = 80, clock: ClockStyle? = nil, readOnly: Bool = false,
    heldBy other: String? = nil, device: String? = nil,
    unicode: Bool = true, color: Bool = false, isNew: Bool = false, schedule: Int? = nil,
    settings: EditorSettings = EditorSettings(), notice: String? = nil,
    history: EditHistory? = nil, fileName: String = "home.json"
  ) {
    backend = InMemoryBackend(size: ScreenSize(rows: rows, columns: columns))
    backend.showsUnicode = unicode
    backend.showsColor = color
    host = HostDouble(contents)
    host.otherEditor = other
    var options = EditorOptions(fileName: fileName)
    options.settings = settings
    options.settings.clock = settings.clock ?? clock
    if readOnly { options.readOnlyReason = "opened read-only; nothing can be changed" }
    if let other { options.readOnlyReason = "read-only: being edited by \(other)" }
    options.isHeldElsewhere = other != nil
    options.isNew = isNew
    options.notice = notice
    options.history = history
    options.scheduleIndex = schedule
    options.homeFolder = "/home/person"
    options.device = device
    self.options = options
    self.contents = contents
  }

  subscript<Value>(dynamicMember path: KeyPath<HostDouble, Value>) -> Value { host[keyPath: path] }

  subscript<Value>(dynamicMember path: ReferenceWritableKeyPath<HostDouble, Value>) -> Value {
    get { host[keyPath: path] }
    set { host[keyPath: path] = newValue }
  }

  /// Lets the other editor end.
  func freed() -> EditorHarness {
    press("")
    host.otherEditor = nil
    return self
  }

  /// Lets another program change the file.
  func changeFile(to theirs: Contents) {
    host.setFile(theirs)
    backend.enqueue([.descriptorReady])
    press("")
  }

  /// The schedule as the editor has it.
  var week: Week { editor.state.contents.schedules[0].week }
  /// The line above the hints, or the last one on a small screen, after the line above it if the text is on both; blanks
  /// that line it up as one, and the tag left out. While a line is typed, the reason above it why it was refused, if any.
  var status: String {
    let isRaised = { [backend] row in
      row >= 0 && backend.surface[ScreenPoint(row: row, column: 0)].style.emphasis.contains(.raised)
        && backend.cursor?.row != row
    }
    let last = backend.size.rows - 2
    let row = backend.lines[last].hasPrefix(":") && isRaised(last - 1) ? last - 1 : last
    let isFolded = isRaised(row - 1)
    let words = backend.lines[(row - (isFolded ? 1 : 0))...row].joined(separator: " ")
      .split(separator: " ")
    return
      (words.suffix(3).first == "·" && words.suffix(2).first == "tag" ? words.dropLast(3) : words)
      .joined(separator: " ")
  }

  /// The text of a form in a frame, or else of the screen, without line breaks.
  var sentences: String {
    let framed = backend.lines.map { $0.split(separator: "│", omittingEmptySubsequences: false) }
      .filter { $0.count > 2 }.map { String($0[1]) }
    return (framed.isEmpty ? backend.lines : framed).flatMap { $0.split(separator: " ") }
      .joined(separator: " ")
  }

  /// Presses keys and runs until all are handled; without keys, draws as at the start, and then runs.
  @discardableResult
  func press(_ keys: String) -> EditorHarness { handle(Self.events(keys)) }

  /// Runs until all events are handled.
  @discardableResult
  func handle(_ events: [TerminalEvent]) -> EditorHarness {
    backend.enqueue(events)
    if events.isEmpty || outcome == nil {
      outcome = editor.run()
    } else {
      outcome = nil
      while outcome == nil { outcome = editor.runOnce() }
    }
    return self
  }

  /// Types a command after `:`, key by key.
  func typeCommand(_ line: String) -> EditorHarness {
    let typed = line.unicodeScalars.map { TerminalEvent.key(.character($0)) }
    return handle(Self.events(":") + typed + Self.events("Enter"))
  }

  /// Enters a command after `:`, pasted, since each typed key would draw the screen; in place of a refused one.
  @discardableResult
  func command(_ line: String) -> EditorHarness {
    handle(Self.events(": ^u") + [.paste(line, isCut: false), .key(.named(.enter))])
  }

  /// Pastes text.
  @discardableResult
  func paste(_ text: String, isCut: Bool = false) -> EditorHarness {
    handle([.paste(text, isCut: isCut)])
  }

  /// A cell of the schedule on the screen, as text.
  func cell(_ path: String) -> String {
    guard let cell = try? CellAddress.list(path).first else { return "no cell \(path)" }
    return editor.state.week[cell].description
  }

  func resize(rows: Int, columns: Int) {
    backend.size = ScreenSize(rows: rows, columns: columns)
    handle([.resized])
  }

  static func events(_ keys: String) -> [TerminalEvent] {
    Key.typed(keys).map(TerminalEvent.key)
  }
}
