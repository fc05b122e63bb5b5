import CNcurses
public import TerminalScreen
import CLibrary

/// A real terminal, by its description in the terminfo database.
///
/// Only one can be open at a time, as signal handlers and the database have one state per process,
/// and it belongs to the thread that made it. The terminal is given back by `close`, by `deinit`,
/// and in a crash by a signal handler.
public final class TerminalSession: TerminalBackend {
  /// The screen's extent as of the last `.resized` event.
  public internal(set) var size: ScreenSize
  /// Whether the locale's encoding is UTF-8; beyond ASCII everything is shown as `?` if it is not.
  public let showsUnicode: Bool

  /// Whether sixteen colours or more can be shown, and `NO_COLOR` is not set.
  public let showsColor: Bool

  let input: TerminalDescriptor
  let output: TerminalDescriptor
  let source: EventSource
  private(set) var isOpen = true

  /// The line settings to leave behind.
  var settings: termios
  let terminfo: Terminfo
  let modes: ScreenModes
  var writer: TerminalWriter
  /// Whether the screen is ours now.
  var isScreenEntered = false
  /// What the last `present` was given.
  var picture: (surface: Surface, cursor: ScreenPoint?)?
  /// What the terminal shows; nil when that is not known.
  var shown: Surface?

  private var theme: Theme
  /// Whether the terminal said that its background is light.
  private var hasLightBackground = false
  private var hasAskedForBackground = false
  /// Whether an answer still decides on the theme.
  var followsBackground = true

  /// Takes the terminal on `input` and `output`; the screen is entered by the first `present`.
  ///
  /// Reads `TERM`, `COLORTERM`, `NO_COLOR`, `ESCDELAY` (milliseconds, 25 when unset) and the locale from the
  /// environment. With the theme `default` the terminal is asked for its background (OSC 11); the answer is not
  /// waited for, and counts until the first key.
  /// - Throws: `TerminalError` with the terminal as it was.
  public init(theme: Theme = .standard, input: Int32 = 0, output: Int32 = 1) throws(TerminalError) {
    self.input = TerminalDescriptor(number: input)
    self.output = TerminalDescriptor(number: output)
    guard self.input.isTerminal else { throw .inputIsNotATerminal }
    guard self.output.isTerminal else { throw .outputIsNotATerminal }
    guard let type = environmentValue("TERM") else { throw .typeIsUnset }
    showsUnicode = LocaleCharacters.areUnicode()
    terminfo = try Terminfo(type: type, output: output)
    modes = ScreenModes(terminfo)
    guard let settings = self.input.settings else { throw .setUpFailed(errno: errno) }
    self.settings = settings
    size =
      self.output.windowSize
      ?? TerminalDescriptor.drawable(
        rows: terminfo.number("lines") ?? 24, columns: terminfo.number("cols") ?? 80)
    let wantsColor = environmentValue("NO_COLOR") == nil
    showsColor = wantsColor && (terminfo.number("colors") ?? 0) >= 16
    self.theme = theme
    let exact = environmentValue("COLORTERM")
    writer = TerminalWriter(
      terminfo, theme: theme, wantsColor: wantsColor,
      exactColors: exact == "truecolor" || exact == "24bit", showsUnicode: showsUnicode, size: size,
      width: { Int(wcwidth(wchar_t(bitPattern: $0))) })
    source = EventSource(self.input, terminfo, signals: try TerminalSignals(output: output))
    CrashRestoration.arm(descriptor: output, bytes: modes.leave, settings: settings)
    HeldErrors.hold(whileShownOn: self.output)
    self.input.apply(settings.raw)
  }

  deinit {
    close()
  }

  /// Gives the terminal back as it was found; later calls do nothing.
  public func close() {
    guard isOpen else { return }
    isOpen = false
    // Another process may have the terminal now; touching it would only stop this one.
    if !output.isTakenByOthers {
      leaveScreen()
      input.apply(settings)
    }
    CrashRestoration.disarm()
    HeldErrors.release()
    source.signals.restore()
  }

  /// Sends what differs from the surface shown before.
  public func present(_ surface: Surface, cursor: ScreenPoint?) {
    guard isOpen else { return }
    var bytes: [UInt8] = []
    if !isScreenEntered {
      isScreenEntered = true
      bytes = modes.enter + (reportsMouse && modes.hasPrivateModes ? MouseReport.on : [])
      if theme == .standard, showsColor, modes.hasPrivateModes, !hasAskedForBackground {
        hasAskedForBackground = true
        bytes += Array("\u{1B}]11;?\u{1B}\\".utf8)
      }
    }
    bytes += writer.frame(from: shown, to: surface, cursor: cursor)
    (shown, picture) = (surface, (surface, cursor))
    output.write(bytes)
  }

  /// Whether the mouse is reported; where the terminal has no private modes, nothing ever is.
  public var reportsMouse = false {
    didSet {
      guard reportsMouse != oldValue else { return }
      source.decoder.acceptsMouse = reportsMouse
      if isScreenEntered, modes.hasPrivateModes {
        output.write(reportsMouse ? MouseReport.on : MouseReport.off)
      }
    }
  }

  /// Rings, or flashes where the terminal cannot.
  public func ring() {
    guard isOpen, let bell = terminfo.bytes("bel") ?? terminfo.bytes("flash") else { return }
    output.write(bell)
  }

  /// Sends the text to the clipboard; false for text above the limit of `Clipboard`, and where the
  /// terminal is not likely to understand.
  public func copyToClipboard(_ text: String) -> Bool {
    guard isOpen, modes.hasPrivateModes,
      let bytes = Clipboard.ofThisTerminal.sequence(for: text)
    else { return false }
    output.write(bytes)
    return true
  }

  /// Takes the theme's looks; the next `present` paints everything.
  public func use(_ theme: Theme) {
    self.theme = theme
    writer.use(theme == .standard && hasLightBackground ? .light : theme)
    shown = nil
  }

  /// Follows the terminal's background, where the theme leaves that open.
  func adopt(lightBackground isLight: Bool) {
    followsBackground = false
    hasLightBackground = isLight
    guard isLight, theme == .standard else { return }
    use(theme)
    if isScreenEntered, let picture { present(picture.surface, cursor: picture.cursor) }
  }
}

extension TerminalSession {
  /// Asks the terminal for its extent and forgets what it shows, so that all is painted anew: a
  /// terminal that grows or shrinks moves its text in ways of its own.
  func adoptWindowSize() {
    if let new = output.windowSize { size = new }
    writer.size = size
    shown = nil
  }

  /// Gives the screen back; the shell's prompt comes below the picture where there is one screen only.
  func leaveScreen() {
    guard isScreenEntered else { return }
    isScreenEntered = false
    shown = nil
    output.write(writer.moveToEnd() + modes.leave)
  }
}
