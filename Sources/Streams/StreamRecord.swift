import JSONText

/// A record of a stream: a line, split into its id and its texts.
///
/// Texts are found by their position, not by parsing: no content can be mistaken for another part of the record, so
/// the id survives a malformed document.
struct StreamRecord {
  /// The number of the line, from 1.
  let number: Int
  /// The id in its own spelling; nil if there is none.
  let id: [UInt8]?
  /// The texts; empty if the line has another structure or is too long.
  let texts: [UnsafeRawBufferPointer]
  /// Why there are no texts.
  let fault: String?

  /// Splits a line, nil if it is too long, into the texts with the names `members`; the last one ends the line. With
  /// `hasEnvelope` an id precedes them; a single text without an id is the line itself. Nil for a blank line.
  init?(
    number: Int, _ line: UnsafeRawBufferPointer?, _ members: [StaticString], hasEnvelope: Bool
  ) {
    self.number = number
    guard let line else {
      (id, texts) = (nil, [])
      fault = "the line is longer than \(JSONLimits.sizeText)"
      return
    }
    guard let last = line.lastIndex(where: { !RecordCutter.isBlank($0) }) else { return nil }
    if members.count == 1 && !hasEnvelope {
      (id, texts, fault) = (nil, [line], nil)
      return
    }
    let names = (hasEnvelope ? ["id"] : []) + members
    var cutter = RecordCutter(line: line, end: last + 1)
    let values = cutter.values(of: names)
    id = hasEnvelope ? values.first.map { Array($0) } : nil
    let isWhole = values.count == names.count
    texts = isWhole ? Array(values.suffix(members.count)) : []
    let list = { names.map { "\"\($0)\": …" }.joined(separator: ", ") }
    fault = isWhole ? nil : "expected {\(list())}, in this order"
  }
}

private struct RecordCutter {
  let line: UnsafeRawBufferPointer
  /// The offset after the last byte that is not a space.
  let end: Int
  var place = 0

  /// Returns the values of the members with these names, up to the first that is missing or not JSON. The last one is
  /// everything before the closing brace.
  mutating func values(of names: [StaticString]) -> [UnsafeRawBufferPointer] {
    var values: [UnsafeRawBufferPointer] = []
    for (index, name) in names.enumerated() {
      guard take(index == 0 ? "{" : ","), take("\""), takeWord(name), takeWord("\""), take(":")
      else { break }
      skipBlanks()
      if index < names.count - 1 {
        guard let value = takeValue() else { break }
        values.append(value)
      } else if end > place, line[end - 1] == UInt8(ascii: "}") {
        values.append(UnsafeRawBufferPointer(rebasing: line[place..<end - 1]))
      }
    }
    return values
  }

  static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0D || byte == 0x0A
  }

  private static func isInWord(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
  }

  private mutating func takeValue() -> UnsafeRawBufferPointer? {
    guard let last = JSONTree.endOfValue(in: line, at: place) else { return nil }
    // `truee` is not a value.
    if last < end, Self.isInWord(line[last - 1]), Self.isInWord(line[last]) { return nil }
    defer { place = last }
    return UnsafeRawBufferPointer(rebasing: line[place..<last])
  }

  /// Consumes a mark and the spaces before it.
  private mutating func take(_ mark: StaticString) -> Bool {
    skipBlanks()
    return takeWord(mark)
  }

  private mutating func takeWord(_ word: StaticString) -> Bool {
    let bytes = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
    guard line[place..<end].starts(with: bytes) else { return false }
    place += bytes.count
    return true
  }

  private mutating func skipBlanks() {
    while place < end, Self.isBlank(line[place]) { place += 1 }
  }
}
