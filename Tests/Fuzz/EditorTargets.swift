import Diagnostics
import ScheduleEditor
import ScheduleModel
import ScheduleText
import Terminal
import TwoWayTable

extension FuzzTarget {
  /// Layout, theme and settings files: every problem has a place in the text and no control character.
  static let layouts = FuzzTarget("layouts", seeds: ["fixtures/layouts", "fixtures/table-layouts"])
  {
    bytes in
    do throws(FileProblems) {
      let layout = try WeekLayout(reading: bytes, file: "a.json")
      var settings = EditorSettings()
      settings.layout = layout
      _ = drawn(settings)
    } catch {
      promise(!error.problems.isEmpty, "refused without a reason")
      for problem in error.problems { promise(problem.summary.isPrintable, "a layout's problem") }
    }
    do throws(FileProblems) {
      _ = try Theme(reading: bytes, file: "a.json")
    } catch {
      promise(error.problems.allSatisfy { $0.message.isPrintable }, "a theme's problem")
    }
    do throws(FileProblems) {
      let settings = try EditorSettings(reading: bytes, file: "a.json")
      _ = drawn(settings)
    } catch {
      let lines = bytes.count { $0 == UInt8(ascii: "\n") } + 1
      for problem in error.problems {
        promise(problem.summary.isPrintable, "a problem of the settings")
        promise((1...lines).contains(problem.location?.line ?? 0), "a place outside the text")
      }
    }
  }

  /// Keys, pastes and mouse reports, as a terminal sends them, through the whole editor; nothing that
  /// it shows is a control character, and undoing everything gives the document of the beginning.
  static let editor = FuzzTarget("editor") { bytes in
    var decoder = InputDecoder(sequences: KeySequences.common)
    decoder.acceptsMouse = true
    var options = EditorOptions(fileName: "a\u{1B}.json")
    options.settings.mouse = true
    let contents = Contents(
      unit: .celsius,
      schedules: ["Winter", "Sum\u{9B}mer"].map {
        Schedule(name: $0, week: .standard(.celsius))
      })
    var state = EditorState(
      contents, options: options, size: ScreenSize(rows: 24, columns: 80), host: NoFiles())
    var screen = EditorScreen(state, showsUnicode: true)
    decoder.append(bytes)
    for pause in [InputPause.moreMayFollow, .timedOut, .endOfInput] {
      while let event = decoder.next(after: pause) {
        switch event {
        case .key(let key): state.handle(key)
        case .paste(let text, let isCut): state.paste(text, isCut: isCut)
        case .mouse(let mouse): state.handle(mouse)
        default: break
        }
        screen.update(&state)
      }
    }
    promise(screen.surface.lines.allSatisfy(\.isPrintable), "a control character on the screen")
    let edited = state.contents
    for _ in 0..<8 { state.handle(.named(.escape)) }
    var count = 0
    while state.canUndo {
      state.handle(.character("u"))
      count += 1
      promise(count < 1_000_000, "undoing does not end")
    }
    promise(state.contents == contents, "undoing everything is not the document of the beginning")
    for _ in 0..<count { state.handle(.character("r")) }
    promise(state.contents == edited, "redoing everything is not the edited document")
  }

  /// Draws the standard week as settings ask for it.
  private static func drawn(_ settings: EditorSettings) -> [String] {
    var options = EditorOptions(fileName: "a.json")
    options.settings = settings
    var state = EditorState(
      .standard(.fahrenheit), options: options, size: ScreenSize(rows: 24, columns: 80),
      host: NoFiles())
    var screen = EditorScreen(state, showsUnicode: true)
    screen.update(&state)
    state.handle(.character("?"))
    screen.update(&state)
    return screen.surface.lines
  }
}

/// A program around the editor without files and devices.
private final class NoFiles: EditorHost {
  private static let refusal = Refusal("there are no files")

  var now: (day: CalendarDay, time: TimeOfDay) { (.first, .midnight) }
  var hasOtherEditorEnded: Bool { false }
  var recoverableEdits: Recovery? { nil }

  func record(_ contents: Contents, since base: Contents?) {}
  func save(
    _ contents: Contents, after history: EditHistory, _ way: SavePolicy
  ) throws(SaveProblem) -> EditHistory {
    throw .failed(Self.refusal)
  }
  func saveCopy(_ contents: Contents, to path: String) throws(Refusal) { throw Self.refusal }
  func writePicture(
    of schedule: Schedule, clock: ClockStyle, firstDay: Weekday, path: String
  ) throws(Refusal) { throw Self.refusal }
  func elapsed(_ minutes: Int) -> Int { minutes }
  func words(ofMicroseconds time: Int) -> String { "" }
  func fileNames(beginning typed: String) -> [String] { [] }
  func words(of holder: LockHolder) -> String { "" }
  func contents(ofFile path: String?) throws(Refusal) -> Contents { throw Self.refusal }
  func export(_ text: [UInt8], to path: String, replacing: Bool) throws(Refusal) -> Bool {
    throw Self.refusal
  }
  func schedules(
    of file: DeviceFile, in unit: TemperatureUnit
  ) throws(Refusal) -> (schedules: [Schedule], notes: [String]) { throw Self.refusal }
  func beginWatching() -> Int32? { nil }
  func outsideChange(_ contents: Contents) -> OutsideChange? { nil }
  func takeOver() throws(Refusal) { throw Self.refusal }
  func recover() throws(Refusal) -> RecoveredEdits { throw Self.refusal }
  func discardRecoverableEdits() throws(Refusal) { throw Self.refusal }
}
