package import Diagnostics
import ScheduleFiles
import Synchronization
import CLibrary
import TerminalScreen

package enum ColorChoice: String, CaseIterable, Sendable {
  case auto, always, never
}

/// The outputs of a command: standard output for results, standard error for messages.
package enum Console {
  package enum Stream: Int32 {
    case output = 1
    case error = 2
  }

  /// Prints lines to standard output; escapes control characters.
  package static func print(_ lines: String) { write(lines.printableLines + "\n", to: .output) }

  package static func say(_ sentence: String) { write(message(sentence), to: .error) }

  /// Writes lines to standard output; on a terminal, wraps them between words.
  package static func writeWrapped(_ text: String, indent: String = "  ") {
    write(wrapped(text, indent: indent, for: .output).inLocale, to: .output)
  }

  /// The lines, wrapped between words if the stream is a terminal.
  package static func wrapped(_ text: String, indent: String = "  ", for stream: Stream) -> String {
    guard let room = size(of: stream)?.columns else { return text }
    return text.split(separator: "\n", omittingEmptySubsequences: false)
      .flatMap { $0.wrapped(columns: room, indent: indent) }.joined(separator: "\n")
  }

  /// A message for standard error: on one line, or wrapped on a terminal, with control characters escaped.
  package static func message(_ sentence: String) -> String {
    wrapped("setpoint: \(sentence.inLocale.printable)\n", for: .error)
  }

  /// Sets the message of a signal that ends the program; nil for none. On a terminal it starts on a new line.
  package static func explainInterruption(_ sentence: String?) {
    Interruption.explain(sentence.map { (isTerminal(.error) ? "\n" : "") + message($0) })
  }

  /// Writes text without control characters, or with intended ones.
  package static func write(_ text: String, to stream: Stream) {
    write(Array(text.utf8), to: stream)
  }

  /// Writes the content of a file: unchanged to a pipe or file, with control characters escaped to a terminal.
  package static func writeFile(_ bytes: [UInt8]) {
    guard isTerminal(.output) else { return write(bytes, to: .output) }
    write(String(decoding: bytes, as: UTF8.self).printableLines, to: .output)
  }

  /// Writes bytes unchanged.
  ///
  /// If the reader of standard output is gone, SIGPIPE ends the program, as with other tools, after the files that are
  /// being changed; if standard output cannot be written (a full disk, a closed descriptor), the status is 74. Errors of
  /// standard error are ignored.
  package static func write(_ bytes: [UInt8], to stream: Stream) {
    if stream == .output, Interruption.isWithoutReader { return }
    let write = { try AtomicFile.writeAll(bytes, to: stream.rawValue, path: "-") }
    do {
      try stream == .error ? withoutBrokenPipeSignal(write) : write()
    } catch {
      guard stream == .output, !Interruption.isWithoutReader else { return }
      say("standard output: \(error)")
      exit(ExitStatus.inputOutput.rawValue)
    }
  }

  package static func isTerminal(_ stream: Stream) -> Bool { isatty(stream.rawValue) == 1 }

  /// The size of the terminal; nil if the stream is not one, or if it is unknown.
  package static func size(of stream: Stream) -> (rows: Int, columns: Int)? {
    var size = winsize()
    guard isTerminal(stream), ioctl(stream.rawValue, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0
    else { return nil }
    return (Int(size.ws_row), Int(size.ws_col))
  }

  /// Whether to use colours: `--color` overrides `NO_COLOR` (no-color.org), then `CLICOLOR_FORCE`, then `CLICOLOR`
  /// (bixense.com/clicolors), then the type of the stream.
  package static func showsColor(_ stream: Stream) -> Bool {
    switch color.withLock(\.self) {
    case .always: return true
    case .never: return false
    case .auto: break
    }
    if Environment["NO_COLOR"] != nil { return false }
    if let force = Environment["CLICOLOR_FORCE"], force != "0" { return true }
    // Emacs's compilation buffer is a terminal, but shows escape sequences as text.
    let isCompilation = Environment["INSIDE_EMACS"]?.hasSuffix(",compile") ?? false
    return isTerminal(stream) && !isCompilation && Environment["TERM"] != "dumb"
      && Environment["CLICOLOR"] != "0"
  }

  /// Sets when to use colours. Call it before printing.
  package static func setColor(_ choice: ColorChoice) { color.withLock { $0 = choice } }

  private static let color = Mutex(ColorChoice.auto)

  /// Opens closed standard descriptors in the wrong direction: using one fails as before, but no file that is opened
  /// later receives the messages.
  package static func occupyClosedDescriptors() {
    for descriptor: Int32 in 0...2 where fcntl(descriptor, F_GETFD) < 0 {
      _ = open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY)
    }
  }

  /// Checks that at most one file is standard input, which can be read only once.
  package static func refuseInputTwice(in files: [String?]) throws(Failure) {
    guard files.count(where: { $0 == "-" }) < 2 else {
      throw Failure(.usage, "standard input can be read only once")
    }
  }

  /// Whether the user can read and answer questions.
  package static var canAsk: Bool { isatty(0) == 1 && isTerminal(.error) }

  /// Asks for confirmation; everything but a yes is a no.
  package static func isAnsweredYes(_ question: String) -> Bool {
    write("\(question.printable) [y/N] ", to: .error)
    let answer = readLine(strippingNewline: true)
    if answer == nil { write("\n", to: .error) }
    return ["y", "yes"].contains(answer?.lowercased() ?? "")
  }

  /// Creates a report for people; on a terminal each finding has its source line and a caret.
  package static func textReport(for stream: Stream, each: Bool = false) -> TextReport {
    let columns = size(of: stream)?.columns
    return TextReport(
      excerptWidth: isTerminal(stream) ? max(1, (columns ?? 80) - 2) : nil, columns: columns,
      isColored: showsColor(stream), each: each)
  }

  package static func report(_ diagnostics: [Diagnostic], in bytes: [UInt8]?) {
    write(textReport(for: .error).text(for: diagnostics, in: bytes), to: .error)
  }
}

extension String {
  /// A text of the program in the locale's characters: without degree signs and ellipses if that is not UTF-8.
  package var inLocale: String {
    LocaleCharacters.areUnicode ? self : replacing("°", with: "").replacing("…", with: "...")
  }

  /// The text with control characters except line ends and tabs escaped.
  package var printableLines: String {
    guard unicodeScalars.contains(where: \.isControl) else { return self }
    // "\r\n" is one character.
    let lines = split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
    return lines.map { line in
      line.split(separator: "\t", omittingEmptySubsequences: false).map { String($0).printable }
        .joined(separator: "\t")
    }.joined(separator: "\n")
  }
}
