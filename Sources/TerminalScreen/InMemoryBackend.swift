/// A terminal that exists in memory: events are handed in, the screen is read as text.
public final class InMemoryBackend: TerminalBackend {
  /// The extent; change it and hand in `.resized`, as a real terminal would.
  public var size: ScreenSize
  /// Whether line-drawing characters are wanted.
  public var showsUnicode = true
  /// Whether colours are wanted; they do not show in `lines`.
  public var showsColor = false
  /// What was shown last.
  public private(set) var surface: Surface
  /// Where the cursor stands, nil when hidden.
  public private(set) var cursor: ScreenPoint?
  /// For every `present`, the screen lines that it changed.
  public private(set) var changedLines: [[Int]] = []
  /// For every `present`, how many cells it changed.
  public private(set) var changedCells: [Int] = []
  /// How often the program suspended itself.
  public private(set) var suspensions = 0
  /// How often the bell rang.
  public private(set) var rings = 0
  /// Whether the mouse was asked for.
  public var reportsMouse = false
  /// What was put on the clipboard, in order.
  public private(set) var clipboard: [String] = []
  /// The theme last asked for.
  public private(set) var theme: Theme?
  /// The descriptor last asked to be watched; nothing watches it here.
  public private(set) var watched: Int32?

  private var events: [TerminalEvent]
  private var nextIndex = 0

  /// Makes a screen of `size` on which `events` will happen, and then end of input.
  public init(size: ScreenSize, events: [TerminalEvent] = []) {
    self.size = size
    self.events = events
    surface = Surface(size: size)
  }

  /// Makes a screen on which keys are typed, as `Key.typed` reads them, and then end of input.
  public convenience init(size: ScreenSize = ScreenSize(rows: 24, columns: 80), typing keys: String)
  {
    self.init(size: size)
    type(keys)
  }

  /// Adds keys, as `Key.typed` reads them, to the events that will happen.
  public func type(_ keys: String) { enqueue(Key.typed(keys).map(TerminalEvent.key)) }

  /// The screen as text, a string a line, trailing blanks cut.
  public var lines: [String] { surface.lines }

  /// Adds events to those that will happen.
  public func enqueue(_ more: some Sequence<TerminalEvent>) {
    events.append(contentsOf: more)
  }

  /// Notes what changed, line by line.
  public func present(_ new: Surface, cursor: ScreenPoint?) {
    let resized = new.size != surface.size
    var lines: [Int] = []
    var count = 0
    for row in 0..<new.size.rows {
      let changed =
        resized
        ? new.size.columns
        : new.withRow(row) { after in
          surface.withRow(row) { before in zip(before, after).count { $0 != $1 } }
        }
      if changed > 0 { lines.append(row) }
      count += changed
    }
    changedLines.append(lines)
    changedCells.append(count)
    surface = new
    self.cursor = cursor
  }

  /// Hands out the next event, or end of input when none is left.
  public func nextEvent() -> TerminalEvent {
    guard nextIndex < events.count else { return .endOfInput }
    defer { nextIndex += 1 }
    return events[nextIndex]
  }

  /// Counts the suspension and goes on at once.
  public func suspend() { suspensions += 1 }

  /// Counts the ring.
  public func ring() { rings += 1 }

  /// Keeps the text.
  public func copyToClipboard(_ text: String) -> Bool {
    clipboard.append(text)
    return true
  }

  /// Keeps the theme.
  public func use(_ theme: Theme) { self.theme = theme }

  /// Keeps the descriptor; hand in `.descriptorReady` as a real terminal would.
  public func watch(_ descriptor: Int32?) { watched = descriptor }
}
