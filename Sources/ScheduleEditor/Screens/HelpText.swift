import TwoWayTable

/// The help screen, made from the keymap.
struct HelpText {
  private let lines: [Line]

  private struct Line {
    let label: String
    let text: String
    var style = Style.plain
  }

  /// Draws help from the line `first` on, as many lines as the surface has; the last page stays full.
  func draw(from first: Int, into surface: inout Surface) {
    let room = Self.room(rows: surface.size.rows)
    let start = min(first, lastStart(rows: surface.size.rows))
    for (row, line) in lines.dropFirst(start).prefix(room).enumerated() {
      surface.write(line.label, at: ScreenPoint(row: row, column: 1), style: Style(.heading))
      surface.write(line.text, at: ScreenPoint(row: row, column: 20), style: line.style)
    }
    let more = start + room < lines.count
    surface.write(
      more ? "Down for more, any other key returns" : "any key returns",
      at: ScreenPoint(row: surface.size.rows - 1, column: 1), style: Style(.faint))
  }

  /// The line that the last page begins with on a screen of `rows` rows.
  func lastStart(rows: Int) -> Int { max(0, lines.count - Self.room(rows: rows)) }

  /// How many lines a page has.
  private static func room(rows: Int) -> Int { max(1, rows - 1) }

  /// Makes the text of the keys as they are bound, and of every command.
  init(_ keymap: Keymap) {
    var lines = [Line(label: "In the table", text: "")]
    lines += Keymap.entries.filter { !$0.label.isEmpty }.map { entry in
      Line(label: entry.label, text: entry.help)
    }
    if !keymap.ownBindings.isEmpty {
      lines += [Line(label: "", text: ""), Line(label: "Your own keys", text: "")]
      lines += keymap.ownBindings.map { binding in
        Line(
          label: binding.keys.map(\.name).joined(separator: " "), text: binding.line ?? "")
      }
    }
    lines += [Line(label: "", text: ""), Line(label: "In a cell", text: "")]
    lines += Keymap.editingHelp.map { Line(label: $0.label, text: $0.help) }
    lines += [Line(label: "", text: ""), Line(label: "Behind :", text: "")]
    lines += CommandTable.all.map { command in
      Line(
        label: command.name,
        text: (command.usage.isEmpty ? "" : command.usage + "  ") + command.help)
    }
    self.lines = lines
  }
}

/// What help names, for whoever writes about the editor elsewhere.
package enum EditorHelp {
  /// The keys as help names them.
  package static let keyLabels = Keymap.entries.map(\.label).filter { !$0.isEmpty }

  /// The commands and their other names.
  package static let commandNames = CommandTable.all.flatMap { [$0.name] + $0.aliases }
}
