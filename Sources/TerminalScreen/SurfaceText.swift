extension Surface {
  /// The surface as text for a stream: one line each, without trailing spaces; with a theme, in colours as SGR
  /// sequences (ECMA-48) for a terminal with `colors` colours.
  package func text(theme: Theme? = nil, colors: Int = 256) -> String {
    guard let theme else { return lines.map { $0 + "\n" }.joined() }
    var text = ""
    for row in 0..<size.rows {
      withRow(row) { cells in
        var shown = ""
        let end = (cells.lastIndex { $0 != .blank } ?? cells.startIndex - 1) + 1
        for cell in cells[cells.startIndex..<end] where cell.scalar != 0 {
          let sequence = theme.sequence(for: cell.style, colors: colors)
          if sequence != shown {
            text += "\u{1B}[\(sequence)m"
            shown = sequence
          }
          for scalar in cell.scalars { text.unicodeScalars.append(scalar) }
        }
        text += shown.isEmpty || shown == "0" ? "\n" : "\u{1B}[0m\n"
      }
    }
    return text
  }
}

extension Theme {
  /// The parameters of the SGR sequence for exactly `style`.
  fileprivate func sequence(for style: Style, colors: Int) -> String {
    let entry = look(of: style)
    let emphasis = entry.emphasis
    var parameters = "0"
    if emphasis.contains(.bold) { parameters += ";1" }
    if emphasis.contains(.underline) { parameters += ";4" }
    if emphasis.contains(.reverse) { parameters += ";7" }
    parameters += Self.parameters(of: entry.foreground, base: 30, colors: colors)
    parameters += Self.parameters(of: entry.background, base: 40, colors: colors)
    return parameters
  }

  private static func parameters(of color: TerminalColor, base: Int, colors: Int) -> String {
    var color = color
    if colors < 256, let number = color.number(among: colors) { color = .indexed(UInt8(number)) }
    return switch color {
    case .standard: ""
    case .indexed(let index) where index < 8: ";\(base + Int(index))"
    case .indexed(let index) where index < 16: ";\(base + 52 + Int(index))"
    case .indexed(let index): ";\(base + 8);5;\(index)"
    case .rgb(let red, let green, let blue): ";\(base + 8);2;\(red);\(green);\(blue)"
    case .exact(_, let index): ";\(base + 8);5;\(index)"
    }
  }
}
