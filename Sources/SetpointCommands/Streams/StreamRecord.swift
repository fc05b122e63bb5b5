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

  /// Takes `{"id": …`; nil where the line begins otherwise, or what stands there is no JSON.
  mutating func id() -> [UInt8]? {
    guard take(UInt8(ascii: "{")), takeName("id") else { return nil }
    let start = place
    guard skipValue() else { return nil }
    let id = line[start..<place]
    return JSONGrammar.isValue(id) ? Array(id) : nil
  }

  /// Takes the texts: each but the last is a value, the last what is left before the closing brace.
  mutating func texts(_ names: [StaticString], areFirst: Bool) -> [UnsafeRawBufferPointer]? {
    var texts: [UnsafeRawBufferPointer] = []
    for (index, name) in names.enumerated() {
      let mark = areFirst && index == 0 ? UInt8(ascii: "{") : UInt8(ascii: ",")
      guard take(mark), takeName(name) else { return nil }
      let start = place
      if index < names.count - 1 {
        guard skipValue() else { return nil }
        texts.append(UnsafeRawBufferPointer(rebasing: line[start..<place]))
      } else {
        guard end > start, line[end - 1] == UInt8(ascii: "}") else { return nil }
        texts.append(UnsafeRawBufferPointer(rebasing: line[start..<end - 1]))
      }
    }
    return texts
  }

  static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0D || byte == 0x0A
  }

  private mutating func skipBlanks() {
    while place < end, Self.isBlank(line[place]) { place += 1 }
  }

  /// Takes a byte and the blanks before it.
  private mutating func take(_ byte: UInt8) -> Bool {
    skipBlanks()
    guard place < end, line[place] == byte else { return false }
    place += 1
    return true
  }

  /// Takes the name of a member, its colon and the blanks behind.
  private mutating func takeName(_ name: StaticString) -> Bool {
    guard take(UInt8(ascii: "\"")) else { return false }
    let bytes = UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
    guard end - place > bytes.count, line[place..<place + bytes.count].elementsEqual(bytes) else {
      return false
    }
    place += bytes.count
    guard line[place] == UInt8(ascii: "\"") else { return false }
    place += 1
    guard take(UInt8(ascii: ":")) else { return false }
    skipBlanks()
    return true
  }

  /// Skips a value by its brackets and quotes; false where it does not end.
  private mutating func skipValue() -> Bool {
    let start = place
    var depth = 0
    while place < end {
      switch line[place] {
      case UInt8(ascii: "\""):
        guard skipString() else { return false }
        if depth == 0 { return true }
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if depth == 0 { return place > start }
        depth -= 1
        if depth == 0 {
          place += 1
          return true
        }
      case UInt8(ascii: ","), 0x20, 0x09: if depth == 0 { return place > start }
      default: break
      }
      place += 1
    }
    return false
  }

  private mutating func skipString() -> Bool {
    place += 1
    while place < end {
      switch line[place] {
      case UInt8(ascii: "\""):
        place += 1
        return true
      case UInt8(ascii: "\\"): place += 2
      default: place += 1
      }
    }
    return false
  }
}
