import ScheduleModel
import TwoWayTable

/// The title bar: the document, whether it is saved, and its problems.
struct TopBar {
  private let left: StyledText
  /// Variants from the longest to the shortest.
  private let rights: [StyledText]

  init(_ state: EditorState, _ glyphs: Glyphs) {
    var left = StyledText(state.schedule.name, .title)
    left.append(" \(state.fileTitle)", .faint)
    if state.isModified {
      let count = state.changedCellCount
      left.append(" \(glyphs.unsaved) \(count > 0 ? "\(count) unsaved" : "unsaved")", .accent)
    }
    self.left = left
    let unit = StyledText("\(glyphs.degree)\(state.week.unit.rawValue)", .faint)
    let clock = StyledText("  \(state.clock.rawValue) h", .faint)
    let (long, short) = Self.verdicts(state, glyphs)
    let device = state.device.map {
      StyledText("  \($0.title)", $0.misfits.isEmpty ? .faint : .problem)
    }
    let shortDevice = state.device.map {
      StyledText("  \($0.shortTitle)", $0.misfits.isEmpty ? .faint : .problem)
    }
    var rights: [StyledText] = []
    if let device, let shortDevice {
      rights = [unit + clock + device + long, unit + device + short, shortDevice + short]
    }
    self.rights = rights + [unit + clock + long, unit + clock + short, unit + short, short]
  }

  /// The number of problems, as a text and as a sign.
  private static func verdicts(
    _ state: EditorState, _ glyphs: Glyphs
  ) -> (long: StyledText, short: StyledText) {
    let count = state.ruleProblemCount
    // Values that do not fit the device are not well.
    if count == 0, state.device?.misfits.isEmpty == false { return (StyledText(), StyledText()) }
    guard count > 0 else {
      let words = state.size.columns >= ScreenLayout.columnsForReasons ? "no problems" : "ok"
      return (
        StyledText("  \(glyphs.check)\(words)", .good), StyledText("  \(glyphs.check)ok", .good)
      )
    }
    return (
      StyledText("  \(counted(count, "problem"))", .problem),
      StyledText("  \(count) !", .problem)
    )
  }

  /// Draws the bar on the first line; the right part leaves half of the width to the title.
  func draw(_ glyphs: Glyphs, into surface: inout Surface) {
    let columns = surface.size.columns
    surface.clear(row: 0, columns: 0..<columns, style: Style(.plain, .raised))
    let least = min(left.columns, columns / 2)
    let right = rights.first { $0.columns + 3 + least <= columns } ?? StyledText()
    let start = columns - 1 - right.columns
    surface.write(
      left, at: ScreenPoint(row: 0, column: 1), width: (right.isEmpty ? columns : start) - 2,
      on: .raised, glyphs)
    surface.write(
      right, at: ScreenPoint(row: 0, column: start), width: right.columns, on: .raised, glyphs)
  }
}

extension EditorState {
  /// The number of cells of the current week that differ from the file.
  var changedCellCount: Int {
    guard let saved = savedWeek else { return 0 }
    return CellAddress.all.count { saved[$0] != week[$0] }
  }
}
