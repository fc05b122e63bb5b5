import CYAML
import Diagnostics
import JSONText

/// Converts a YAML document to equivalent JSON, with the place of every value.
///
/// Uses libyaml. Rejects application tags, merge keys, complex keys and a second document, whose meaning depends on the
/// program that they were written for.
struct YAMLReader: ~Copyable {
  private let text: DeviceText
  private let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
  /// The last event, and its offset.
  private var event = yaml_event_t()
  private var place = 0
  private var json = JSONWithPlaces()
  private var anchors: [String: Range<Int>] = [:]
  /// The offset of each character, in which libyaml counts.
  private let places: [Int]

  private init(_ text: DeviceText) {
    self.text = text
    places = text.bytes.indices.filter { text.bytes[$0] & 0xC0 != 0x80 }
    yaml_parser_initialize(parser)
    yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
  }

  deinit {
    yaml_parser_delete(parser)
    parser.deallocate()
  }

  /// Converts the only document of a text; throws for the first error, and for a JSON text of more than 4 MiB.
  static func json(of text: DeviceText) throws(ImportRefusal) -> JSONWithPlaces {
    var reader = YAMLReader(text)
    try reader.read()
    return reader.json
  }

  private mutating func read() throws(ImportRefusal) {
    let input = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: text.bytes.count)
    _ = input.initialize(from: text.bytes)
    defer {
      yaml_event_delete(&event)
      input.deallocate()
    }
    yaml_parser_set_input_string(parser, input.baseAddress, input.count)
    // The start of the stream, then that of a document or the end.
    for _ in 0..<2 { try advance() }
    guard event.type == YAML_DOCUMENT_START_EVENT else { return json.append("null") }
    try advance()
    try value(depth: 0)
    for _ in 0..<2 { try advance() }
    try refuse(event.type != YAML_STREAM_END_EVENT, "a second document; leave one in the file")
  }

  private mutating func advance() throws(ImportRefusal) {
    yaml_event_delete(&event)
    guard yaml_parser_parse(parser, &event) == 1 else { throw syntaxFault() }
    place = offset(of: event.start_mark.index)
  }

  /// Appends the value that begins with the last event, and ends with its last one.
  private mutating func value(depth: Int) throws(ImportRefusal) {
    let start = json.text.count
    try refuseSize(start)
    let anchor: String?
    switch event.type {
    case YAML_ALIAS_EVENT:
      let name = String(cString: event.data.alias.anchor)
      guard let range = anchors[name] else {
        throw text.fault(at: place, "there is no anchor \(name.quoted())")
      }
      try refuseSize(start + range.count)
      return json.repeatPart(range)
    case YAML_SCALAR_EVENT:
      anchor = Self.string(event.data.scalar.anchor)
      try scalar()
    default:
      // Mappings and sequences begin alike.
      let isMapping = event.type == YAML_MAPPING_START_EVENT
      let tag = Self.tags + (isMapping ? "map" : "seq")
      anchor = Self.string(event.data.mapping_start.anchor)
      try refuse(depth >= JSONLimits.nesting, "values are nested too deeply")
      try refuse(Self.string(event.data.mapping_start.tag) ?? tag != tag, Self.unknownTag)
      json.append(isMapping ? "{" : "[", at: place)
      try advance()
      var separator = ""
      while event.type != YAML_MAPPING_END_EVENT, event.type != YAML_SEQUENCE_END_EVENT {
        json.append(separator)
        if isMapping { try key() }
        try value(depth: depth + 1)
        try advance()
        separator = ","
      }
      json.append(isMapping ? "}" : "]")
    }
    if let anchor { anchors[anchor] = start..<json.text.count }
  }

  private mutating func key() throws(ImportRefusal) {
    try refuse(event.type != YAML_SCALAR_EVENT, "complex keys are not supported")
    let string = try string()
    let isPlain = event.data.scalar.style == YAML_PLAIN_SCALAR_STYLE
    try refuse(isPlain && string == "<<", "merge keys cannot be read")
    try refuseSize(json.text.count)
    json.appendString(string, at: place)
    json.append(":")
    try advance()
  }

  private mutating func scalar() throws(ImportRefusal) {
    let string = try string()
    let tag = Self.string(event.data.scalar.tag)
    if tag == nil && event.data.scalar.style != YAML_PLAIN_SCALAR_STYLE || tag == Self.tags + "str"
    {
      return json.appendString(string, at: place)
    }
    let known = [nil, "int", "float", "bool", "null"].map { $0.map { Self.tags + $0 } }
    try refuse(!known.contains(tag), Self.unknownTag)
    json.appendScalar(string, at: place)
  }

  /// The text of the last event, a scalar.
  private func string() throws(ImportRefusal) -> String {
    let scalar = event.data.scalar
    let string = String(
      decoding: UnsafeBufferPointer(start: scalar.value, count: scalar.length), as: UTF8.self)
    try refuse(string.utf8.contains(0), "this text contains U+0000")
    return string
  }

  private static let tags = "tag:yaml.org,2002:"
  private static let unknownTag: Sentence = "tags such as this cannot be read"

  private static func string(_ text: UnsafeMutablePointer<UInt8>?) -> String? {
    text.map { String(cString: $0) }
  }

  private func refuseSize(_ count: Int) throws(ImportRefusal) {
    try refuse(count > JSONLimits.size, "the values are larger than \(JSONLimits.sizeText)")
  }

  private func refuse(_ isWrong: Bool, _ message: Sentence) throws(ImportRefusal) {
    if isWrong { throw text.fault(at: place, message) }
  }

  /// The error reported by libyaml.
  private func syntaxFault() -> ImportRefusal {
    let found = parser.pointee
    guard let problem = found.problem else { return text.fault(at: 0, "not readable") }
    let message = String(cString: problem)
    if found.error == YAML_READER_ERROR {
      return text.fault(at: min(found.problem_offset, text.bytes.count), Sentence(message))
    }
    let place = offset(of: found.problem_mark.index)
    if place < text.bytes.count, text.bytes[place] == UInt8(ascii: "\t") {
      return text.fault(at: place, "a tab cannot indent")
    }
    let context = found.context.map { " \(String(cString: $0))" } ?? ""
    return text.fault(at: place, "\(message)\(context)")
  }

  /// Converts an offset in characters to bytes.
  private func offset(of characters: Int) -> Int {
    characters < places.count ? places[characters] : text.bytes.count
  }
}
