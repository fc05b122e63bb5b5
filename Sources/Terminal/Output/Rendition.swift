/// How a terminal shows the characters it is sent (SGR), as far as curses asks for it.
struct Rendition: Hashable {
  private var isBold = false
  private var isUnderlined = false
  private var isReversed = false
  /// Parameters of the colour, empty for the terminal's own.
  private var foreground: [UInt8] = []
  private var background: [UInt8] = []

  /// The rendition after a sequence with these parameters; nil when one of them is unknown.
  func changed(by parameters: ArraySlice<UInt8>) -> Rendition? {
    var result = self
    let separator = UInt8(ascii: ";")
    var parts = parameters.split(separator: separator, omittingEmptySubsequences: false)[...]
    while let part = parts.popFirst() {
      let text = String(decoding: part, as: UTF8.self)
      switch text.isEmpty ? 0 : Int(text) ?? -1 {
      case 0: result = Rendition()
      case 1: result.isBold = true
      case 4: result.isUnderlined = true
      case 7: result.isReversed = true
      case 30...37, 90...97: result.foreground = Array(part)
      case 40...47, 100...107: result.background = Array(part)
      case 39: result.foreground = []
      case 49: result.background = []
      case 38, 48:
        // `5;n` or `2;r;g;b` follow.
        let count = parts.first.map(Array.init) == [UInt8(ascii: "5")] ? 2 : 4
        guard parts.count >= count else { return nil }
        let color = Array(([part] + parts.prefix(count)).joined(separator: [separator]))
        parts = parts.dropFirst(count)
        if text == "38" { result.foreground = color } else { result.background = color }
      case -1 where text.hasPrefix("38:"): result.foreground = Array(part)
      case -1 where text.hasPrefix("48:"): result.background = Array(part)
      default: return nil
      }
    }
    return result
  }

  /// Whether a blank looks the same in both.
  func looksBlankAs(_ other: Rendition) -> Bool {
    background == other.background && isReversed == other.isReversed
      && isUnderlined == other.isUnderlined
      && (!isReversed || (foreground == other.foreground && isBold == other.isBold))
  }

  /// The sequence that leads here from `other`, which differs.
  func sequence(after other: Rendition) -> [UInt8] {
    let losesColor =
      (foreground.isEmpty && !other.foreground.isEmpty)
      || (background.isEmpty && !other.background.isEmpty)
    let start =
      losesColor || (other.isBold && !isBold) || (other.isUnderlined && !isUnderlined)
        || (other.isReversed && !isReversed) ? nil : other
    // An empty parameter is a 0, which ends everything.
    var parameters: [[UInt8]] = start == nil ? [[]] : []
    if isBold, start?.isBold != true { parameters.append([UInt8(ascii: "1")]) }
    if isUnderlined, start?.isUnderlined != true { parameters.append([UInt8(ascii: "4")]) }
    if isReversed, start?.isReversed != true { parameters.append([UInt8(ascii: "7")]) }
    if !foreground.isEmpty, start?.foreground != foreground { parameters.append(foreground) }
    if !background.isEmpty, start?.background != background { parameters.append(background) }
    return [0x1B, UInt8(ascii: "[")] + parameters.joined(separator: [UInt8(ascii: ";")])
      + [UInt8(ascii: "m")]
  }
}
