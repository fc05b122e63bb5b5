import TwoWayTable

/// The help screen, made from the keymap.
enum HelpText {
  private struct Line {
    let label: String
    let text: String
    var style = Style.plain
  }

  /// Draws help from the line `first` on, as far as the surface goes; the last page stays full.
  static func draw(from first: Int, into surface: inout Surface) {
    let room = max(1, surface.size.rows - 1)
    let start = max(0, min(first, lines.count - room))
    for (row, line) in lines.dropFirst(start).prefix(room).enumerated() {
      surface.write(line.label, at: ScreenPoint(row: row, column: 1), style: Style(.heading))
      surface.write(line.text, at: ScreenPoint(row: row, column: 20), style: line.style)
    }
    let more = start + room < lines.count
    surface.write(
      more ? "Down for more, any other key returns" : "any key returns",
      at: ScreenPoint(row: surface.size.rows - 1, column: 1), style: Style(.faint))
  }

  private static let lines: [Line] =
    [Line(label: "In the table", text: "")]
    + Keymap.bindings.filter { !$0.label.isEmpty }.map { Line(label: $0.label, text: $0.help) }
    + [Line(label: "", text: ""), Line(label: "In a cell", text: "")]
    + Keymap.editingHelp.map { Line(label: $0.label, text: $0.help) }
}
