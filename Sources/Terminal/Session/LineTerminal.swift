import CLibrary
import CNcurses
package import TerminalScreen

/// A terminal for line input without a screen, with editing, completion and history.
///
/// Works on every type of terminal, since it only uses backspace.
package final class LineTerminal {
  private let input: TerminalDescriptor
  private let output: TerminalDescriptor
  private let source: EventSource
  /// Whether to enable bracketed paste, which the terminal may not support.
  private let marksPastes: Bool
  /// The line settings to restore.
  private var settings: termios
  private var isOpen = true
  private var row: LineRow
  private var history: [String] = []
  /// Pasted lines that wait to be read; the last one may be incomplete.
  private var pasted: [String] = []
  private var isPasteCut = false

  /// Takes over the terminal on `input` and `output`.
  ///
  /// - Throws: `TerminalError`; the terminal is then unchanged.
  package init(input: Int32 = 0, output: Int32 = 1) throws(TerminalError) {
    (self.input, self.output, settings) = try TerminalDescriptor.pair(input, output)
    row = LineRow(showsUnicode: LocaleCharacters.areUnicode)
    let terminfo = Environment["TERM"].flatMap { try? Terminfo(type: $0, output: output) }
    marksPastes = terminfo.map { ScreenModes($0).hasPrivateModes } ?? false
    source = EventSource(self.input, terminfo, signals: try TerminalSignals(output: output))
    CrashRestoration.arm(
      descriptor: output, bytes: marksPastes ? PasteReader.off : [], settings: settings)
    enterRawMode()
  }

  deinit { close() }

  /// Restores the terminal; later calls do nothing.
  package func close() {
    guard isOpen else { return }
    isOpen = false
    // If another process has the terminal, using it would stop this one.
    if !output.isTakenByOthers { giveBack() }
    CrashRestoration.disarm()
    source.signals.restore()
  }

  /// Writes lines. Once the program is to end, it does not wait for a blocked terminal.
  package func write(_ text: some StringProtocol) { output.write(Array(text.utf8)) }

  /// Reads a line; `.leave` for `^D` in an empty line.
  ///
  /// Writes `prompt` first; the line is typed after its last line. Tab calls `completions` with the line.
  package func readLine(_ prompt: String, completions: (String) -> [String]) -> LineInput {
    let label = prompt.split(separator: "\n", omittingEmptySubsequences: false).last ?? ""
    write(prompt)
    var typed = TypedLine()
    while true {
      if !pasted.isEmpty {
        let fits = typed.paste(pasted.removeFirst())
        // A cut paste has lost the end of its last line.
        let isCut = !fits || isPasteCut && pasted.isEmpty
        if isCut || !pasted.isEmpty {
          show(typed, after: label)
          return finish(typed, isCut: isCut)
        }
      }
      show(typed, after: label)
      switch source.next() {
      case .event(.key(.named(.enter))): return finish(typed)
      case .event(.key(.control("c"))):
        typed = TypedLine()
        beginAnew(label)
      case .event(.key(.control("d"))) where typed.line.isEmpty:
        leaveRow()
        return .leave
      case .event(.key(.control("z"))), .stopAsked:
        leaveRow()
        giveBack()
        source.stop(&settings)
        isContinuePending = false
        enterRawMode()
        write(label)
      case .event(.key(let key)):
        _ = typed.handle(key, history: history, completions: completions)
      case .event(.paste(let text, let isCut)):
        pasted = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        isPasteCut = isCut
      case .event(.terminate(let signal)):
        leaveRow()
        return .terminate(signal: signal)
      case .event(.endOfInput): return .end
      case .event(.continued):
        // The shell may have changed the settings.
        enterRawMode()
        beginAnew(label)
      // Terminals reflow the text in different ways.
      case .event(.resized): beginAnew(label)
      case .event, .background: break
      }
    }
  }

  private func show(_ typed: TypedLine, after label: Substring) {
    // Avoid the last column, after which some terminals wrap.
    let columns = (output.windowSize?.columns ?? 80) - label.terminalColumns - 1
    output.write(row.show(typed.line, columns: columns))
  }

  private func finish(_ typed: TypedLine, isCut: Bool = false) -> LineInput {
    leaveRow()
    if isCut { return .cutLine }
    let line = typed.line.text
    if !line.allSatisfy({ $0 == " " }) { history.keepTyped(line) }
    return .line(line)
  }

  private func leaveRow() { output.write(row.leave() + [UInt8(ascii: "\n")]) }

  /// Leaves the row and prompts again below.
  private func beginAnew(_ label: Substring) {
    leaveRow()
    write(label)
  }

  /// Enables raw input; output is processed as before.
  private func enterRawMode() {
    var raw = settings.raw
    raw.c_oflag = settings.c_oflag
    input.apply(raw)
    if marksPastes { output.write(PasteReader.on) }
  }

  private func giveBack() {
    if marksPastes { output.write(PasteReader.off) }
    input.apply(settings)
  }
}
