import JSONText

/// A record of a stream: a line, split into its id and its texts.
///
/// Texts are found by their position, not by parsing: no content can be mistaken for another part of the record, and a
/// broken document does not cost the id.
package struct StreamRecord {
  /// The structure of the lines of a stream.
  package struct Shape: Sendable {
    /// Names of the text members; the last one ends the line.
    let members: [StaticString]
    /// Whether an id precedes them.
    let hasEnvelope: Bool

    package init(_ members: [StaticString], hasEnvelope: Bool) {
      self.members = members
      self.hasEnvelope = hasEnvelope
    }

    /// The structure of a line, for messages.
    var sentence: String {
      let members = (hasEnvelope ? ["id"] : []) + members.map { "\($0)" }
      let list = members.map { "\"\($0)\": …" }.joined(separator: ", ")
      return "expected {\(list)}" + (members.count > 1 ? ", in this order" : "")
    }
  }

  /// The number of the line, from 1.
  let number: Int
  /// The id in its own spelling; nil if there is none.
  let id: [UInt8]?
  /// The texts; empty if the line has another structure or is too long.
  let texts: [UnsafeRawBufferPointer]
  /// Why there are no texts.
  let fault: String?

  /// Splits a line; nil for a blank one. `line` is nil if it is too long.
  package init?(number: Int, _ line: UnsafeRawBufferPointer?, _ shape: Shape) {
    self.number = number
    guard let line else {
      (id, texts) = (nil, [])
      fault = "the line is longer than \(JSONLimits.sizeText)"
      return
    }
    guard !line.allSatisfy(RecordCutter.isBlank) else { return nil }
    if shape.members.count == 1 && !shape.hasEnvelope {
      (id, texts, fault) = (nil, [line], nil)
      return
    }
    var cutter = RecordCutter(line)
    id = shape.hasEnvelope ? cutter.id() : nil
    guard !shape.hasEnvelope || id != nil,
      let texts = cutter.texts(shape.members, areFirst: !shape.hasEnvelope)
    else {
      (texts, fault) = ([], shape.sentence)
      return
    }
    (self.texts, fault) = (texts, nil)
  }
}

extension JSONTree {
  /// Parses a text that is a single value; nil otherwise.
  static func value(_ text: [UInt8]) -> JSONNode? {
    let tree = try? JSONTree(parsing: Array("{\"value\":".utf8) + text + Array("}".utf8))
    guard let tree, tree.root.members.count == 1 else { return nil }
    return tree.root["value"]
  }
}

/// Finds the parts of a line.
private struct RecordCutter {
  private let line: UnsafeRawBufferPointer
  private var place = 0
  /// The offset after the last byte that is not a space.
  private let end: Int

  init(_ line: UnsafeRawBufferPointer) {
    self.line = line
    end = (line.lastIndex { !Self.isBlank($0) } ?? -1) + 1
  }

  /// Consumes `{"id": …`; nil if the line starts differently or the id is not JSON.
  mutating func id() -> [UInt8]? {
    guard take("{"), takeName("id") else { return nil }
    return takeValue().map(Array.init)
  }

  /// Consumes the texts: each but the last is a value; the last is the rest before the closing brace.
  mutating func texts(_ names: [StaticString], areFirst: Bool) -> [UnsafeRawBufferPointer]? {
    var texts: [UnsafeRawBufferPointer] = []
    for (index, name) in names.enumerated() {
      guard take(areFirst && index == 0 ? "{" : ","), takeName(name) else { return nil }
      if index < names.count - 1 {
        guard let text = takeValue() else { return nil }
        texts.append(text)
      } else {
        guard end > place, line[end - 1] == UInt8(ascii: "}") else { return nil }
        texts.append(UnsafeRawBufferPointer(rebasing: line[place..<end - 1]))
      }
    }
    return texts
  }

  static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0D || byte == 0x0A
  }

  private static func isInWord(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
  }

  private mutating func takeValue() -> UnsafeRawBufferPointer? {
    guard let last = JSONText.endOfValue(in: line, at: place) else { return nil }
    // `truee` is not a value.
    if last < end, Self.isInWord(line[last - 1]), Self.isInWord(line[last]) { return nil }
    defer { place = last }
    return UnsafeRawBufferPointer(rebasing: line[place..<last])
  }

  /// Consumes the name of a member, its colon and following spaces.
  private mutating func takeName(_ name: StaticString) -> Bool {
    guard take("\""), takeWord(name), takeWord("\""), take(":") else { return false }
    skipBlanks()
    return true
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
