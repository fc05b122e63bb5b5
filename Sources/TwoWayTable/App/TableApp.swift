/// An app that edits a table: typing in place, moving, undoing, forms and lists above it, saving.
///
/// ```swift
/// let app = TableApp(KeyedTable(layout))
/// app.save = { try write($0.json) }
/// app.run(on: try TerminalSession())
/// ```
///
/// `run(on:)` does all that such a loop must: it answers keys, pastes and changes of the screen's size,
/// stops and goes on, and ends when the program is asked to end or no key can come any more. An edit
/// draws one row again, and nothing else. On an `InMemoryBackend` the same app runs without a terminal.
public final class TableApp {
  /// Why an app ended.
  public enum Ending: Hashable, Sendable {
    /// Somebody left it.
    case quit
    /// The system asked it to end, by a signal.
    case terminated(signal: Int32)
    /// No key can come any more.
    case endOfInput
  }

  /// A command of the app's own.
  struct OwnCommand {
    let title: String
    let run: (TableApp) throws -> Void
  }

  /// The table as it is now; `edit` changes it.
  public internal(set) var table: KeyedTable
  /// The cell that keys go to.
  public internal(set) var cursor = TablePosition(section: 0, row: 0, column: 0)
  /// What is to be said; the next key takes it away.
  public var message = ""
  /// What the app says by itself.
  public var words = Words.english
  /// What keys do.
  public var keys = TableCommand.standardKeys
  /// Whether a click of the mouse goes to a cell; the terminal's own selecting stops meanwhile.
  public var usesMouse = false
  /// Saves the table; what it throws is said. Without it nothing can be saved.
  public var save: ((KeyedTable) throws -> Void)?
  /// The rows that the last key drew again: for an edit, the edited one.
  public internal(set) var drawnRows: [Int] = []

  let forms: [FormLayout]
  let arrangement: GridArrangement?
  var grid: GridRenderer
  var surface: Surface
  /// What is typed into the cell; nil while its value stands.
  var typed: TextLine?
  var screens: [AppScreen] = []
  var isAskingToQuit = false
  var commands: [String: OwnCommand] = [:]
  var watched: (descriptor: Int32, react: (TableApp) -> Void)?
  /// Whether everything must be drawn anew.
  var isStale = true
  var ending: Ending?

  /// Makes an app for a table, with the forms that its layout describes.
  public init(_ table: KeyedTable, layout file: TableLayoutFile) {
    self.table = table
    forms = file.forms
    arrangement = file.arrangement
    grid = GridRenderer(layout: table.layout)
    surface = Surface(size: ScreenSize(rows: 1, columns: 1))
  }

  /// Binds a key to a command of the app's own; what it throws is said.
  public func command(
    _ name: String, key: Key, title: String, run: @escaping (TableApp) throws -> Void
  ) {
    commands[name] = OwnCommand(title: title, run: run)
    keys[key] = .own(name)
  }

  /// Calls `react` whenever a descriptor can be read: for what others change, or for a timer.
  public func watch(_ descriptor: Int32, react: @escaping (TableApp) -> Void) {
    watched = (descriptor, react)
  }

  /// Whether there is something that was not saved.
  public var hasUnsavedChanges: Bool { table.hasUnsavedChanges }

  /// Shows the app and answers what happens, until it ends.
  ///
  /// What is typed and not taken yet when it ends is dropped, as are open forms; `hasUnsavedChanges` and
  /// `table` tell what is left to keep.
  @discardableResult
  public func run(on terminal: some TerminalBackend) -> Ending {
    ending = nil
    isStale = true
    terminal.reportsMouse = usesMouse
    terminal.watch(watched?.descriptor)
    while true {
      let cursor = draw(terminal)
      terminal.present(surface, cursor: cursor)
      handle(terminal.nextEvent(), on: terminal)
      if let ending { return ending }
    }
  }

  /// Ends the app behind the key that is being answered.
  public func quit() { ending = .quit }
}
