import ScheduleEditor
import ScheduleModel
import TwoWayTable

/// An editor on a terminal in memory, driven by the names of keys.
final class EditorHarness: EditorHost {
  let backend: InMemoryBackend
  private(set) var saved: [Contents] = []
  /// What was exported: format and path.
  private(set) var exported: [String] = []
  /// Why the next saves fail, nil while they succeed.
  var saveFailure: String?
  /// How the next saves end, the first of them next; then as `saveFailure` says.
  var saveOutcomes: [SaveOutcome] = []
  /// The ways that saves were asked for.
  private(set) var saveWays: [SaveWay] = []
  /// Why edits cannot be kept; nil while they can.
  var recordFailure: String?
  /// What was kept for a crash, in order.
  private(set) var records: [Contents] = []
  /// What a session that died had edited.
  var recovered: Contents?
  private(set) var hasDiscarded = false
  /// Why edits cannot be kept for a crash, told once.
  var recordProblem: String?
  /// Why recovering or giving up fails, nil while it succeeds.
  var recoveryProblem: String?
  /// What other programs made of the file.
  var change = OutsideChange.none
  private(set) lazy var editor = Editor(contents, options: options, on: backend, host: self)
  private let contents: Contents
  private let options: EditorOptions
  private(set) var outcome: EditorOutcome?

  init(
    _ contents: Contents = .standard(.fahrenheit, name: "Winter"), rows: Int = 24,
    columns: Int = 80, clock: ClockStyle? = nil, readOnly: Bool = false,
    unicode: Bool = true, schedule: Int? = nil, settings: EditorSettings = EditorSettings()
  ) {
    backend = InMemoryBackend(size: ScreenSize(rows: rows, columns: columns))
    backend.showsUnicode = unicode
    var options = EditorOptions(fileName: "home.json")
    options.settings = settings
    options.settings.clock = settings.clock ?? clock
    if readOnly { options.readOnlyReason = "opened read-only; nothing can be changed" }
    options.scheduleIndex = schedule
    options.exportFormats = ["csv", "radiotherm"]
    self.options = options
    self.contents = contents
  }

  func record(_ contents: Contents) -> String? {
    let isNew = records.last != contents
    if isNew, recordFailure == nil { records.append(contents) }
    if isNew, let recordFailure { return recordFailure }
    defer { recordProblem = nil }
    return recordProblem
  }

  func save(_ contents: Contents, _ way: SaveWay) -> SaveOutcome {
    saveWays.append(way)
    if !saveOutcomes.isEmpty { return saveOutcomes.removeFirst() }
    if let saveFailure { return .failed(saveFailure) }
    saved.append(contents)
    return .saved
  }

  func beginWatching() -> Int32? { 7 }

  func outsideChange(_ contents: Contents) -> OutsideChange { change }

  var recoverableEdits: RecoverableEdits? {
    recovered.map { _ in
      RecoverableEdits(title: "Unsaved edits of somebody", lines: ["monday wake heat 70 -> 66"])
    }
  }

  func recover() -> Result<Contents, HostFailure> {
    if let recoveryProblem { return .failure(HostFailure(recoveryProblem)) }
    return recovered.map { .success($0) } ?? .failure(HostFailure("nothing there"))
  }

  func discardRecoverableEdits() -> String? {
    hasDiscarded = recoveryProblem == nil
    return recoveryProblem
  }

  func saveCopy(_ contents: Contents, to path: String) -> HostAnswer {
    exported.append("copy \(path)")
    return ("saved a copy as \(path)", false)
  }

  func export(_ schedule: Schedule, format: String, path: String) -> HostAnswer {
    exported.append("\(format) \(path)")
    return ("exported to \(path)", false)
  }

  /// The schedule as the editor has it.
  var week: Week { editor.state.document.schedules[0].week }
  /// The line above the hints, or the last one on a small screen.
  var status: String { backend.lines[backend.size.rows - 2].drop { $0 == " " }.description }

  /// Presses keys and runs until all are handled; a new run repaints nothing that did not change.
  @discardableResult
  func press(_ keys: String) -> EditorHarness {
    backend.enqueue(Self.events(keys))
    outcome = editor.run()
    return self
  }

  /// Types a command behind `:`.
  @discardableResult
  func command(_ line: String) -> EditorHarness {
    backend.enqueue([.key(.character(":"))])
    backend.enqueue(line.unicodeScalars.map { .key(.character($0)) })
    return press("Enter")
  }

  /// Pastes text.
  @discardableResult
  func paste(_ text: String, isCut: Bool = false) -> EditorHarness {
    backend.enqueue([.paste(text, isCut: isCut)])
    return press("")
  }

  /// A cell of the schedule on the screen, as text.
  func cell(_ path: String) -> String {
    guard let cell = try? CellAddress.list(path).first else { return "no cell \(path)" }
    return editor.state.week[cell].description
  }

  func resize(rows: Int, columns: Int) {
    backend.size = ScreenSize(rows: rows, columns: columns)
    backend.enqueue([.resized])
    outcome = editor.run()
  }

  /// Reads keys: names of keys as the program writes them between blanks, other words letter by letter, `␣` a blank.
  static func events(_ keys: String) -> [TerminalEvent] {
    keys.split(separator: " ").flatMap { word -> [TerminalEvent] in
      if word.count > 1, let key = KeyName.key(String(word)) { return [.key(key)] }
      return word.unicodeScalars.map { .key(.character($0 == "␣" ? " " : $0)) }
    }
  }
}
