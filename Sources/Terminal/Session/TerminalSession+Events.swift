public import TerminalScreen

extension TerminalSession {
  /// Sleeps until a key, a signal or the end of input comes.
  public func nextEvent() -> TerminalEvent {
    guard isOpen else { return .endOfInput }
    switch source.next() {
    case .event(let event): return event
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

  /// Wakes `nextEvent` whenever `descriptor` can be read; read what is there on every event.
  ///
  /// A descriptor that hangs up, or is at its end, is reported once and then no longer watched.
  public func watch(_ descriptor: Int32?) { source.watched = descriptor }
}
