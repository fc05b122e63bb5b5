package import TerminalScreen

/// A cell as shown by the terminal: character and rendition.
package struct ShownCell: Sendable {
  /// The scalar, or the cell's number for a cluster; `?` if it cannot be shown, 0 in the right half of a wide
  /// character.
  package private(set) var character: UInt32
  /// Its width in columns; 0 in the right half of a wide character.
  private(set) var columns = 1
  /// Whether its width differs between terminals, so that the rest of the row has to be written again.
  private(set) var isUncertain = false
  /// The scalars to send if there are several.
  private var cluster: [Unicode.Scalar] = []
  let rendition: Rendition

  /// Never sent last: a terminal would join the next text, wherever that is.
  private static let joiner: UInt32 = 0x200D

  /// Translates a cell of the given width; `room` columns remain to the edge of the screen.
  ///
  /// `width` is wcwidth(3): a different width in the C library would shift the rest of the row. A cluster is sent
  /// unchanged if there is room even for a terminal that shows its scalars separately; otherwise only its first scalar
  /// is sent.
  package init(
    _ cell: SurfaceCell, columns: Int, room: Int = .max, rendition: Rendition = Rendition(),
    showsUnicode: Bool, width: (UInt32) -> Int
  ) {
    self.rendition = rendition
    character = cell.character
    if (0x20..<0x7F).contains(character), columns == 1 { return }
    if cell.clusterNumber != nil, showsUnicode {
      let widths = cell.scalars.map { width($0.value) }
      let apart = widths.reduce(0, +)
      if widths.allSatisfy({ $0 >= 0 }), apart == columns || max(apart, columns) < room {
        (self.columns, isUncertain) = (columns, apart != columns)
        cluster = cell.scalars
        while cluster.last?.value == Self.joiner { cluster.removeLast() }
        return
      }
    }
    let scalar = cell.scalar
    let isShown =
      (0x20..<0x7F).contains(scalar) && columns == 1 || showsUnicode && width(scalar) == columns
    character = isShown ? scalar : 0x3F
    if isShown { self.columns = columns }
  }

  /// A space, or the right half of a wide character.
  private init(rightHalf isRightHalf: Bool, _ rendition: Rendition) {
    character = isRightHalf ? 0 : 0x20
    columns = isRightHalf ? 0 : 1
    self.rendition = rendition
  }

  var isBlank: Bool { character == 0x20 }

  /// Whether both look the same.
  func looks(like other: ShownCell) -> Bool {
    if isBlank, other.isBlank { return rendition.looksBlank(like: other.rendition) }
    return character == other.character && rendition == other.rendition
  }

  /// Translates the cells of a row.
  static func row(
    _ cells: ArraySlice<SurfaceCell>, looks: StyleLooks, showsUnicode: Bool,
    width: (UInt32) -> Int
  ) -> [ShownCell] {
    var row: [ShownCell] = []
    row.reserveCapacity(cells.count)
    for index in cells.indices {
      let rendition = looks[cells[index].style]
      if cells[index].character == 0 {
        row.append(ShownCell(rightHalf: row.last?.columns == 2, rendition))
      } else {
        let isWide = index + 1 < cells.endIndex && cells[index + 1].character == 0
        row.append(
          ShownCell(
            cells[index], columns: isWide ? 2 : 1, room: cells.endIndex - index,
            rendition: rendition, showsUnicode: showsUnicode, width: width))
      }
    }
    return row
  }

  /// Appends the bytes to send.
  func append(to output: inout [UInt8]) {
    if character < 0x80 { return output.append(UInt8(character)) }
    for scalar in cluster.isEmpty ? [Unicode.Scalar(character) ?? "?"] : cluster {
      output += Array(UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }
  }
}

/// The renditions of all styles on a terminal.
struct StyleLooks {
  private let renditions: [Rendition]
  private static let emphases = (0..<32).map { Emphasis(rawValue: $0) }

  /// Translates a theme for a terminal.
  ///
  /// Without colours, or if `NO_COLOR` is set (https://no-color.org), uses `Theme.mono`. With fewer than 256 colours,
  /// exact colours are replaced by the terminal's defaults; if the terminal does not support exact colours, by the
  /// nearest in its palette.
  init(theme: Theme, wantsColor: Bool, exact: Bool, _ terminal: RenditionSequences) {
    let count = wantsColor ? terminal.colorCount : 0
    let isExact = [Theme.standard, .dark, .light].contains(theme)
    let theme = count == 0 ? Theme.mono : count < 256 && isExact ? .terminal : theme
    func number(_ color: TerminalColor) -> Int? {
      guard exact || count > 256, count >= 256, let (red, green, blue) = color.components else {
        return color.number(among: count)
      }
      if case .indexed(let index) = color { return Int(index) }
      return Rendition.exact | Int(red) << 16 | Int(green) << 8 | Int(blue)
    }
    renditions = StyleRole.allCases.flatMap { role in
      Self.emphases.map { emphasis in
        let entry = theme.look(of: Style(role, emphasis))
        var look = Rendition()
        look.emphasis = entry.emphasis.intersection(terminal.available)
        // Reversed default colours are readable on every background.
        if look.emphasis.contains(.reverse), entry.background == .standard { return look }
        guard count > 0, entry.foreground != .standard || entry.background != .standard,
          terminal.excludedByColor.intersection(look.emphasis).isDisjoint(with: .reverse)
        else { return look }
        look.foreground = number(entry.foreground)
        look.background = number(entry.background)
        look.emphasis.subtract(terminal.excludedByColor)
        return look
      }
    }
  }

  /// Returns the rendition of `style`; a role added later is shown as plain text.
  subscript(style: Style) -> Rendition {
    let number = style.role.number * Self.emphases.count + Int(style.emphasis.rawValue)
    return renditions[number < renditions.count ? number : Int(style.emphasis.rawValue)]
  }
}
