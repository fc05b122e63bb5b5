/// A key, independent of the bytes that the terminal sends.
public enum Key: Hashable, Sendable {
  /// A printable character, including space.
  case character(Unicode.Scalar)
  /// Control and a lower-case letter or one of `@\]^_`, as in `^S`.
  case control(Unicode.Scalar)
  /// Alt, or Escape within the escape delay, and a printable character.
  case alt(Unicode.Scalar)
  /// A key without a character.
  case named(NamedKey)
  /// Shift and a key without a character, if the terminal distinguishes it; Shift and Tab is `.named(.backTab)`.
  case shift(NamedKey)
}

/// The keys without a character.
public enum NamedKey: Hashable, Sendable {
  case enter, escape
  /// Tab, which terminals cannot distinguish from Control-I.
  case tab
  /// Shift and Tab.
  case backTab
  /// Deletes to the left.
  case backspace
  /// Deletes to the right.
  case delete
  case insert
  case up, down, left, right
  case home, end, pageUp, pageDown
  /// F1 to F12.
  case function(Int)
}

/// A mouse event, if the terminal reports it.
public struct MouseEvent: Hashable, Sendable {
  /// What was done with the mouse.
  public enum Action: Hashable, Sendable {
    /// The first button was pressed, or the mouse was moved with it pressed.
    case press, drag
    /// The wheel was turned away from the user, or towards the user.
    case wheelUp, wheelDown
  }

  /// What was done.
  public var action: Action
  /// The cell under the mouse.
  public var place: ScreenPoint

  /// Creates an event.
  public init(_ action: Action, at place: ScreenPoint) {
    self.action = action
    self.place = place
  }
}

/// An event of the terminal.
public enum TerminalEvent: Hashable, Sendable {
  case key(Key)
  /// Text was pasted (bracketed paste). It is data, never keys; if it was too long, its end is missing.
  case paste(String, isCut: Bool)
  /// The mouse was used; requires `TerminalBackend.reportsMouse`.
  case mouse(MouseEvent)
  /// The descriptor of `TerminalBackend.watch` is readable.
  case descriptorReady
  /// The terminal was resized; see the backend's `size`.
  case resized
  /// The program was stopped and continues; the screen was redrawn.
  case continued
  /// A signal that ends a program by default: SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGUSR1, SIGALRM, real-time signals and
  /// others, except those of a crash. While a session is open, it replaces the program's own handlers of them.
  case terminate(signal: Int32)
  /// The end of input, or the terminal is gone.
  case endOfInput
}
