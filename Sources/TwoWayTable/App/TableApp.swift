import CLibrary
import Diagnostics

/// An app that edits a table: typing in place, moving, undoing, forms and lists above it, saving.
///
/// `run(on:)` handles keys, pastes, resizing and suspension, but not the mouse. It ends when the program is terminated
/// or the input ends. An edit redraws one row. With an `InMemoryBackend`, the app runs without a terminal.
public final class TableApp<Table: TableModel>: DialogOwner {
  /// The table; `edit` changes it.
  public internal(set) var table: Table
  /// The cell that keys act on; `go(to:)` changes it.
  public internal(set) var cursor = TablePosition(section: 0, row: 0, column: 0)
  /// A message of success, shown until the next key; `refuse(_:)` shows a problem.
  public var message = "" { didSet { isProblem = false } }
  /// The texts of the library.
  public var words = Words.english
  /// The commands by key; other keys are typed into the cell.
  public var keys = TableCommand.standardKeys
  /// Saves the table; an error is shown. If nil, ^S does nothing, and quitting does not ask about changes.
  public var save: ((Table) throws -> Void)?
  /// The open forms and lists.
  public var dialogs = DialogStack<TableApp>()

  /// Draws around the table, and returns its area; by default it has the whole screen. Dialogs cover both.
  public var layOut: ((inout Surface) -> ScreenRectangle)?

  let file: TableLayoutFile?
  package var grid = GridRenderer()
  var surface = Surface(size: ScreenSize(rows: 1, columns: 1))
  /// The text being typed into the current cell; nil while its value is shown.
  var typing: CellTyping?
  var isAskingToQuit = false
  var commands: [String: (title: String, run: (TableApp) throws -> Void)] = [:]
  var isProblem = false
  var watched: (descriptor: Int32, react: (TableApp) -> Void)? { didSet { isWatchNew = true } }
  private var isWatchNew = false
  var ending: AppEnding?

  /// Creates an app for a table, with the forms and the arrangement of its layout, if any.
  public init(_ table: Table, layout file: TableLayoutFile? = nil) {
    (self.table, self.file) = (table, file)
  }

  /// Adds or replaces a command, and binds a key to it, which accepts typed text first; an error of `run` is shown.
  public func addCommand(
    _ name: String, key: Key? = nil, title: String, run: @escaping (TableApp) throws -> Void
  ) {
    commands[name] = (title, run)
    if let key { keys[key] = .own(name) }
  }

  /// Calls `react` whenever a descriptor is readable, for example when another program changed the data; `react` has to
  /// read from it.
  ///
  /// Rows are identified by keys: typing and open forms stay with their rows while `react` changes the table.
  public func watch(_ descriptor: Int32, react: @escaping (TableApp) -> Void) {
    watched = (descriptor, react)
  }

  /// Ends `watch`.
  public func stopWatching() { watched = nil }

  /// Runs the app until it ends.
  ///
  /// Check `table.hasUnsavedChanges` then. Text being typed and open forms are not in `table`; the next run continues them.
  @discardableResult
  public func run(on terminal: some TerminalBackend) -> AppEnding {
    ending = nil
    grid = GridRenderer()
    isWatchNew = true
    while true {
      // Even for the same number: it may be another file.
      if isWatchNew { terminal.watch(watched?.descriptor) }
      isWatchNew = false
      let cursor = draw(terminal)
      terminal.present(surface, cursor: cursor)
      handle(terminal.nextEvent(), on: terminal)
      if let ending { return ending }
    }
  }

  /// Ends the app after the current key.
  public func quit() { ending = .quit }
}

/// Why an app ended.
public enum AppEnding: Hashable, Sendable {
  case quit
  /// A signal terminated it.
  case terminated(signal: Int32)
  case endOfInput
}

extension TableApp where Table == KeyedTable {
  /// Runs a program with any table, and reports its errors on standard error, by their descriptions.
  ///
  /// The exit status is 65 for invalid content of a data or layout file, and 1 for other errors.
  public static func main(_ program: () throws -> Void) {
    do {
      try program()
    } catch {
      let name = CommandLine.arguments.first?.split(separator: "/").last ?? "app"
      let lines =
        (error as? FileProblems)?.problems.map { "\(name): \($0.summary)" } ?? ["\(name): \(error)"]
      let text = Array(lines.joined(separator: "\n").utf8) + [UInt8(ascii: "\n")]
      _ = write(2, text, text.count)
      exit(error is FileProblems ? 65 : 1)
    }
  }
}
