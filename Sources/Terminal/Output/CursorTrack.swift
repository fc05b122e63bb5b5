/// Where the cursor is, as far as that is beyond doubt.
struct CursorTrack {
  private var line: Int?
  /// The rightmost column it can be in, from 1.
  private var column = 0

  /// Notes that text of at most so many columns was shown.
  mutating func advance(by count: Int, columns: Int) {
    column += count
    // At the margin it may be on the next line already.
    if column > columns { line = nil }
  }

  /// Notes what the sequence does; returns a shorter one where there is one.
  mutating func follow(_ part: ArraySlice<UInt8>, columns: Int) -> [UInt8]? {
    guard part.count > 2, part.dropFirst().first == UInt8(ascii: "["), let last = part.last else {
      if part.first == 0x0D { column = 1 } else if part.first != 0x08 { line = nil }
      return nil
    }
    let parameters = part.dropFirst(2).dropLast()
      .split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
    let numbers = parameters.map { Int(String(decoding: $0, as: UTF8.self)) }
    switch last {
    case UInt8(ascii: "H"):
      let known = line
      line = numbers.isEmpty ? 1 : numbers[0]
      column = numbers.count > 1 ? numbers[1] ?? columns : 1
      guard columns > 0, known != nil, known == line, numbers.count > 1 else { return nil }
      return Array("\u{1B}[\(column)G".utf8)
    case UInt8(ascii: "G"): column = numbers.first.flatMap { $0 } ?? columns
    case UInt8(ascii: "d"): line = numbers.first.flatMap { $0 }
    case UInt8(ascii: "C"), UInt8(ascii: "b"):
      advance(by: numbers.first.flatMap { $0 } ?? 1, columns: columns)
    case UInt8(ascii: "D"), UInt8(ascii: "K"), UInt8(ascii: "X"), UInt8(ascii: "P"),
      UInt8(ascii: "@"):
      break
    default: line = nil
    }
    return nil
  }
}
