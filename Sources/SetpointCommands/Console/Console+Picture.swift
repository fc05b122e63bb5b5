import CLibrary
import SchedulePictures
import ScheduleModel
import Terminal
import TwoWayTable

// What standard output can show of a picture.

extension Console {
  /// The extent of the terminal that standard output is; nil where it is none or does not say.
  private static var size: ScreenSize? {
    var size = winsize()
    guard isTerminal(.output), ioctl(Stream.output.rawValue, UInt(TIOCGWINSZ), &size) == 0,
      size.ws_row > 0, size.ws_col > 0
    else { return nil }
    return ScreenSize(rows: Int(size.ws_row), columns: Int(size.ws_col))
  }

  /// Whether the locale's characters are those of Unicode.
  private static var showsUnicode: Bool {
    setlocale(LC_CTYPE, "")
    return String(cString: nl_langinfo(nl_item(CODESET))) == "UTF-8"
  }

  /// The marks of bands in a text that is no picture.
  static var textMarks: BandMarks { showsUnicode ? .shades : .ascii }

  /// How many colours there are to draw with, 0 for none.
  private static var colorCount: Int {
    guard showsColor(.output) else { return 0 }
    guard let type = Environment["TERM"] else { return 256 }
    return Terminfo.colorCount(ofType: type) ?? 8
  }

  /// How pictures are drawn for standard output, or, with `isPlain`, for a file.
  static func picture(clock: ClockStyle, hasStrips: Bool, isPlain: Bool = false) -> TerminalPicture
  {
    var picture = TerminalPicture()
    picture.clock = clock
    picture.hasStrips = hasStrips
    let unicode = showsUnicode
    picture.marks =
      !isPlain && colorCount >= 16 ? .colors : unicode ? .shades : .ascii
    guard !isPlain, let size else { return picture }
    picture.columns = size.columns
    picture.rows = size.rows
    return picture
  }

  /// A picture as standard output gets it: coloured where that is wanted, and in characters that it has.
  static func text(of surface: Surface, isPlain: Bool = false) -> String {
    let colors = isPlain ? 0 : colorCount
    let text =
      colors > 0 ? surface.text(theme: .standard, colors: colors) : surface.text()
    guard !showsUnicode else { return text }
    return String(String.UnicodeScalarView(text.unicodeScalars.map { $0.isASCII ? $0 : "?" }))
  }
}
