import Diagnostics
import ScheduleFiles
import CLibrary

/// The two places that a command writes to: standard output for results, standard error for people.
enum Console {
  /// Where output goes.
  enum Stream: Int32 {
    case output = 1
    case error = 2
  }

  /// Writes a line to standard output.
  static func print(_ line: String) { write(line + "\n", to: .output) }

  /// Writes a line to standard error, for a person.
  static func say(_ line: String) { write("setpoint: \(line)\n", to: .error) }

  /// Writes text as it is.
  static func write(_ text: String, to stream: Stream) { write(Array(text.utf8), to: stream) }

  /// Writes bytes as they are. A reader that went away ends the program by SIGPIPE, as with other
  /// tools; an output that cannot take them (a full disk) ends it with status 74.
  static func write(_ bytes: [UInt8], to stream: Stream) {
    do {
      try AtomicFile.writeAll(bytes, to: stream.rawValue, path: "-")
    } catch {
      if stream == .output { say("standard output: \(error)") }
      exit(ExitStatus.inputOutput.rawValue)
    }
  }

  /// Whether a person looks at the stream.
  static func isTerminal(_ stream: Stream) -> Bool { isatty(stream.rawValue) == 1 }

  /// Whether the stream may be coloured: `NO_COLOR` (no-color.org) wins over `CLICOLOR_FORCE`
  /// (bixense.com/clicolors), which wins over what the stream is.
  static func showsColor(_ stream: Stream) -> Bool {
    if Environment["NO_COLOR"] != nil { return false }
    if let force = Environment["CLICOLOR_FORCE"], force != "0" { return true }
    return isTerminal(stream) && Environment["TERM"] != "dumb"
  }
}

/// The environment variables that the program heeds; an empty one counts as not set.
enum Environment {
  static subscript(name: String) -> String? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return String(cString: value)
  }

  /// Where the document lives that `edit` opens without a name (XDG Base Directory Specification).
  static var defaultDocument: String {
    "\(folder("XDG_DATA_HOME", ".local/share"))/schedule.json"
  }

  /// Where the settings, layouts and themes of the person are.
  static var settingsFolder: String { folder("XDG_CONFIG_HOME", ".config") }

  /// The program's folder in one that a variable names, which counts when it is absolute.
  private static func folder(_ variable: String, _ usual: String) -> String {
    let home = Environment["HOME"] ?? "."
    let chosen = Environment[variable].flatMap { $0.hasPrefix("/") ? $0 : nil }
    return "\(chosen ?? "\(home)/\(usual)")/setpoint"
  }
}
