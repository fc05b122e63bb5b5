/// A key as a user names it, whatever bytes the terminal sent for it.
public enum Key: Hashable, Sendable {
  /// A printing character, space included.
  case character(Unicode.Scalar)
  /// Control and a lower-case letter or one of `@[\]^_`, as in `^S`.
  case control(Unicode.Scalar)
  /// Alt (or Escape and, within the escape delay) a printing character.
  case alt(Unicode.Scalar)
  /// A key without a character of its own.
  case named(NamedKey)
  /// Shift and a key without a character of its own, where the terminal tells it apart;
  /// Shift and Tab is `.named(.backTab)`.
  case shift(NamedKey)
}

/// The keys that have no character of their own.
public enum NamedKey: Hashable, Sendable {
  /// Return or Enter.
  case enter
  /// Escape, alone.
  case escape
  /// Tab, which terminals cannot tell from Control-I.
  case tab
  /// Shift and Tab.
  case backTab
  /// Erase to the left.
  case backspace
  /// Erase to the right.
  case delete
  /// Insert.
  case insert
  /// An arrow.
  case up
  /// An arrow.
  case down
  /// An arrow.
  case left
  /// An arrow.
  case right
  /// Home.
  case home
  /// End.
  case end
  /// Page up.
  case pageUp
  /// Page down.
  case pageDown
  /// F1 to F12.
  case function(Int)
}

/// What a mouse did, where the terminal reports it.
public struct MouseEvent: Hashable, Sendable {
  /// The button, or the wheel.
  public enum Action: Hashable, Sendable {
    /// The first button went down.
    case press
    /// The mouse moved with the first button down.
    case drag
    /// The wheel turned away from the user.
    case wheelUp
    /// The wheel turned towards the user.
    case wheelDown
  }

  /// What was done.
  public var action: Action
  /// The cell of the screen that it was done at.
  public var place: ScreenPoint

  /// Describes what a mouse did.
  public init(_ action: Action, at place: ScreenPoint) {
    self.action = action
    self.place = place
  }
}

/// Something that happened to the terminal.
public enum TerminalEvent: Hashable, Sendable {
  /// A key was pressed.
  case key(Key)
  /// Text was pasted (bracketed paste): data, whatever characters it holds, and never keys; its end is
  /// missing when it was too long.
  case paste(String, isCut: Bool)
  /// The mouse was used, after `TerminalBackend.reportsMouse` was set.
  case mouse(MouseEvent)
  /// The descriptor that `TerminalBackend.watch` was given can be read.
  case descriptorReady
  /// The terminal has another size now; the backend's `size` tells which.
  case resized
  /// The program was stopped and goes on; the screen was painted anew already.
  case continued
  /// The system asks the program to end: SIGTERM, SIGHUP, SIGINT or SIGQUIT by number.
  case terminate(signal: Int32)
  /// No key can ever come again: end of input, or the terminal is gone.
  case endOfInput
}
