/// A terminal to draw on.
///
/// Implemented by `TerminalSession` in another module, so that this library does not depend on ncurses, and by
/// `InMemoryBackend` for tests.
public protocol TerminalBackend: AnyObject {
  /// The current size of the screen.
  var size: ScreenSize { get }

  /// Whether line-drawing and block characters can be shown (the locale's encoding is UTF-8).
  var showsUnicode: Bool { get }

  /// Whether the terminal has at least sixteen colours and the user wants them.
  var showsColor: Bool { get }

  /// Draws the difference between `surface` and the previous one, and puts the cursor at `cursor`; nil hides it.
  func present(_ surface: Surface, cursor: ScreenPoint?)

  /// Waits for the next event, without polling.
  func nextEvent() -> TerminalEvent

  /// Restores the terminal, stops the program, and takes the terminal over again when the program continues.
  func suspend()

  /// Rings the bell, or flashes, depending on the terminal's settings.
  func ring()

  /// Whether the mouse is reported. Off by default, since it disables the terminal's own selecting and copying.
  var reportsMouse: Bool { get set }

  /// Copies `text` to the clipboard if the terminal allows it (OSC 52); returns whether anything was sent.
  @discardableResult
  func copyToClipboard(_ text: String) -> Bool

  /// Switches the theme; the next `present` draws everything.
  func use(_ theme: Theme)

  /// Makes `nextEvent` return `.descriptorReady` whenever `descriptor` is readable; nil ends that.
  func watch(_ descriptor: Int32?)
}
