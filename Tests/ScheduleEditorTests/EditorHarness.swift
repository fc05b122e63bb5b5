import ScheduleEditor
import ScheduleModel
import TwoWayTable

/// An editor on a terminal in memory, driven by the names of keys.
final class EditorHarness {
  let backend: InMemoryBackend
  private(set) var saved: [ScheduleCollection] = []
  /// Why the next saves fail, nil while they succeed.
  var saveFailure: String?
  private(set) lazy var editor = Editor(state, on: backend) { [unowned self] contents in
    if saveFailure == nil { saved.append(contents) }
    return saveFailure
  }
  private let state: EditorState
  private(set) var outcome: EditorOutcome?

  init(
    _ contents: ScheduleCollection = .standard(.fahrenheit, name: "Winter"), rows: Int = 24,
    columns: Int = 80, clock: ClockStyle = .twentyFourHour, readOnly: Bool = false,
    unicode: Bool = true
  ) {
    backend = InMemoryBackend(size: ScreenSize(rows: rows, columns: columns))
    backend.showsUnicode = unicode
    var options = EditorOptions(fileName: "home.json")
    options.clock = clock
    options.isReadOnly = readOnly
    state = EditorState(contents, options: options)
  }

  /// The schedule as the editor has it.
  var week: Schedule { editor.state.document.schedules[0].week }
  /// The line above the hints, or the last one on a small screen.
  var status: String { backend.lines[backend.size.rows - 2].drop { $0 == " " }.description }

  /// Presses keys and runs until all are handled; a new run repaints nothing that did not change.
  @discardableResult
  func press(_ keys: String) -> EditorHarness {
    backend.enqueue(Self.events(keys))
    outcome = editor.run()
    return self
  }

  func resize(rows: Int, columns: Int) {
    backend.size = ScreenSize(rows: rows, columns: columns)
    backend.enqueue([.resized])
    outcome = editor.run()
  }

  /// Reads keys: names of keys and `^X` between blanks, other words letter by letter, `␣` a blank.
  static func events(_ keys: String) -> [TerminalEvent] {
    keys.split(separator: " ").flatMap { word -> [TerminalEvent] in
      if let key = named[String(word)] { return [.key(.named(key))] }
      if word.count == 2, word.first == "^", let letter = word.unicodeScalars.last {
        return [.key(.control(letter))]
      }
      return word.unicodeScalars.map { .key(.character($0 == "␣" ? " " : $0)) }
    }
  }

  private static let named: [String: NamedKey] = [
    "Enter": .enter, "Esc": .escape, "Tab": .tab, "BackTab": .backTab, "Up": .up, "Down": .down,
    "Left": .left, "Right": .right, "Home": .home, "End": .end, "PgUp": .pageUp,
    "PgDn": .pageDown, "Bs": .backspace, "Del": .delete, "F1": .function(1), "F2": .function(2),
  ]
}
