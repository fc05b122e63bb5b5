import CYAML
import Diagnostics
import JSONText

/// Converts a YAML document to equivalent JSON, with the place of every value.
///
/// Uses libyaml. Rejects application tags, merge keys, complex keys and a second document, whose meaning depends on the
/// program that they were written for.
struct YAMLReader: ~Copyable {
  /// Why a text cannot be read, and where.
  struct Fault: Error {
    let offset: Int
    let message: String
  }

  /// A collection that is not closed yet.
  private struct Collection {
    let isMapping: Bool
    let anchor: String?
    let start: Int
    var count = 0

    /// Whether the next value is a key.
    var expectsKey: Bool { isMapping && count.isMultiple(of: 2) }
  }

  private let bytes: [UInt8]
  private let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
  private var json = JSONWithPlaces()
  private var open: [Collection] = []
  private var anchors: [String: Range<Int>] = [:]
  private var documents = 0
  /// A position in the text, in characters as libyaml counts, and in bytes.
  private var mark = (characters: 0, bytes: 0)

  private init(_ bytes: [UInt8]) {
    self.bytes = bytes
    yaml_parser_initialize(parser)
    yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
  }

  deinit {
    yaml_parser_delete(parser)
    parser.deallocate()
  }

  /// Converts the only document of a text.
  ///
  /// - Throws: `Fault` for the first error, and for a JSON text of more than 4 MiB.
  static func json(of bytes: [UInt8]) throws(Fault) -> JSONWithPlaces {
    var reader = YAMLReader(bytes)
    try reader.read()
    return reader.json
  }

  private mutating func read() throws(Fault) {
    let text = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count)
    defer { text.deallocate() }
    _ = text.initialize(from: bytes)
    yaml_parser_set_input_string(parser, text.baseAddress, text.count)
    var event = yaml_event_t()
    var isAtEnd = false
    while !isAtEnd {
      guard yaml_parser_parse(parser, &event) == 1 else { throw syntaxFault() }
      defer { yaml_event_delete(&event) }
      isAtEnd = event.type == YAML_STREAM_END_EVENT
      try take(event, at: offset(of: event.start_mark.index))
    }
    if json.text.isEmpty { json.append("null") }
  }

  private mutating func take(_ event: yaml_event_t, at place: Int) throws(Fault) {
    switch event.type {
    case YAML_DOCUMENT_START_EVENT:
      documents += 1
      if documents > 1 {
        throw Fault(offset: place, message: "a second document; leave one in the file")
      }
    case YAML_SCALAR_EVENT: try scalar(event, at: place)
    case YAML_ALIAS_EVENT: try alias(String(cString: event.data.alias.anchor), at: place)
    case YAML_SEQUENCE_START_EVENT:
      let start = event.data.sequence_start
      try begin(false, anchor: start.anchor, tag: start.tag, at: place)
    case YAML_MAPPING_START_EVENT:
      let start = event.data.mapping_start
      try begin(true, anchor: start.anchor, tag: start.tag, at: place)
    case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT:
      guard let ended = open.popLast() else { return }
      json.append(ended.isMapping ? "}" : "]")
      remember(ended.anchor, from: ended.start)
    default: break
    }
  }

  // MARK: Values

  private mutating func begin(
    _ isMapping: Bool, anchor: UnsafeMutablePointer<UInt8>?, tag: UnsafeMutablePointer<UInt8>?,
    at place: Int
  ) throws(Fault) {
    guard open.count < JSONLimits.nesting else {
      throw Fault(offset: place, message: "values are nested too deeply")
    }
    if open.last?.expectsKey == true {
      throw Fault(offset: place, message: "complex keys cannot be read")
    }
    if let tag, String(cString: tag) != Self.tags + (isMapping ? "map" : "seq") {
      throw Fault(offset: place, message: "tags such as this cannot be read")
    }
    try separate(at: place)
    open.append(
      Collection(
        isMapping: isMapping, anchor: anchor.map { String(cString: $0) }, start: json.text.count))
    json.append(isMapping ? "{" : "[", at: place)
  }

  private mutating func scalar(_ event: yaml_event_t, at place: Int) throws(Fault) {
    let scalar = event.data.scalar
    let text = String(
      decoding: UnsafeBufferPointer(start: scalar.value, count: scalar.length), as: UTF8.self)
    let isPlain = scalar.style == YAML_PLAIN_SCALAR_STYLE
    if text.utf8.contains(0) { throw Fault(offset: place, message: "this text contains U+0000") }
    if open.last?.expectsKey == true {
      if isPlain, text == "<<" {
        throw Fault(offset: place, message: "merge keys cannot be read")
      }
      try separate(at: place)
      return json.appendString(text, at: place)
    }
    try separate(at: place)
    let start = json.text.count
    switch scalar.tag.map({ String(cString: $0) }) {
    case nil where isPlain: json.appendScalar(text, at: place)
    case nil, "\(Self.tags)str": json.appendString(text, at: place)
    case "\(Self.tags)int", "\(Self.tags)float", "\(Self.tags)bool", "\(Self.tags)null":
      json.appendScalar(text, at: place)
    default: throw Fault(offset: place, message: "tags such as this cannot be read")
    }
    remember(scalar.anchor.map { String(cString: $0) }, from: start)
  }

  private mutating func alias(_ name: String, at place: Int) throws(Fault) {
    guard let range = anchors[name] else {
      throw Fault(offset: place, message: "there is no anchor \(name.quoted())")
    }
    if open.last?.expectsKey == true {
      throw Fault(offset: place, message: "complex keys cannot be read")
    }
    try separate(at: place)
    guard json.text.count + range.count <= JSONLimits.size else { throw tooLarge(place) }
    json.repeatPart(range)
  }

  /// Writes the separator before a value.
  private mutating func separate(at place: Int) throws(Fault) {
    guard json.text.count <= JSONLimits.size else { throw tooLarge(place) }
    guard var collection = open.popLast() else { return }
    if collection.count > 0 {
      json.append(collection.isMapping && !collection.expectsKey ? ":" : ",")
    }
    collection.count += 1
    open.append(collection)
  }

  private mutating func remember(_ anchor: String?, from start: Int) {
    if let anchor { anchors[anchor] = start..<json.text.count }
  }

  private static let tags = "tag:yaml.org,2002:"

  // MARK: Places and faults

  private func tooLarge(_ place: Int) -> Fault {
    Fault(offset: place, message: "the values are larger than \(JSONLimits.sizeText)")
  }

  /// The error reported by libyaml.
  private mutating func syntaxFault() -> Fault {
    let found = parser.pointee
    guard let problem = found.problem else { return Fault(offset: 0, message: "not readable") }
    let message = String(cString: problem)
    if found.error == YAML_READER_ERROR {
      return Fault(offset: min(found.problem_offset, bytes.count), message: message)
    }
    let place = offset(of: found.problem_mark.index)
    if place < bytes.count, bytes[place] == UInt8(ascii: "\t") {
      return Fault(offset: place, message: "a tab cannot indent")
    }
    let context = found.context.map { " \(String(cString: $0))" } ?? ""
    return Fault(offset: place, message: message + context)
  }

  /// Converts an offset in characters to bytes.
  private mutating func offset(of characters: Int) -> Int {
    func continues(_ index: Int) -> Bool { index < bytes.count && bytes[index] & 0xC0 == 0x80 }
    while mark.characters < characters, mark.bytes < bytes.count {
      mark.bytes += 1
      while continues(mark.bytes) { mark.bytes += 1 }
      mark.characters += 1
    }
    while mark.characters > characters {
      mark.bytes -= 1
      while continues(mark.bytes) { mark.bytes -= 1 }
      mark.characters -= 1
    }
    return mark.bytes
  }
}
