/// Encodes a value as the texts of a row.
struct RowEncoder: Encoder {
  /// What was encoded, shared by the containers that encode it.
  final class Fields {
    var values: [String: String?] = [:]
  }

  let fields = Fields()
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(RowContainer(fields: fields))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer { Nowhere(codingPath: []) }
  func singleValueContainer() -> any SingleValueEncodingContainer { Nowhere(codingPath: []) }
}

private struct RowContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let fields: RowEncoder.Fields
  var codingPath: [any CodingKey] { [] }

  mutating func encodeNil(forKey key: Key) throws { fields.values[key.stringValue] = .some(nil) }

  mutating func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    try value.encode(to: FieldEncoder(fields: fields, key: key))
  }

  // Written for nil by hand: by itself a member that is nil would be left out, and the field keep its
  // value.
  mutating func encodeIfPresent<Value: Encodable>(_ value: Value?, forKey key: Key) throws {
    if let value { try encode(value, forKey: key) } else { try encodeNil(forKey: key) }
  }
  mutating func encodeIfPresent(_ value: String?, forKey key: Key) throws { try put(value, key) }
  mutating func encodeIfPresent(_ value: Bool?, forKey key: Key) throws { try put(value, key) }
  mutating func encodeIfPresent(_ value: Int?, forKey key: Key) throws { try put(value, key) }
  mutating func encodeIfPresent(_ value: Double?, forKey key: Key) throws { try put(value, key) }
  mutating func encodeIfPresent(_ value: Float?, forKey key: Key) throws { try put(value, key) }
  mutating func encodeIfPresent(_ value: UInt?, forKey key: Key) throws { try put(value, key) }
  mutating func encodeIfPresent(_ value: Int8?, forKey key: Key) throws { try put(value, key) }
  mutating func encodeIfPresent(_ value: Int16?, forKey key: Key) throws { try put(value, key) }
  mutating func encodeIfPresent(_ value: Int32?, forKey key: Key) throws { try put(value, key) }
  mutating func encodeIfPresent(_ value: Int64?, forKey key: Key) throws { try put(value, key) }
  mutating func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws { try put(value, key) }
  mutating func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws { try put(value, key) }
  mutating func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws { try put(value, key) }
  mutating func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws { try put(value, key) }

  private func put(_ value: (some LosslessStringConvertible)?, _ key: Key) throws {
    fields.values[key.stringValue] = .some(value.map { text(of: $0) })
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> { KeyedEncodingContainer(NoRow(codingPath: [key])) }
  mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    Nowhere(codingPath: [key])
  }
  mutating func superEncoder() -> any Encoder { RowEncoder() }
  mutating func superEncoder(forKey key: Key) -> any Encoder { RowEncoder() }
}

/// Encodes one field.
private struct FieldEncoder: Encoder, SingleValueEncodingContainer {
  let fields: RowEncoder.Fields
  let key: any CodingKey
  var codingPath: [any CodingKey] { [key] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(NoRow(codingPath: codingPath))
  }
  func unkeyedContainer() -> any UnkeyedEncodingContainer { Nowhere(codingPath: codingPath) }
  func singleValueContainer() -> any SingleValueEncodingContainer { self }

  mutating func encodeNil() throws { fields.values[key.stringValue] = .some(nil) }

  mutating func encode<Value: Encodable>(_ value: Value) throws {
    if let value = value as? any LosslessStringConvertible {
      fields.values[key.stringValue] = text(of: value)
    } else {
      try value.encode(to: self)
    }
  }
}

/// A value as a field has it: a whole number without a decimal point.
private func text(of value: any LosslessStringConvertible) -> String {
  let whole = (value as? Double ?? (value as? Float).map { Double($0) }).flatMap {
    Int(exactly: $0)
  }
  return whole.map { "\($0)" } ?? value.description
}

/// Refuses what has no place in a row.
private struct Nowhere: UnkeyedEncodingContainer, SingleValueEncodingContainer {
  let codingPath: [any CodingKey]
  var count: Int { 0 }

  private func refuse(_ value: Any) -> EncodingError {
    .invalidValue(
      value, .init(codingPath: codingPath, debugDescription: "a row holds single values by key"))
  }

  mutating func encodeNil() throws { throw refuse("nil") }
  mutating func encode<Value: Encodable>(_ value: Value) throws { throw refuse(value) }
  mutating func nestedContainer<Key: CodingKey>(
    keyedBy type: Key.Type
  ) -> KeyedEncodingContainer<Key> { KeyedEncodingContainer(NoRow(codingPath: codingPath)) }
  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { self }
  mutating func superEncoder() -> any Encoder { RowEncoder() }
}

/// Refuses objects inside of a row.
private struct NoRow<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let codingPath: [any CodingKey]
  private var nowhere: Nowhere { Nowhere(codingPath: codingPath) }

  init(codingPath: [any CodingKey]) { self.codingPath = codingPath }

  mutating func encodeNil(forKey key: Key) throws {
    var nowhere = nowhere
    try nowhere.encodeNil()
  }
  mutating func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    var nowhere = nowhere
    try nowhere.encode(value)
  }
  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> { KeyedEncodingContainer(NoRow<Nested>(codingPath: [key])) }
  mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    Nowhere(codingPath: [key])
  }
  mutating func superEncoder() -> any Encoder { RowEncoder() }
  mutating func superEncoder(forKey key: Key) -> any Encoder { RowEncoder() }
}
