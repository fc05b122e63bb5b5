public import TerminalScreen

extension TerminalSession {
  /// Sleeps until a key, a signal or the end of input.
  public func nextEvent() -> TerminalEvent {
    guard isOpen else { return .endOfInput }
    while true {
      switch source.next() {
      case .event(let event):
        // A reply after the first key would change the colours while the user works.
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

  /// Makes `nextEvent` return when `descriptor` is readable; read the available data on every event.
  ///
  /// A descriptor at its end or hung up is reported once and then no longer watched.
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
