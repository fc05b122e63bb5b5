/// Why a terminal cannot be used for full-screen work.
public enum TerminalError: Error, Hashable, Sendable {
  /// Standard input is not a terminal.
  case inputIsNotATerminal
  /// Standard output is not a terminal.
  case outputIsNotATerminal
  /// The environment variable TERM is unset or empty.
  case typeIsUnset
  /// The terminal database has no entry of this name.
  case typeIsUnknown(String)
  /// The entry cannot move the cursor or clear the screen, as that of a printing terminal.
  case typeIsTooSimple(String)
  /// The system refused what the set-up needs; the value is an `errno`, 0 when there is none.
  case setUpFailed(errno: Int32)
}

extension TerminalError: CustomStringConvertible {
  /// The reason and what to do about it, without a full stop, for people to read.
  public var description: String {
    switch self {
    case .inputIsNotATerminal: "standard input is not a terminal"
    case .outputIsNotATerminal: "standard output is not a terminal"
    case .typeIsUnset: "the environment variable TERM is not set; try TERM=xterm-256color"
    case .typeIsUnknown(let name):
      "the terminal type \"\(Self.visible(name))\" (TERM) is unknown here; try TERM=xterm-256color"
    case .typeIsTooSimple(let name):
      "a terminal of type \"\(Self.visible(name))\" (TERM) cannot move its cursor"
    case .setUpFailed(let number): "the terminal could not be set up (error \(number))"
    }
  }

  /// TERM is foreign text, and the message may be printed on a terminal that obeys it.
  private static func visible(_ name: String) -> String {
    String(
      String.UnicodeScalarView(
        name.unicodeScalars.prefix(64).map { (0x20..<0x7F).contains($0.value) ? $0 : "?" }))
  }
}
