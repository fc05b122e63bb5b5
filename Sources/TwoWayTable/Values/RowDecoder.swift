/// Decodes a value out of the texts of a row.
struct RowDecoder: Decoder {
  let fields: [String: String]
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(
    keyedBy type: Key.Type
  ) throws -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(RowContainer(fields: fields))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw notAField([]) }
  func singleValueContainer() throws -> any SingleValueDecodingContainer { throw notAField([]) }
}

/// What is no member of a row.
private func notAField(_ path: [any CodingKey]) -> DecodingError {
  .dataCorrupted(.init(codingPath: path, debugDescription: "a row holds single values by key"))
}

private struct RowContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let fields: [String: String]
  var codingPath: [any CodingKey] { [] }
  var allKeys: [Key] { fields.keys.sorted().compactMap { Key(stringValue: $0) } }

  func contains(_ key: Key) -> Bool { fields[key.stringValue] != nil }
  func decodeNil(forKey key: Key) throws -> Bool { fields[key.stringValue] == nil }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    guard let text = fields[key.stringValue] else {
      throw DecodingError.valueNotFound(
        type, .init(codingPath: [key], debugDescription: "the field holds nothing"))
    }
    return try Value(from: FieldDecoder(text: text, codingPath: [key]))
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> { throw notAField([key]) }
  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    throw notAField([key])
  }
  func superDecoder() throws -> any Decoder { throw notAField([]) }
  func superDecoder(forKey key: Key) throws -> any Decoder { throw notAField([key]) }
}

/// Decodes one field; what is no text is read from it.
private struct FieldDecoder: Decoder, SingleValueDecodingContainer {
  let text: String
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    throw notAField(codingPath)
  }
  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw notAField(codingPath) }
  func singleValueContainer() throws -> any SingleValueDecodingContainer { self }

  func decodeNil() -> Bool { false }
  func decode(_ type: String.Type) throws -> String { text }
  func decode(_ type: Bool.Type) throws -> Bool { try read(Bool.init) }
  func decode(_ type: Double.Type) throws -> Double { try read(Double.init) }
  func decode(_ type: Float.Type) throws -> Float { try read(Float.init) }
  func decode(_ type: Int.Type) throws -> Int { try read { Int($0) } }
  func decode(_ type: Int8.Type) throws -> Int8 { try read { Int8($0) } }
  func decode(_ type: Int16.Type) throws -> Int16 { try read { Int16($0) } }
  func decode(_ type: Int32.Type) throws -> Int32 { try read { Int32($0) } }
  func decode(_ type: Int64.Type) throws -> Int64 { try read { Int64($0) } }
  func decode(_ type: UInt.Type) throws -> UInt { try read { UInt($0) } }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try read { UInt8($0) } }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try read { UInt16($0) } }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try read { UInt32($0) } }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try read { UInt64($0) } }
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try Value(from: self) }

  private func read<Value>(_ read: (String) -> Value?) throws -> Value {
    guard let value = read(text) else {
      throw DecodingError.typeMismatch(
        Value.self,
        .init(codingPath: codingPath, debugDescription: "the field holds \"\(text)\""))
    }
    return value
  }
}
