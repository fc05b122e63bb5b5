import Diagnostics
import JSONText

/// Reads a document of YAML as the JSON that says the same, with the place of every value.
///
/// Block and flow collections, all five kinds of scalars, comments, anchors and aliases. Refused are
/// tags, merge keys, complex keys and a second document: what they mean is not for sure without the
/// program that they were written for.
struct YAMLReader {
  /// Why a text cannot be read, and where.
  struct Fault: Error {
    let offset: Int
    let message: String
  }

  let bytes: [UInt8]
  var position = 0
  /// Where the line of the cursor begins.
  var lineStart = 0
  private(set) var json = JSONWithPlaces()
  private var anchors: [String: Range<Int>] = [:]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { (position, lineStart) = (3, 3) }
  }

  /// The JSON of the only document.
  ///
  /// - Throws: `Fault` at the first character that has no place, and for a JSON of more than 4 MiB.
  mutating func document() throws(Fault) -> JSONWithPlaces {
    try skipBlanks()
    while peek == UInt8(ascii: "%"), column == 0 {
      skipLine()
      try skipBlanks()
    }
    if startsMarker("---") {
      position += 3
      try skipBlanks()
    }
    try value(indent: -1, isInSequence: false, depth: 0)
    try skipBlanks()
    if startsMarker("...") {
      position += 3
      try skipBlanks()
    }
    if startsMarker("---") { throw fault("a second document; leave one in the file") }
    guard position == bytes.count else { throw fault("this has no place here") }
    return json
  }

  // MARK: Block collections

  /// A value that stands at the cursor or on lines further in than `indent`.
  ///
  /// With `isInSequence` false, a sequence may begin as far in as the key that it belongs to.
  private mutating func value(
    indent: Int, isInSequence: Bool, depth: Int
  ) throws(Fault) {
    guard depth < JSONLimits.nesting else { throw fault("values are nested too deeply") }
    guard json.text.count <= JSONLimits.size else {
      throw fault("the values are larger than \(JSONLimits.sizeText)")
    }
    let (line, start) = (lineStart, position)
    try skipBlanks()
    let isOnLine = lineStart == line
    let least = !isInSequence && isSequenceEntry && !isOnLine ? indent : indent + 1
    if position == bytes.count || (!isOnLine && column < least) || startsMarker("...")
      || startsMarker("---")
    {
      return json.append("null", at: start)
    }
    if peek == UInt8(ascii: "*") { return try alias() }
    if peek == UInt8(ascii: "!") { throw fault("tags such as this cannot be read") }
    if peek == UInt8(ascii: "&") {
      position += 1
      let name = try word("an anchor")
      let start = json.text.count
      try skipSpaces()
      try value(indent: indent, isInSequence: isInSequence, depth: depth + 1)
      anchors[name] = start..<json.text.count
      return
    }
    if isSequenceEntry { return try sequence(depth) }
    if isMappingKey { return try mapping(depth) }
    switch peek {
    case UInt8(ascii: "{"), UInt8(ascii: "["): try flow(depth)
    case UInt8(ascii: "|"), UInt8(ascii: ">"): return blockText(indent)
    case UInt8(ascii: "\""), UInt8(ascii: "'"): try quoted(asKey: false)
    case UInt8(ascii: "?") where isBlank(position + 1): throw fault("complex keys cannot be read")
    default: try plain(indent: indent)
    }
    try endLine()
  }

  private mutating func sequence(_ depth: Int) throws(Fault) {
    let indent = column
    json.append("[", at: position)
    var isFirst = true
    while position < bytes.count, column == indent, isSequenceEntry {
      if !isFirst { json.append(",") }
      isFirst = false
      position += 1
      try skipSpaces()
      try value(indent: indent, isInSequence: true, depth: depth + 1)
      try skipBlanks()
    }
    try checkIndent(indent)
    json.append("]")
  }

  private mutating func mapping(_ depth: Int) throws(Fault) {
    let indent = column
    json.append("{", at: position)
    var isFirst = true
    while position < bytes.count, column == indent, isMappingKey {
      if !isFirst { json.append(",") }
      isFirst = false
      try key()
      try skipSpaces()
      try value(indent: indent, isInSequence: false, depth: depth + 1)
      try skipBlanks()
    }
    try checkIndent(indent)
    json.append("}")
  }

  /// Refuses a line that is further in than the collection which ends before it.
  private func checkIndent(_ indent: Int) throws(Fault) {
    guard position < bytes.count, column > indent, !startsMarker("---"), !startsMarker("...")
    else { return }
    throw fault(
      bytes[lineStart..<position].contains(0x09)
        ? "a tab, which cannot indent" : "this has no place here")
  }

  /// A key and its colon.
  private mutating func key() throws(Fault) {
    if peek == UInt8(ascii: "\"") || peek == UInt8(ascii: "'") {
      try quoted(asKey: true)
      try skipSpaces()
    } else {
      let end = plainKeyEnd ?? position
      let text = trimmed(position..<end)
      if text == "<<" { throw fault("merge keys cannot be read") }
      json.appendString(text, at: position)
      position = end
    }
    guard peek == UInt8(ascii: ":") else { throw fault("expected a colon") }
    position += 1
    json.append(":")
  }

  private mutating func alias() throws(Fault) {
    let start = position
    position += 1
    let name = try word("an alias")
    guard let range = anchors[name] else {
      throw Fault(offset: start, message: "there is no anchor \(name.quoted())")
    }
    guard json.text.count + range.count <= JSONLimits.size else {
      throw Fault(offset: start, message: "the values are larger than \(JSONLimits.sizeText)")
    }
    json.repeatPart(range)
    try endLine()
  }

  private mutating func word(_ what: String) throws(Fault) -> String {
    let start = position
    while position < bytes.count, bytes[position] > 0x20,
      !"[]{},".utf8.contains(bytes[position])
    { position += 1 }
    guard position > start else { throw fault("expected the name of \(what)") }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  // MARK: Flow collections

  private mutating func flow(_ depth: Int) throws(Fault) {
    guard depth < JSONLimits.nesting else { throw fault("values are nested too deeply") }
    let isMapping = peek == UInt8(ascii: "{")
    let end = UInt8(ascii: isMapping ? "}" : "]")
    let start = position
    json.append(isMapping ? "{" : "[", at: position)
    position += 1
    var isFirst = true
    while true {
      try skipBlanks()
      guard position < bytes.count else {
        throw Fault(offset: start, message: "this does not end with \(isMapping ? "}" : "]")")
      }
      if peek == end { break }
      if !isFirst { json.append(",") }
      isFirst = false
      if isMapping {
        try flowKey()
        try skipBlanks()
      }
      if peek == UInt8(ascii: ",") && !isMapping { throw fault("expected a value") }
      try flowValue(depth)
      try skipBlanks()
      if peek == UInt8(ascii: ",") {
        position += 1
      } else if peek != end {
        throw fault("expected a comma or \(isMapping ? "}" : "]")")
      }
    }
    position += 1
    json.append(isMapping ? "}" : "]")
  }

  private mutating func flowKey() throws(Fault) {
    if peek == UInt8(ascii: "\"") || peek == UInt8(ascii: "'") {
      try quoted(asKey: true)
    } else {
      let end = flowPlainEnd(isKey: true)
      let text = trimmed(position..<end)
      if text.isEmpty { throw fault("expected a key") }
      if text == "<<" { throw fault("merge keys cannot be read") }
      json.appendString(text, at: position)
      position = end
    }
    try skipBlanks()
    guard peek == UInt8(ascii: ":") else {
      throw fault(peek == nil ? "the text ends inside of brackets" : "expected a colon")
    }
    position += 1
    json.append(":")
  }

  private mutating func flowValue(_ depth: Int) throws(Fault) {
    switch peek {
    case UInt8(ascii: "{"), UInt8(ascii: "["): try flow(depth + 1)
    case UInt8(ascii: "\""), UInt8(ascii: "'"): try quoted(asKey: false)
    case UInt8(ascii: "*"), UInt8(ascii: "&"), UInt8(ascii: "!"):
      throw fault("anchors, aliases and tags inside of brackets cannot be read")
    default:
      let end = flowPlainEnd(isKey: false)
      let text = trimmed(position..<end)
      if text.contains(": ") { throw fault("a colon inside of a value; put the value in quotes") }
      json.appendScalar(text, at: position)
      position = end
    }
  }

  private func flowPlainEnd(isKey: Bool) -> Int {
    var index = position
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: "{"),
        UInt8(ascii: "["), 0x0A:
        return index
      case UInt8(ascii: ":")
      where isKey && (isBlank(index + 1) || ",}]".utf8.contains(bytes[index + 1])):
        return index
      case UInt8(ascii: "#") where index > 0 && bytes[index - 1] <= 0x20: return index
      default: index += 1
      }
    }
    return index
  }

  // MARK: Scalars

  /// A scalar without quotes, which may go on in lines that are further in.
  private mutating func plain(indent: Int) throws(Fault) {
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
    json.appendScalar(parts.joined(separator: " "), at: start)
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
  private mutating func blockText(_ indent: Int) {
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
  private mutating func quoted(asKey: Bool) throws(Fault) {
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
          return json.appendString(string, at: start)
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
