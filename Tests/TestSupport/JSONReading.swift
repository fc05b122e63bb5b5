/// A JSON value as a test reads it, independently of the program: objects keep every member.
package indirect enum ReadJSON: Hashable, Sendable {
  case object([Member])
  case array([ReadJSON])
  case string([UInt8])
  /// A number, with its spelling.
  case number(String)
  case word(String)

  /// A member; names are bytes.
  package struct Member: Hashable, Sendable {
    package let name: [UInt8]
    package let value: ReadJSON
  }

  /// Reads a text that is known to be JSON.
  package init(_ text: [UInt8]) {
    var reader = Reader(text: text)
    self = reader.value()
  }

  /// The member with that name, if any.
  package subscript(name: String) -> ReadJSON? {
    guard case .object(let members) = self else { return nil }
    return members.last { $0.name == Array(name.utf8) }?.value
  }

  /// The elements of an array.
  package var elements: [ReadJSON] { if case .array(let elements) = self { elements } else { [] } }

  /// The text of a string.
  package var text: String? {
    if case .string(let bytes) = self { String(decoding: bytes, as: UTF8.self) } else { nil }
  }
}

extension ReadJSON {
  /// The value as JSON.
  package var json: String {
    switch self {
    case .object(let members):
      "{\(members.map { "\(ReadJSON.string($0.name).json): \($0.value.json)" }.joined(separator: ", "))}"
    case .array(let elements): "[\(elements.map(\.json).joined(separator: ", "))]"
    case .string(let bytes):
      "\"\(String(decoding: bytes, as: UTF8.self).replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
    case .number(let text), .word(let text): text
    }
  }
}

private struct Reader {
  let text: [UInt8]
  var place = 0

  init(text: [UInt8]) { self.text = text }

  mutating func next() -> UInt8 {
    while [0x20, 0x0A, 0x0D, 0x09].contains(text[place]) { place += 1 }
    return text[place]
  }

  mutating func value() -> ReadJSON {
    switch next() {
    case UInt8(ascii: "{"):
      var members: [ReadJSON.Member] = []
      place += 1
      while next() != UInt8(ascii: "}") {
        if next() == UInt8(ascii: ",") { place += 1 }
        _ = next()
        let name = string()
        _ = next()
        place += 1
        members.append(ReadJSON.Member(name: name, value: value()))
      }
      place += 1
      return .object(members)
    case UInt8(ascii: "["):
      var elements: [ReadJSON] = []
      place += 1
      while next() != UInt8(ascii: "]") {
        if next() == UInt8(ascii: ",") { place += 1 }
        elements.append(value())
      }
      place += 1
      return .array(elements)
    case UInt8(ascii: "\""): return .string(string())
    default:
      let start = place
      while place < text.count, !Array(",]} \n\r\t".utf8).contains(text[place]) { place += 1 }
      let word = String(decoding: text[start..<place], as: UTF8.self)
      return word.first?.isLetter == true ? .word(word) : .number(word)
    }
  }

  /// Reads a string; of the escapes those that tests write.
  mutating func string() -> [UInt8] {
    var result: [UInt8] = []
    place += 1
    while text[place] != UInt8(ascii: "\"") {
      if text[place] == UInt8(ascii: "\\") {
        place += 1
        if text[place] == UInt8(ascii: "u") {
          let digits = String(decoding: text[(place + 1)...(place + 4)], as: UTF8.self)
          let scalar = UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init) ?? "?"
          result += Array(String(Character(scalar)).utf8)
          place += 5
          continue
        }
        let controls = ["n": 10, "r": 13, "t": 9, "b": 8, "f": 12] as [Character: UInt8]
        result.append(controls[Character(Unicode.Scalar(text[place]))] ?? text[place])
        place += 1
        continue
      }
      result.append(text[place])
      place += 1
    }
    place += 1
    return result
  }
}
