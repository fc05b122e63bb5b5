/// A terminal in memory for tests: events are queued, and the screen is read as text.
public final class InMemoryBackend: TerminalBackend {
  /// The size; to resize, change it and enqueue `.resized`.
  public var size: ScreenSize
  /// Whether to use line-drawing characters.
  public var showsUnicode = true
  /// Whether to use colours; `lines` does not show them.
  public var showsColor = false
  /// The last surface presented.
  public private(set) var surface: Surface
  /// The position of the cursor; nil if hidden.
  public private(set) var cursor: ScreenPoint?
  /// For every `present`, the changed lines.
  public private(set) var changedLines: [[Int]] = []
  /// The number of calls of `suspend`.
  public private(set) var suspensions = 0
  /// The number of calls of `ring`.
  public private(set) var rings = 0
  /// Whether mouse reports are enabled.
  public var reportsMouse = false
  /// The texts copied to the clipboard, in order.
  public private(set) var clipboard: [String] = []
  /// The last theme set.
  public private(set) var theme: Theme?
  /// The last descriptor set; it is not watched here.
  public private(set) var watched: Int32?

  private var events: [TerminalEvent]

  /// Creates a screen that delivers `events`, then keys (see `Key.typed`), then the end of input.
  public init(
    size: ScreenSize = ScreenSize(rows: 24, columns: 80), events: [TerminalEvent] = [],
    typing keys: String = ""
  ) {
    self.size = size
    self.events = events
    surface = Surface(size: size)
    type(keys)
  }

  /// Enqueues keys; see `Key.typed`.
  public func type(_ keys: String) { enqueue(Key.typed(keys).map(TerminalEvent.key)) }

  /// The screen as text, one string per line, without trailing spaces.
  public var lines: [String] { surface.lines }

  /// Enqueues events.
  public func enqueue(_ more: some Sequence<TerminalEvent>) { events.append(contentsOf: more) }

  /// Records the changes, line by line.
  public func present(_ new: Surface, cursor: ScreenPoint?) {
    let resized = new.size != surface.size
    changedLines.append(new.rows.indices.filter { resized || new.rows[$0] != surface.rows[$0] })
    surface = new
    self.cursor = cursor
  }

  /// Returns the next event, or the end of input.
  public func nextEvent() -> TerminalEvent { events.isEmpty ? .endOfInput : events.removeFirst() }

  /// Counts the suspension and returns.
  public func suspend() { suspensions += 1 }

  /// Counts the call.
  public func ring() { rings += 1 }

  /// Records the text.
  public func copyToClipboard(_ text: String) -> Bool {
    clipboard.append(text)
    return true
  }

  /// Records the theme.
  public func use(_ theme: Theme) { self.theme = theme }

  /// Records the descriptor; enqueue `.descriptorReady` to simulate input.
  public func watch(_ descriptor: Int32?) { watched = descriptor }
}
