import Diagnostics
import ScheduleFiles
import ScheduleRules
import Synchronization
import CLibrary

/// The two places that a command writes to: standard output for results, standard error for people.
enum Console {
  /// Where output goes.
  enum Stream: Int32 {
    case output = 1
    case error = 2
  }

  /// Writes lines to standard output; control characters in them are shown as escapes.
  static func print(_ lines: String) { write(lines.printableLines + "\n", to: .output) }

  /// Writes a message to standard error, for a user.
  static func say(_ sentence: String) { write(message(sentence), to: .error) }

  /// A sentence as standard error gets it: on one line, its control characters shown as escapes.
  static func message(_ sentence: String) -> String { "setpoint: \(sentence.printable)\n" }

  /// Writes text that holds nothing which acts on a terminal, or only what is meant to.
  static func write(_ text: String, to stream: Stream) { write(Array(text.utf8), to: stream) }

  /// Writes what could as well stand in a file: a pipe or file gets it byte for byte, a terminal
  /// with control characters shown as escapes.
  static func writeFile(_ bytes: [UInt8]) {
    guard isTerminal(.output) else { return write(bytes, to: .output) }
    write(String(decoding: bytes, as: UTF8.self).printableLines, to: .output)
  }

  /// Writes bytes as they are.
  ///
  /// A reader of standard output that went away ends the program by SIGPIPE, as with other tools;
  /// standard output that takes nothing (a full disk, a closed descriptor) ends it with status 74. A
  /// message that nobody can read changes nothing: what was done is done, and the status says so.
  static func write(_ bytes: [UInt8], to stream: Stream) {
    do {
      if stream == .error {
        try withoutBrokenPipeSignal {
          try AtomicFile.writeAll(bytes, to: stream.rawValue, path: "-")
        }
      } else {
        try AtomicFile.writeAll(bytes, to: stream.rawValue, path: "-")
      }
    } catch {
      guard stream == .output else { return }
      say("standard output: \(error)")
      exit(ExitStatus.inputOutput.rawValue)
    }
  }

  /// Whether a user looks at the stream.
  static func isTerminal(_ stream: Stream) -> Bool { isatty(stream.rawValue) == 1 }

  /// The width of the terminal that a stream is; nil where it is not one.
  static func columns(of stream: Stream) -> Int? {
    var size = winsize()
    guard isTerminal(stream), ioctl(stream.rawValue, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0
    else { return nil }
    return Int(size.ws_col)
  }

  /// Whether the stream may be coloured: `--color` wins over `NO_COLOR` (no-color.org), that over
  /// `CLICOLOR_FORCE`, that over `CLICOLOR` (bixense.com/clicolors), and that over what the stream is.
  static func showsColor(_ stream: Stream) -> Bool {
    switch color.withLock(\.self) {
    case .always: return true
    case .never: return false
    case .auto: break
    }
    if Environment["NO_COLOR"] != nil { return false }
    if let force = Environment["CLICOLOR_FORCE"], force != "0" { return true }
    // Emacs's compilation buffer is a terminal that shows escape sequences as text.
    let isCompilation = Environment["INSIDE_EMACS"]?.hasSuffix(",compile") ?? false
    return isTerminal(stream) && !isCompilation && Environment["TERM"] != "dumb"
      && Environment["CLICOLOR"] != "0"
  }

  /// Says when colours are used; before anything is printed.
  static func setColor(_ choice: ColorChoice) { color.withLock { $0 = choice } }

  private static let color = Mutex(ColorChoice.auto)

  /// Occupies the standard descriptors that are closed, for writing where reads are meant and the
  /// other way round: using one fails as before, but no file that is opened later takes its place
  /// and gets the messages.
  static func occupyClosedDescriptors() {
    for descriptor: Int32 in 0...2 where fcntl(descriptor, F_GETFD) < 0 {
      _ = open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY)
    }
  }
}

extension Console {
  /// Makes the writer of findings for people: on a terminal each finding has its source line and a
  /// caret.
  static func textReport(for stream: Stream, each: Bool = false) -> TextReport {
    TextReport(
      excerptWidth: isTerminal(stream) ? 78 : nil, columns: columns(of: stream),
      isColored: showsColor(stream), each: each)
  }

  /// Writes findings for people to standard error.
  static func report(_ diagnostics: [Diagnostic], in bytes: [UInt8]?) {
    write(textReport(for: .error).text(for: diagnostics, in: bytes), to: .error)
  }
}

extension String {
  /// The text with every control character but line ends and tabs written as an escape.
  var printableLines: String {
    guard unicodeScalars.contains(where: \.isControl) else { return self }
    return split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.split(separator: "\t", omittingEmptySubsequences: false).map { String($0).printable }
        .joined(separator: "\t")
    }.joined(separator: "\n")
  }
}
