import Diagnostics
import JSONText

/// A record of a stream: a line, cut into what identifies it and the texts that it brings.
///
/// The texts are cut out by where they stand, and not because they are JSON: whatever is in one, it cannot
/// pass for another part of the record, and a broken document does not cost the id.
package struct StreamRecord {
  /// What the lines of a stream look like.
  package struct Shape: Sendable {
    /// The names of the texts, the last of which ends where the line does.
    let members: [StaticString]
    /// Whether an id stands before them.
    let hasEnvelope: Bool

    package init(_ members: [StaticString], hasEnvelope: Bool) {
      self.members = members
      self.hasEnvelope = hasEnvelope
    }

    /// How a line has to look, for messages.
    var sentence: String {
      let members = (hasEnvelope ? ["id"] : []) + members.map { "\($0)" }
      let list = members.map { "\"\($0)\": …" }.joined(separator: ", ")
      return "expected {\(list)}" + (members.count > 1 ? ", in this order" : "")
    }
  }

  /// The number of the line, from 1.
  let number: Int
  /// The id as the line writes it; nil where there is none.
  let id: [UInt8]?
  /// The texts; empty where the line has another shape or is too long.
  let texts: [UnsafeRawBufferPointer]
  /// Why there are no texts.
  let fault: String?

  /// Cuts a line; nil for a blank one, which is no record. `line` is nil for one that is too long.
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
  /// Reads a text that is one value; nil for what is none.
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
  /// Behind the last byte that is no blank.
  private let end: Int

  init(_ line: UnsafeRawBufferPointer) {
    self.line = line
    end = (line.lastIndex { !Self.isBlank($0) } ?? -1) + 1
  }

  /// Takes `{"id": …`; nil where the line begins otherwise, or what stands there is not JSON.
  mutating func id() -> [UInt8]? {
    guard take("{"), takeName("id") else { return nil }
    return takeValue().map(Array.init)
  }

  /// Takes the texts: each but the last is a value, the last what is left before the closing brace.
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
    // `truee` is not a value and more.
    if last < end, Self.isInWord(line[last - 1]), Self.isInWord(line[last]) { return nil }
    defer { place = last }
    return UnsafeRawBufferPointer(rebasing: line[place..<last])
  }

  /// Takes the name of a member, its colon and the blanks behind.
  private mutating func takeName(_ name: StaticString) -> Bool {
    guard take("\""), takeWord(name), takeWord("\""), take(":") else { return false }
    skipBlanks()
    return true
  }

  /// Takes a mark and the blanks before it.
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
