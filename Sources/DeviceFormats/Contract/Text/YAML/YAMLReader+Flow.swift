import JSONText

// Collections in brackets.

extension YAMLReader {
  /// A collection in brackets.
  mutating func flow(_ depth: Int) throws(Fault) {
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
    try readTag()
    switch peek {
    case UInt8(ascii: "{"), UInt8(ascii: "["): try flow(depth + 1)
    case UInt8(ascii: "\""), UInt8(ascii: "'"): try quoted(asKey: false)
    case UInt8(ascii: "*"), UInt8(ascii: "&"):
      throw fault("anchors and aliases inside of brackets cannot be read")
    default:
      let end = flowPlainEnd(isKey: false)
      let text = trimmed(position..<end)
      if text.contains(": ") { throw fault("a colon inside of a value; put the value in quotes") }
      appendScalar(text, at: position, isQuoted: false)
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
}
