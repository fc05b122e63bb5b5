/// An app that edits a table: typing in place, moving, undoing, forms and lists above it, saving.
///
/// ```swift
/// let app = TableApp(KeyedTable(layout), layout: layout)
/// app.save = { try write($0.json) }
/// app.run(on: try TerminalSession())
/// ```
///
/// `run(on:)` answers keys, pastes and changes of the screen's size, suspends and continues, and ends when the
/// program is asked to end or no key can come any more. An edit draws one row. On an `InMemoryBackend` the same
/// app runs without a terminal.
public final class TableApp<Table: TableModel>: DialogOwner {
  /// A command of the app's own.
  struct OwnCommand {
    let title: String
    let run: (TableApp) throws -> Void
  }

  /// The table as it is now; `edit` changes it.
  public internal(set) var table: Table
  /// The cell that keys go to.
  public internal(set) var cursor = TablePosition(section: 0, row: 0, column: 0)
  /// A message, shown until the next key.
  public var message = ""
  /// What the app says by itself.
  public var words = Words.english {
    didSet { table.use(words) }
  }
  /// What keys do.
  public var keys = TableCommand.standardKeys
  /// Whether a click of the mouse goes to a cell; the terminal's own selecting stops meanwhile.
  public var usesMouse = false
  /// Saves the table; an error that it throws is shown. Without it nothing can be saved.
  public var save: ((Table) throws -> Void)?
  /// The rows that the last key drew: for an edit, the edited one.
  public var drawnRows: [Int] { grid.drawnRows }
  /// The forms and lists that are open.
  public var dialogs = DialogStack<TableApp>()

  let forms: [FormLayout]
  let arrangement: GridArrangement?
  var grid = GridRenderer()
  var surface = Surface(size: ScreenSize(rows: 1, columns: 1))
  /// The text that is typed into the cell under the cursor; nil while its value is shown.
  var typing: CellTyping?
  var isAskingToQuit = false
  var commands: [String: OwnCommand] = [:]
  var watched: (descriptor: Int32, react: (TableApp) -> Void)?
  var ending: AppEnding?
  /// Where the cursor goes after the edit that is being made, in place of staying with its row.
  var goAfterEdit: TablePosition?

  /// Makes an app for a table, with the forms that its layout describes.
  public init(_ table: Table, layout file: TableLayoutFile) {
    self.table = table
    forms = file.forms
    arrangement = file.arrangement
  }

  /// Makes an app for a table without forms.
  public init(_ table: Table, arrangement: GridArrangement? = nil) {
    self.table = table
    self.arrangement = arrangement
    forms = []
  }

  /// Adds a command of the app's own, and binds a key to it; an error that it throws is shown.
  public func command(
    _ name: String, key: Key? = nil, title: String, run: @escaping (TableApp) throws -> Void
  ) {
    commands[name] = OwnCommand(title: title, run: run)
    if let key { keys[key] = .own(name) }
  }

  /// Calls `react` whenever a descriptor can be read, as when another program changed the data; it has to read
  /// from it. Nil ends that.
  ///
  /// Rows are known by their keys: while `react` changes the table, typing and open forms keep to theirs.
  public func watch(_ descriptor: Int32?, react: @escaping (TableApp) -> Void = { _ in }) {
    watched = descriptor.map { ($0, react) }
  }

  /// Whether there is something that was not saved.
  public var hasUnsavedChanges: Bool { table.hasUnsavedChanges }

  /// Shows the app and answers what happens, until it ends.
  ///
  /// A text that is still being typed when it ends is dropped, as are open forms; `hasUnsavedChanges` and
  /// `table` tell what is left to keep.
  @discardableResult
  public func run(on terminal: some TerminalBackend) -> AppEnding {
    ending = nil
    grid.invalidate()
    var watches: Int32?
    while true {
      if terminal.reportsMouse != usesMouse { terminal.reportsMouse = usesMouse }
      if watches != watched?.descriptor {
        watches = watched?.descriptor
        terminal.watch(watches)
      }
      let cursor = draw(terminal)
      terminal.present(surface, cursor: cursor)
      handle(terminal.nextEvent(), on: terminal)
      if let ending { return ending }
    }
  }

  /// Ends the app after the key that is being handled.
  public func quit() { ending = .quit }
}

/// Why an app ended.
public enum AppEnding: Hashable, Sendable {
  /// Somebody left it.
  case quit
  /// The system asked it to end, by a signal.
  case terminated(signal: Int32)
  /// No key can come any more.
  case endOfInput
}
