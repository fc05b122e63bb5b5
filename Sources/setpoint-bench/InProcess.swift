import ScheduleEditor
import ScheduleFiles
import ScheduleText
import ScheduleModel
import ScheduleRules
import TestSupport
import TwoWayTable

/// The work itself, without processes and terminals.
enum InProcess {
  /// Measures loading, checking and saving one document, a full drawing and a row drawn again.
  static func figures() throws -> [Report.Figure] {
    let bytes = CanonicalText.text(of: .standard(.fahrenheit))
    let folder = TemporaryFolder()
    let path = folder.path("home.json")
    try AtomicFile.write(bytes, to: path)

    let load = try Timing.median(of: 501) {
      _ = try ScheduleDocument(reading: bytes, file: path)
    }
    let check = Timing.median(of: 501) { _ = DocumentCheck(bytes: bytes, file: path) }
    var isEven = true
    let save = try Timing.median(of: 51) {
      var file = try DocumentFile(opening: path)
      isEven.toggle()
      file.document.contents.schedules[0].week[CellAddress(.tuesday, .leave, .heat)] =
        .temperature(Temperature(isEven ? 62 : 64))
      try file.save()
    }
    return [
      .init(name: "load one document", value: load, unit: "us"),
      .init(name: "check one document", value: check, unit: "us"),
      .init(name: "load, edit and save with fsync", value: save / 1000, unit: "ms"),
    ] + drawing()
  }

  private static func drawing() -> [Report.Figure] {
    let size = ScreenSize(rows: 24, columns: 80)
    var state = EditorState(
      .standard(.fahrenheit), options: EditorOptions(fileName: "home.json"), size: size)
    let full = Timing.median(of: 501) {
      var screen = EditorScreen(state, showsUnicode: true)
      screen.update(&state)
    }
    var screen = EditorScreen(state, showsUnicode: true)
    _ = state.handle(.named(.right))
    screen.update(&state)
    var rows: [Int] = []
    var up = true
    let row = Timing.median(of: 501) {
      up.toggle()
      _ = state.handle(.character(up ? "+" : "-"))
      screen.update(&state)
      rows.append(screen.drawnRows.count)
    }
    return [
      .init(name: "full drawing, 80x24", value: full, unit: "us"),
      .init(name: "one edit: check, draw its row", value: row, unit: "us"),
      .init(name: "rows drawn for one edit", value: Double(rows.max() ?? 0), unit: ""),
    ]
  }
}
