import CLibrary
import Reporting
import SchedulePictures
import ScheduleModel
import Terminal
import TwoWayTable

/// The abilities of standard output, or of a file, for pictures.
struct PictureOutput {
  private(set) var picture = TerminalPicture()
  /// The number of colours, 0 for none.
  private let colorCount: Int

  /// Checks standard output; for pictures in a file, only the locale.
  init(clock: ClockStyle, firstDay: Weekday = .monday, hasStrips: Bool, isFile: Bool = false) {
    let isColored = !isFile && Console.showsColor(.output)
    colorCount =
      isColored ? Environment["TERM"].map { Terminfo.colorCount(ofType: $0) ?? 8 } ?? 256 : 0
    picture.clock = clock
    picture.firstDay = firstDay
    picture.hasStrips = hasStrips
    picture.showsUnicode = LocaleCharacters.areUnicode
    picture.marks = colorCount >= 16 ? .colors : picture.showsUnicode ? .shades : .ascii
    if !isFile, let size = Console.size(of: .output), size.rows > 0 {
      picture.columns = size.columns
      picture.rows = size.rows
    }
  }

  /// Encodes a picture with the available colours.
  func text(of surface: Surface) -> String {
    colorCount > 0 ? surface.text(theme: .terminal, colors: colorCount) : surface.text()
  }
}
