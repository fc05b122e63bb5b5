extension Surface {
  /// The surface as lines without trailing spaces; with a theme, in SGR sequences (ECMA-48) of `colors` colours.
  package func text(theme: Theme? = nil, colors: Int = 256) -> String {
    guard let theme = theme?.fitting(colors: colors) else {
      return lines.map { $0 + "\n" }.joined()
    }
    var text = ""
    for cells in rows {
      var shown = ""
      let end = (cells.lastIndex { $0 != .blank } ?? -1) + 1
      for cell in cells[..<end] where !cell.text.isEmpty {
        let look = theme.look(of: cell.style)
        var rendition = Rendition()
        rendition.emphasis = look.emphasis
        rendition.foreground = look.foreground.number(among: colors)
        rendition.background = look.background.number(among: colors)
        let sequence = (["0"] + rendition.parameters()).joined(separator: ";")
        if sequence != shown {
          text += "\u{1B}[\(sequence)m"
          shown = sequence
        }
        text += cell.text
      }
      text += shown.isEmpty || shown == "0" ? "\n" : "\u{1B}[0m\n"
    }
    return text
  }
}
