import Diagnostics
import JSONText

// Values that hold no others.

extension YAMLReader {
  /// A scalar without quotes, which may go on in lines that are further in.
  mutating func plain(indent: Int) throws(Fault) {
    let start = position
    guard !"@`%,]}".utf8.contains(bytes[position]) else { throw fault("this cannot begin a value") }
    var parts = [trimmed(position..<plainLineEnd)]
    position = plainLineEnd
    while let next = continuation(indent) {
      position = next
      parts.append(trimmed(position..<plainLineEnd))
      position = plainLineEnd
    }
    if parts.contains(where: { $0.contains(": ") || $0.hasSuffix(":") }) {
      throw Fault(offset: start, message: "a colon inside of a value; put the value in quotes")
    }
    appendScalar(parts.joined(separator: " "), at: start, isQuoted: false)
  }

  /// Where the next line of a plain scalar begins; nil where it ends.
  private func continuation(_ indent: Int) -> Int? {
    guard position < bytes.count, bytes[position] == 0x0A else { return nil }
    var next = self
    guard (try? next.skipBlanks()) != nil, next.position < bytes.count, next.column > indent,
      bytes[position..<next.position].allSatisfy({ $0 <= 0x20 }), !next.isMappingKey,
      !next.isSequenceEntry, !next.startsMarker("---"), !next.startsMarker("...")
    else { return nil }
    return next.position
  }

  private var plainLineEnd: Int {
    var index = position
    while index < bytes.count, bytes[index] != 0x0A {
      if bytes[index] == UInt8(ascii: "#"), index > position, bytes[index - 1] <= 0x20 { break }
      index += 1
    }
    return index
  }

  /// The text of a block scalar: its lines, folded or not.
  mutating func blockText(_ indent: Int) {
    let start = position
    let isFolded = peek == UInt8(ascii: ">")
    skipLine()
    var lines: [String] = []
    while position < bytes.count {
      let end = bytes[position...].firstIndex(of: 0x0A) ?? bytes.count
      let blanks = bytes[position..<end].prefix { $0 == 0x20 }.count
      if blanks <= indent, position + blanks < end, bytes[position + blanks] > 0x20 { break }
      lines.append(trimmed(position..<end))
      position = min(end + 1, bytes.count)
      lineStart = position
    }
    while lines.last?.isEmpty == true { lines.removeLast() }
    json.appendString(lines.joined(separator: isFolded ? " " : "\n"), at: start)
  }

  /// A scalar in quotes.
  mutating func quoted(asKey: Bool) throws(Fault) {
    let start = position
    let quote = bytes[position]
    position += 1
    var text: [UInt8] = []
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      if byte == quote {
        guard quote == UInt8(ascii: "'"), peek == quote else {
          guard let string = String(validating: text, as: UTF8.self) else {
            throw Fault(offset: start, message: "this text is not UTF-8")
          }
          return asKey
            ? json.appendString(string, at: start)
            : appendScalar(string, at: start, isQuoted: true)
        }
        position += 1
        text.append(quote)
      } else if byte == UInt8(ascii: "\\"), quote == UInt8(ascii: "\"") {
        text += try escape()
      } else if byte == 0x0A {
        if asKey { break }
        lineStart = position
        while text.last == 0x20 || text.last == 0x0D { text.removeLast() }
        text.append(0x20)
        while let next = peek, next == 0x20 || next == 0x09 { position += 1 }
      } else {
        text.append(byte)
      }
    }
    throw Fault(offset: start, message: "the text that begins here does not end")
  }

  private mutating func escape() throws(Fault) -> [UInt8] {
    guard let letter = peek else { throw fault("the text does not end") }
    position += 1
    let digits = [UInt8(ascii: "x"): 2, UInt8(ascii: "u"): 4, UInt8(ascii: "U"): 8]
    if let count = digits[letter] {
      let end = min(position + count, bytes.count)
      let text = String(decoding: bytes[position..<end], as: UTF8.self)
      guard text.utf8.count == count, let code = UInt32(text, radix: 16),
        let scalar = Unicode.Scalar(code), code > 0
      else { throw fault("expected \(count) hexadecimal digits of a character") }
      position = end
      return Array(String(Character(scalar)).utf8)
    }
    let plain: [UInt8: String] = [
      0x6E: "\n", 0x74: "\t", 0x72: "\r", 0x22: "\"", 0x5C: "\\", 0x2F: "/", 0x20: " ",
      0x62: "\u{8}", 0x66: "\u{C}", 0x65: "\u{1B}", 0x61: "\u{7}", 0x76: "\u{B}",
      0x5F: "\u{A0}", 0x4E: "\u{85}", 0x4C: "\u{2028}", 0x50: "\u{2029}",
    ]
    if letter == 0x0A {
      lineStart = position
      while let next = peek, next == 0x20 || next == 0x09 { position += 1 }
      return []
    }
    guard let text = plain[letter] else { throw fault("this escape has no meaning") }
    return Array(text.utf8)
  }
}
