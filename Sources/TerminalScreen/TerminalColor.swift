/// A colour of a theme: the terminal's default, one of its palette, or an exact one.
public enum TerminalColor: Hashable, Sendable {
  /// The terminal's default.
  case standard
  /// A colour of the palette: 0–15 as the user configured (SGR 30–37, and bright), 16–231 a cube, 232–255 greys.
  case indexed(UInt8)
  /// An exact colour as 0xRRGGBB, and the number to use with 256 colours; nil for the nearest one.
  case exact(UInt32, or: UInt8? = nil)

  private static let names = [
    "black", "red", "green", "yellow", "blue", "magenta", "cyan", "white",
  ]

  /// Parses a colour in theme files: `default`, `red`, `bright-red`, `208` or `#ff8700`.
  public init?(_ text: String) {
    if text == "default" {
      self = .standard
    } else if text.hasPrefix("#") {
      let digits = text.dropFirst()
      guard digits.utf8.count == 6, digits.allSatisfy(\.isHexDigit),
        let value = UInt32(digits, radix: 16)
      else { return nil }
      self = .exact(value)
    } else if let index = UInt8(text) {
      self = .indexed(index)
    } else {
      let isBright = text.hasPrefix("bright-")
      let name = isBright ? String(text.dropFirst(7)) : text
      guard let index = Self.names.firstIndex(of: name) else { return nil }
      self = .indexed(UInt8(index + (isBright ? 8 : 0)))
    }
  }

  /// The number of the nearest colour on a terminal with `count` colours; nil for the terminal's default.
  ///
  /// With more than 256, an exact colour has the number `1 << 24 | 0xRRGGBB`. Otherwise it becomes a colour of the cube or
  /// a grey, whose values are fixed, unlike the first sixteen; below 256 colours, xterm's values are assumed for these.
  package func number(among count: Int) -> Int? {
    switch self {
    case .standard: return nil
    case .exact(let value, _) where count > 256: return Rendition.exact | Int(value)
    case .exact(_, let index?): return TerminalColor.indexed(index).number(among: count)
    case .indexed(let index) where index < count: return Int(index)
    case .indexed(let index) where index < 16: return Int(index & 7)
    default:
      let candidates = count == 256 ? 16..<256 : 0..<(count >= 16 ? 16 : 8)
      return candidates.min { distance(to: $0) < distance(to: $1) }
    }
  }

  /// Red, green and blue, with xterm's values for the palette; nil for the terminal's default.
  package var components: (red: UInt8, green: UInt8, blue: UInt8)? {
    switch self {
    case .standard: return nil
    case .exact(let value, _):
      return (UInt8(value >> 16 & 255), UInt8(value >> 8 & 255), UInt8(value & 255))
    case .indexed(let index):
      if index < 16 { return Self.firstSixteen[Int(index)] }
      if index >= 232 {
        let grey = 8 + 10 * (index - 232)
        return (grey, grey, grey)
      }
      let steps: [UInt8] = [0, 95, 135, 175, 215, 255]
      let place = Int(index) - 16
      return (steps[place / 36], steps[place / 6 % 6], steps[place % 6])
    }
  }

  private static let firstSixteen: [(red: UInt8, green: UInt8, blue: UInt8)] = [
    (0, 0, 0), (205, 0, 0), (0, 205, 0), (205, 205, 0), (0, 0, 238), (205, 0, 205), (0, 205, 205),
    (229, 229, 229), (127, 127, 127), (255, 0, 0), (0, 255, 0), (255, 255, 0), (92, 92, 255),
    (255, 0, 255), (0, 255, 255), (255, 255, 255),
  ]

  /// The squared distance, weighted by the eye's sensitivity.
  private func distance(to index: Int) -> Int {
    guard let (red, green, blue) = components,
      let other = TerminalColor.indexed(UInt8(index)).components
    else { return .max }
    let red2 = Int(red) - Int(other.red)
    let green2 = Int(green) - Int(other.green)
    let blue2 = Int(blue) - Int(other.blue)
    return 2 * red2 * red2 + 4 * green2 * green2 + 3 * blue2 * blue2
  }
}
