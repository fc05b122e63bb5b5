import CLibrary
import CNcurses
public import TerminalScreen

/// A terminal, as described by the terminfo database.
///
/// Only one session can be open at a time, since signal handlers have one state per process. Use it on the thread that
/// created it. `close`, `deinit` and, in a crash, a signal handler restore the terminal.
public final class TerminalSession: TerminalBackend {
  /// The size of the screen as of the last `.resized` event.
  public private(set) var size: ScreenSize
  /// Whether the locale's encoding is UTF-8; otherwise non-ASCII characters are shown as `?`.
  public let showsUnicode: Bool

  /// Whether the terminal has at least sixteen colours and `NO_COLOR` is not set.
  public let showsColor: Bool

  private let input: TerminalDescriptor
  private let output: TerminalDescriptor
  private let source: EventSource
  private var isOpen = true

  /// The line settings to restore.
  private var settings: termios
  private let terminfo: Terminfo
  private let modes: ScreenModes
  private var writer: TerminalWriter
  private var isScreenEntered = false
  /// The last arguments of `present`.
  private var picture: (surface: Surface, cursor: ScreenPoint?)?
  /// What the terminal shows; nil if unknown.
  private var shown: Surface?

  private var theme: Theme
  private var hasLightBackground = false
  /// Whether a reply still selects the theme.
  private var followsBackground = true

  /// Takes over the terminal on `input` and `output`; the first `present` enters the screen.
  ///
  /// Reads `TERM`, `COLORTERM`, `NO_COLOR`, `ESCDELAY` (milliseconds, default 25) and the locale from the environment.
  /// With the theme `default`, queries the terminal's background (OSC 11) without waiting; a reply applies until a key.
  /// - Throws: `TerminalError`; the terminal is then unchanged.
  public init(theme: Theme = .standard, input: Int32 = 0, output: Int32 = 1) throws(TerminalError) {
    (self.input, self.output, settings) = try TerminalDescriptor.pair(input, output)
    guard let type = Environment["TERM"] else { throw .typeIsUnset }
    showsUnicode = LocaleCharacters.areUnicode
    terminfo = try Terminfo(type: type, output: output)
    modes = ScreenModes(terminfo)
    size =
      self.output.windowSize
      ?? TerminalDescriptor.drawable(
        rows: terminfo.number("lines") ?? 24, columns: terminfo.number("cols") ?? 80)
    let wantsColor = Environment["NO_COLOR"] == nil
    showsColor = wantsColor && (terminfo.number("colors") ?? 0) >= 16
    self.theme = theme
    let exact = Environment["COLORTERM"]
    writer = TerminalWriter(
      terminfo, theme: theme, wantsColor: wantsColor,
      exactColors: exact == "truecolor" || exact == "24bit", showsUnicode: showsUnicode, size: size,
      width: { Int(wcwidth(wchar_t(bitPattern: $0))) })
    source = EventSource(self.input, terminfo, signals: try TerminalSignals(output: output))
    CrashRestoration.arm(descriptor: output, bytes: modes.leave, settings: settings)
    HeldErrors.hold(whileShownOn: self.output)
    self.input.apply(settings.raw)
  }

  deinit { close() }

  /// Restores the terminal; later calls do nothing.
  public func close() {
    guard isOpen else { return }
    isOpen = false
    // If another process has the terminal, using it would stop this one.
    if !output.isTakenByOthers {
      leaveScreen()
      input.apply(settings)
    }
    CrashRestoration.disarm()
    HeldErrors.release()
    source.signals.restore()
  }

  /// Draws the difference from the previous surface.
  public func present(_ surface: Surface, cursor: ScreenPoint?) {
    guard isOpen else { return }
    var bytes: [UInt8] = []
    if !isScreenEntered {
      isScreenEntered = true
      bytes = modes.enter + (reportsMouse && modes.hasPrivateModes ? MouseReport.on : [])
      if theme == .standard, showsColor, modes.hasPrivateModes, followsBackground {
        bytes += Array("\u{1B}]11;?\u{1B}\\".utf8)
      }
    }
    bytes += writer.frame(from: shown, to: surface, cursor: cursor)
    (shown, picture) = (surface, (surface, cursor))
    output.write(bytes)
  }

  /// Whether the mouse is reported; terminals without private modes never do.
  public var reportsMouse = false {
    didSet {
      guard reportsMouse != oldValue else { return }
      source.decoder.acceptsMouse = reportsMouse
      if isScreenEntered, modes.hasPrivateModes {
        output.write(reportsMouse ? MouseReport.on : MouseReport.off)
      }
    }
  }

  /// Rings the bell, or flashes the screen.
  public func ring() {
    guard isOpen, let bell = terminfo.bytes("bel") ?? terminfo.bytes("flash") else { return }
    output.write(bell)
  }

  /// Copies up to 75,000 bytes to the clipboard; returns false for more, and if the terminal is unlikely to support it.
  public func copyToClipboard(_ text: String) -> Bool {
    guard isOpen, modes.hasPrivateModes, let bytes = Clipboard.sequence(for: text) else {
      return false
    }
    output.write(bytes)
    return true
  }

  /// Switches the theme; the next `present` draws everything.
  public func use(_ theme: Theme) {
    self.theme = theme
    writer.use(theme == .standard && hasLightBackground ? .light : theme)
    shown = nil
  }

  /// Sleeps until a key, a signal or the end of input.
  public func nextEvent() -> TerminalEvent {
    guard isOpen else { return .endOfInput }
    while true {
      switch source.next() {
      case .event(.continued):
        // The shell may have changed the settings.
        input.apply(settings.raw)
        // Leave first, so that the shell's output stays out of the screen that is restored at the end.
        leaveScreen()
        repaint()
        return .continued
      case .event(.resized):
        adoptWindowSize()
        return .resized
      case .event(let event):
        // A reply after the first key would change the colours while the user works.
        if event != .descriptorReady { followsBackground = false }
        // Whatever the key means to the program: another program may have written on the screen.
        if event == .key(.control("l")) { shown = nil }
        return event
      case .background(let isLight):
        guard followsBackground else { continue }
        followsBackground = false
        hasLightBackground = isLight
        guard isLight, theme == .standard else { continue }
        use(theme)
        if isScreenEntered, let picture { present(picture.surface, cursor: picture.cursor) }
      case .stopAsked:
        suspend()
        return .continued
      }
    }
  }

  /// Makes `nextEvent` return when `descriptor` is readable; read the available data on every event.
  ///
  /// A descriptor at its end or hung up is reported once and then no longer watched.
  public func watch(_ descriptor: Int32?) { source.watched = descriptor }

  /// Stops the process group. No `.continued` event follows.
  public func suspend() {
    guard isOpen else { return }
    leaveScreen()
    input.apply(settings)
    HeldErrors.release()
    source.stop(&settings)
    input.apply(settings.raw)
    HeldErrors.hold(whileShownOn: output)
    repaint()
  }

  private func repaint() {
    let before = size
    adoptWindowSize()
    isContinuePending = false
    // The picture has the wrong size; the program redraws it after this event.
    if size != before {
      isResizePending = true
    } else if let picture {
      present(picture.surface, cursor: picture.cursor)
    }
  }

  /// Updates the size and draws everything at the next `present`: terminals reflow their text in different ways.
  private func adoptWindowSize() {
    if let new = output.windowSize { size = new }
    writer.size = size
    shown = nil
  }

  /// Leaves the screen. Without an alternate screen, the shell's prompt appears below the picture.
  private func leaveScreen() {
    guard isScreenEntered else { return }
    isScreenEntered = false
    shown = nil
    output.write(writer.moveToEnd() + modes.leave)
  }
}
