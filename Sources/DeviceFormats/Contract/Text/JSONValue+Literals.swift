package import JSONText

extension JSONValue: ExpressibleByDictionaryLiteral {
  /// An object with ordered members.
  package init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(elements.map { Member($0.0, $0.1) })
  }
}

extension JSONValue: ExpressibleByStringLiteral {
  package init(stringLiteral value: String) { self = .string(value) }
}

extension JSONValue {
  /// A temperature: an integer if it is whole.
  package static func degrees(_ value: Hundredths) -> JSONValue {
    value.isMultiple(of: 100) ? .integer(value.count / 100) : .real(value)
  }

  /// A temperature that is always a real number, `20.0`.
  static func real(_ value: Hundredths) -> JSONValue { .real(Double(value.count) / 100) }
}
