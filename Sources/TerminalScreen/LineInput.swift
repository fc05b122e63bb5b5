package enum LineInput: Hashable, Sendable {
  /// A line, without its end.
  case line(String)
  /// A pasted line that was too long, and is discarded.
  case cutLine
  /// The key that ends the input, `^D`: the reader may ask for more.
  case leave
  /// The input has ended.
  case end
  /// A terminating signal, such as SIGTERM or SIGHUP.
  case terminate(signal: Int32)
}
