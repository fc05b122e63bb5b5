/// A JSON value to write.
package enum JSONValue: Sendable, Hashable {
  case object([Member])
  case array([JSONValue])
  case string(String)
  case integer(Int)
  /// A number with a decimal point, `20.0`.
  case real(Double)
  case boolean(Bool)
  case null
  /// A value in its own spelling, valid JSON.
  case raw([UInt8])

  package struct Member: Sendable, Hashable {
    package let key: String
    package let value: JSONValue

    package init(_ key: String, _ value: JSONValue) {
      self.key = key
      self.value = value
    }
  }

  /// An object without the members that are nil.
  package static func object(known members: KeyValuePairs<String, JSONValue?>) -> JSONValue {
    .object(members.compactMap { member in member.value.map { Member(member.key, $0) } })
  }

  package static func optional(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }
  package static func strings(_ texts: [String]) -> JSONValue { .array(texts.map { .string($0) }) }
  package static func optional(_ number: Int?) -> JSONValue { number.map { .integer($0) } ?? .null }

  /// The value as JSON text in UTF-8.
  package func encoded(_ layout: JSONLayout = .compact) -> [UInt8] {
    var writer = JSONWriter(layout, isReport: false)
    writer.write(self)
    return writer.bytes
  }

  /// The value as a string that is safe to print.
  package func text(_ layout: JSONLayout = .compact) -> String {
    String(decoding: encoded(layout).printableJSON, as: UTF8.self)
  }
}

extension JSONValue: ExpressibleByDictionaryLiteral {
  package init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(elements.map { Member($0.0, $0.1) })
  }
}

extension JSONValue: ExpressibleByStringLiteral {
  package init(stringLiteral value: String) { self = .string(value) }
}

package enum JSONLayout: Sendable {
  /// On one line without spaces, `{"a":1}`.
  case compact
  /// On one line with spaces after colons and commas, `{"a": 1}`.
  case spaced
  /// On many lines, indented by two spaces per level.
  case indented
}
