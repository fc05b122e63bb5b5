package import JSONText

extension JSONValue: ExpressibleByDictionaryLiteral {
  /// Makes an object of a literal; order is kept.
  package init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(elements.map { Member($0.0, $0.1) })
  }
}

extension JSONValue: ExpressibleByStringLiteral {
  /// Makes a string of a literal.
  package init(stringLiteral value: String) { self = .string(value) }
}

extension JSONValue {
  /// A temperature: an integer where it is whole.
  static func degrees(_ value: Hundredths) -> JSONValue {
    value.isMultiple(of: 100) ? .integer(value.count / 100) : .real(value)
  }

  /// A temperature that is always a real number, `20.0`.
  static func real(_ value: Hundredths) -> JSONValue { .real(Double(value.count) / 100) }

  /// Copies a value that was read.
  init(_ node: JSONNode) {
    switch node.kind {
    case .object: self = .object(node.members.map { Member($0.key, JSONValue($0.value)) })
    case .array: self = .array(node.elements.map { JSONValue($0) })
    case .string: self = .string(node.string ?? "")
    case .integer: self = .integer(node.integer ?? 0)
    case .real: self = .real(node.number ?? 0)
    case .boolean: self = .boolean(node.boolean ?? false)
    case .null: self = .null
    }
  }
}
