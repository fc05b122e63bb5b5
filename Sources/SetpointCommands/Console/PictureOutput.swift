import CLibrary
import SchedulePictures
import ScheduleModel
import Terminal
import TwoWayTable

/// Pictures as standard output, or a file, can show them: asked once, for all that a command draws.
struct PictureOutput {
  /// How pictures are drawn.
  let picture: TerminalPicture
  /// How many colours there are to draw with, 0 for none.
  private let colorCount: Int
  /// Whether the locale's characters are those of Unicode.
  private let showsUnicode: Bool

  /// Looks at standard output; where the pictures go to a file, at the locale alone.
  init(
    clock: ClockStyle, firstDay: Weekday = .monday, hasStrips: Bool, isFile: Bool = false
  ) {
    colorCount = isFile ? 0 : Self.colorCount
    showsUnicode = LocaleCharacters.areUnicode()
    var picture = TerminalPicture()
    picture.clock = clock
    picture.firstDay = firstDay
    picture.hasStrips = hasStrips
    picture.showsUnicode = showsUnicode
    picture.marks = colorCount >= 16 ? .colors : showsUnicode ? .shades : .ascii
    if !isFile, let size = Self.size {
      picture.columns = size.columns
      picture.rows = size.rows
    }
    self.picture = picture
  }

  /// The text of a picture: coloured where that is wanted, and in characters that there are.
  func text(of surface: Surface) -> String {
    let text =
      colorCount > 0 ? surface.text(theme: .terminal, colors: colorCount) : surface.text()
    guard !showsUnicode else { return text }
    return String(String.UnicodeScalarView(text.unicodeScalars.map { $0.isASCII ? $0 : "?" }))
  }

  /// The marks of bands in a text that is no picture.
  static var textMarks: BandMarks { LocaleCharacters.areUnicode() ? .shades : .ascii }

  /// How wide the terminal is that standard output is; nil where it is none.
  static var columns: Int? { size?.columns }

  private static var colorCount: Int {
    guard Console.showsColor(.output) else { return 0 }
    guard let type = Environment["TERM"] else { return 256 }
    return Terminfo.colorCount(ofType: type) ?? 8
  }

  /// The extent of the terminal that standard output is; nil where it is none or does not say.
  private static var size: ScreenSize? {
    var size = winsize()
    guard Console.isTerminal(.output),
      ioctl(Console.Stream.output.rawValue, UInt(TIOCGWINSZ), &size) == 0,
      size.ws_row > 0, size.ws_col > 0
    else { return nil }
    return ScreenSize(rows: Int(size.ws_row), columns: Int(size.ws_col))
  }
}
