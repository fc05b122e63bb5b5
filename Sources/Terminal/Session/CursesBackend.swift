import CNcurses
package import TerminalScreen
import CLibrary

/// A real terminal, drawn on by ncurses.
///
/// Only one can be open at a time, as curses and signal handlers have one state per process, and it
/// belongs to the thread that made it. The terminal is given back by `close`, by `deinit`, and in a
/// crash by a signal handler.
package final class CursesBackend: TerminalBackend {
  /// The screen's extent as of the last `.resized` event.
  package internal(set) var size: ScreenSize
  /// Whether the locale's encoding is UTF-8; beyond ASCII everything is shown as `?` if it is not.
  package let showsUnicode: Bool

  let input: TerminalDescriptor
  let output: TerminalDescriptor
  let signals: TerminalSignals
  /// Milliseconds after which a lone Escape counts as the key.
  let escapeDelay: Int32
  /// Made when the first event is waited for, behind the first picture.
  lazy var decoder = InputDecoder(sequences: KeySequences.ofCurrentTerminal)
  var inputHasEnded = false
  private(set) var isOpen = true
  /// The descriptor to report as readable.
  var watched: Int32?

  /// The line settings to leave behind.
  var settings: termios
  let drawing: CursesOutput
  var shortener = OutputShortener()
  private let screen: OpaquePointer
  let hasPrivateModes: Bool
  let wantsColor: Bool
  let canGoToColumn: Bool
  var areModesOn = false
  var writer: SurfaceWriter
  /// What the last `present` was given.
  var shown: Surface
  private(set) var cursor: ScreenPoint?
  private var isCursorShown = true

  /// Takes the terminal on `input` and `output`; the screen is entered by the first `present`.
  ///
  /// Reads `TERM`, `NO_COLOR`, `ESCDELAY` (milliseconds, 25 when unset) and the locale from the
  /// environment.
  /// - Throws: `TerminalError` with the terminal as it was.
  package init(theme: Theme, input: Int32 = 0, output: Int32 = 1) throws(TerminalError) {
    self.input = TerminalDescriptor(number: input)
    self.output = TerminalDescriptor(number: output)
    guard self.input.isTerminal else { throw .inputIsNotATerminal }
    guard self.output.isTerminal else { throw .outputIsNotATerminal }
    guard let type = environmentValue("TERM") else { throw .typeIsUnset }
    // What characters are; reading a dozen categories more would take longer than painting.
    setlocale(LC_CTYPE, "")
    showsUnicode = String(cString: nl_langinfo(nl_item(CODESET))) == "UTF-8"
    try Capabilities.check(type: type, output: self.output)
    guard let settings = self.input.settings else { throw .setUpFailed(errno: errno) }
    self.settings = settings
    escapeDelay = environmentValue("ESCDELAY").flatMap { Int32($0) }.map { max(0, $0) } ?? 25

    drawing = try CursesOutput()
    do throws(TerminalError) {
      signals = try TerminalSignals()
    } catch {
      drawing.discard()
      throw error
    }
    guard let screen = newterm(type, drawing.stream, drawing.stream) else {
      let number = errno
      signals.restore()
      drawing.discard()
      throw .setUpFailed(errno: number)
    }
    self.screen = screen
    CrashRestoration.arm(
      descriptor: output, bytes: Capabilities.leaveScreen, settings: settings)
    HeldErrors.hold(whileShownOn: self.output)
    hasPrivateModes = Capabilities.hasPrivateModes
    wantsColor = environmentValue("NO_COLOR") == nil
    canGoToColumn = Capabilities.bytes("hpa") == Array("\u{1B}[%i%p1%dG".utf8)
    let pairs = ColorPairs(theme: theme, wantsColor: wantsColor)
    writer = SurfaceWriter(showsUnicode: showsUnicode, pairs: pairs)
    size = ScreenSize(rows: 1, columns: 1)
    shown = Surface(size: size)
    configure()
    adoptWindowSize()
  }

  deinit {
    close()
  }

  /// Gives the terminal back as it was found; later calls do nothing.
  package func close() {
    guard isOpen else { return }
    isOpen = false
    inputHasEnded = true
    // Another process may have the terminal now; touching it would only stop this one.
    if !output.isTakenByOthers {
      leaveScreen()
      input.apply(settings)
    }
    CrashRestoration.disarm()
    HeldErrors.release()
    signals.restore()
    delscreen(screen)
    drawing.discard()
  }

  /// Sends what differs from the surface shown before.
  package func present(_ surface: Surface, cursor: ScreenPoint?) {
    guard isOpen, let window = curses_standard_window() else { return }
    if shown.size != surface.size {
      erase(window)
      shown = Surface(size: surface.size)
    }
    // One stretch of each row suffices: curses compares it with the screen once more, sends only what
    // differs, and cuts what is beyond its window.
    for row in 0..<min(size.rows, surface.size.rows) {
      guard let stretch = surface.columns(ofRow: row, differingFrom: shown) else { continue }
      surface.withRow(row) { cells in
        writer.write(cells, stretch, line: Int32(row), into: window)
      }
    }
    shown = surface
    self.cursor = cursor
    place(cursor, in: window)
    wrefresh(window)
    sendDrawing()
    beginModes()
  }

  /// Whether the mouse is reported; where the terminal has no private modes, nothing ever is.
  package var reportsMouse = false {
    didSet {
      guard reportsMouse != oldValue else { return }
      decoder.acceptsMouse = reportsMouse
      if areModesOn { output.write(reportsMouse ? MouseReport.on : MouseReport.off) }
    }
  }

  /// Whether the text of the last `.paste` lacks its end, having been longer than 1 MiB.
  package var pasteWasCut: Bool { decoder.pasteWasCut }

  /// Rings, or flashes where the terminal cannot.
  package func ring() {
    guard isOpen else { return }
    beep()
    sendDrawing()
  }
}

extension CursesBackend {
  /// Asks the terminal for its extent and forgets what it shows, so that all is painted anew.
  func adoptWindowSize() {
    guard let window = curses_standard_window() else { return }
    let known = ScreenSize(rows: Int(getmaxy(window)), columns: Int(getmaxx(window)))
    size = output.windowSize ?? known
    if size != known { resize_term(Int32(size.rows), Int32(size.columns)) }
    erase(window)
    // A terminal that grows or shrinks moves its text in ways of its own.
    clearok(window, true)
    shown = Surface(size: size)
  }

  private func configure() {
    // curses cannot set the line itself, but must know that line feed only moves down.
    nonl()
    input.apply(settings.raw)
    let window = curses_standard_window()
    keypad(window, true)
    // Else a key in the queue would leave a picture half painted.
    typeahead(-1)
    idlok(window, true)
  }

  /// Puts the terminal's cursor there, or hides it; sends a change of its looks only once.
  private func place(_ point: ScreenPoint?, in window: UnsafeMutablePointer<WINDOW>) {
    let isShown = point != nil
    if isShown != isCursorShown {
      curs_set(isShown ? 1 : 0)
      isCursorShown = isShown
    }
    // A hidden cursor may stay wherever drawing left it.
    leaveok(window, !isShown)
    if let point {
      wmove(
        window, Int32(min(max(0, point.row), size.rows - 1)),
        Int32(min(max(0, point.column), size.columns - 1)))
    }
  }
}
