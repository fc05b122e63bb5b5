import CLibrary
import Diagnostics

/// Why a terminal cannot be used for full-screen work.
public enum TerminalError: Error, Hashable, Sendable, CustomStringConvertible {
  case inputIsNotATerminal
  case outputIsNotATerminal
  /// This program has another session, which must be closed first.
  case isInUse
  /// The environment variable TERM is unset or empty.
  case typeIsUnset
  /// The terminal database has no entry of this name.
  case typeIsUnknown(String)
  /// The entry cannot move the cursor or clear the screen, such as for a printing terminal.
  case typeIsTooSimple(String)
  /// A system call failed during set-up; the value is errno.
  case setUpFailed(errno: Int32)

  /// The reason and a remedy, without a full stop.
  public var description: String {
    switch self {
    case .inputIsNotATerminal: "standard input is not a terminal"
    case .outputIsNotATerminal: "standard output is not a terminal"
    case .isInUse: "this program already uses a terminal"
    case .typeIsUnset: "the environment variable TERM is not set; try TERM=xterm-256color"
    case .typeIsUnknown(let name):
      "the terminal type \(name.quoted(limit: 64)) (TERM) is unknown here; try TERM=xterm-256color"
    case .typeIsTooSimple(let name):
      "a terminal of type \(name.quoted(limit: 64)) (TERM) cannot move its cursor"
    case .setUpFailed(let number):
      "the terminal could not be set up: \(String(cString: strerror(number)))"
    }
  }
}
