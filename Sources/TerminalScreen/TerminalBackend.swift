/// The seam between drawing and a terminal.
///
/// Two implementations exist: a real terminal (in another module, so that this library never sees
/// ncurses) and `InMemoryBackend` for tests.
public protocol TerminalBackend: AnyObject {
  /// The screen's extent now.
  var size: ScreenSize { get }

  /// Whether line-drawing and block characters can be shown (the locale's encoding is UTF-8).
  var showsUnicode: Bool { get }

  /// Whether sixteen colours or more can be shown, and are wanted.
  var showsColor: Bool { get }

  /// Shows `surface`, sending only what differs from what was shown before, and puts the
  /// terminal's own cursor at `cursor`, or hides it for nil.
  func present(_ surface: Surface, cursor: ScreenPoint?)

  /// Waits for the next event, without polling.
  func nextEvent() -> TerminalEvent

  /// Gives the terminal back to the shell, stops the program, and takes the terminal again when
  /// the program goes on.
  func suspend()

  /// Sounds the bell, or flashes, as the terminal is set to.
  func ring()

  /// Whether the terminal reports what the mouse does; false until asked for, since the terminal's
  /// own selecting and copying stops meanwhile.
  var reportsMouse: Bool { get set }

  /// Puts `text` on the clipboard of the terminal's user, where the terminal allows it (OSC 52);
  /// returns whether anything was sent.
  @discardableResult
  func copyToClipboard(_ text: String) -> Bool

  /// Draws with another theme from the next `present` on, which paints everything.
  func use(_ theme: Theme)

  /// Wakes `nextEvent` with `.descriptorReady` whenever `descriptor` can be read; nil ends that.
  func watch(_ descriptor: Int32?)
}
