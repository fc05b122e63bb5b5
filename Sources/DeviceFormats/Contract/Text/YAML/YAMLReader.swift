import Diagnostics
import JSONText

/// Reads a document of YAML as the JSON that says the same, with the place of every value.
///
/// Block and flow collections, all five kinds of scalars, comments, anchors and aliases. Refused are
/// tags of others than YAML itself, merge keys, complex keys and a second document: what they mean is not for sure without the
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
  var json = JSONWithPlaces()
  /// What a tag makes of the next scalar: a text, or what it would be without quotes.
  var isText: Bool?
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
    try readTag()
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

  /// Passes over one of YAML's own tags, `!!str`, and remembers what it asks for.
  mutating func readTag() throws(Fault) {
    guard peek == UInt8(ascii: "!") else { return }
    let start = position
    switch try word("a tag") {
    case "!!str": isText = true
    case "!!int", "!!float", "!!bool", "!!null": isText = false
    case "!!map", "!!seq": break
    default: throw Fault(offset: start, message: "tags such as this cannot be read")
    }
    try skipSpaces()
  }

  mutating func appendScalar(_ text: String, at place: Int, isQuoted: Bool) {
    if isText ?? isQuoted {
      json.appendString(text, at: place)
    } else {
      json.appendScalar(text, at: place)
    }
    isText = nil
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
}
