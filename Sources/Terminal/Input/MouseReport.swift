import TerminalScreen

/// Decodes mouse reports (XTerm Control Sequences, "Mouse Tracking").
enum MouseReport {
  /// Enables reports of presses, of drags, and with coordinates of any size; a terminal may lack the later modes.
  static let on = Array("\u{1B}[?1000h\u{1B}[?1002h\u{1B}[?1006h".utf8)
  static let off = Array("\u{1B}[?1006l\u{1B}[?1002l\u{1B}[?1000l".utf8)

  /// Decodes `rest`, which starts with CSI and one more byte; nil if it is not a mouse report.
  static func step(_ rest: ArraySlice<UInt8>, delayPassed: Bool) -> InputDecoder.Step? {
    switch rest[rest.startIndex + 2] {
    case UInt8(ascii: "<"): return numbered(rest.dropFirst(3))
    case UInt8(ascii: "M"):
      // Three bytes follow, each 32 more than its number.
      guard rest.count >= 6 else { return delayPassed ? .nothing(length: rest.count) : .unfinished }
      let numbers = rest.dropFirst(3).prefix(3).map { Int($0) - 32 }
      return step(numbers[0], numbers[1], numbers[2], length: 6)
    default: return nil
    }
  }

  /// Decodes `CSI < button ; column ; row` and `M` for a press or `m` for a release; nil if incomplete or malformed.
  private static func numbered(_ rest: ArraySlice<UInt8>) -> InputDecoder.Step? {
    guard let end = rest.firstIndex(where: { (0x40...0x7E).contains($0) }) else { return nil }
    let isPress = rest[end] == UInt8(ascii: "M")
    guard isPress || rest[end] == UInt8(ascii: "m") else { return nil }
    let numbers = String(decoding: rest[..<end], as: UTF8.self)
      .split(separator: ";", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 3, let button = numbers[0], let column = numbers[1],
      let row = numbers[2]
    else { return nil }
    let length = 3 + rest.distance(from: rest.startIndex, to: end) + 1
    return isPress ? step(button, column, row, length: length) : .nothing(length: length)
  }

  private static func step(
    _ button: Int, _ column: Int, _ row: Int, length: Int
  ) -> InputDecoder.Step {
    // Ignore the bits of Shift, Meta and Control.
    let actions: [Int: MouseEvent.Action] = [0: .press, 32: .drag, 64: .wheelUp, 65: .wheelDown]
    // `winsize` limits rows and columns to 16 bits.
    let places = 1...Int(UInt16.max)
    guard places.contains(column), places.contains(row), let action = actions[button & ~0b11100]
    else { return .nothing(length: length) }
    let place = ScreenPoint(row: row - 1, column: column - 1)
    return .event(.mouse(MouseEvent(action, at: place)), length: length)
  }
}
