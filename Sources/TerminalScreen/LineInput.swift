/// What came when a line was asked for.
package enum LineInput: Hashable, Sendable {
  /// A line, without its end.
  case line(String)
  /// A line whose end is missing, since it was pasted and too long.
  case cutLine(String)
  /// No line can come any more.
  case end
  /// The system asks the program to end: SIGTERM, SIGHUP and their like by number.
  case terminate(signal: Int32)
}
