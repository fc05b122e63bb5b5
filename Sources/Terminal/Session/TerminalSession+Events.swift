public import TerminalScreen

extension TerminalSession {
  /// Sleeps until a key, a signal or the end of input comes.
  public func nextEvent() -> TerminalEvent {
    guard isOpen else { return .endOfInput }
    while true {
      switch source.next() {
      case .event(let event):
        // An answer that comes after a person began would change the picture below their hands.
        if event.isFromUser { followsBackground = false }
        return event
      case .background(let isLight): if followsBackground { adopt(lightBackground: isLight) }
      case .stopAsked:
        suspend()
        return .continued
      case .continued:
        reenter()
        return .continued
      case .resized:
        adoptWindowSize()
        return .resized
      }
    }
  }

  /// Wakes `nextEvent` whenever `descriptor` can be read; read what is there on every event.
  ///
  /// A descriptor that hangs up, or is at its end, is reported once and then no longer watched.
  public func watch(_ descriptor: Int32?) { source.watched = descriptor }
}

extension TerminalEvent {
  fileprivate var isFromUser: Bool {
    switch self {
    case .key, .mouse, .paste: true
    default: false
    }
  }
}
