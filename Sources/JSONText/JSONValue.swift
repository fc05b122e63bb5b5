import CJansson

/// A JSON value to be written.
package indirect enum JSONValue: Sendable, Hashable {
  case object([Member])
  case array([JSONValue])
  case string(String)
  case integer(Int)
  /// A number that is written with a decimal point, `20.0`.
  case real(Double)
  case boolean(Bool)
  case null

  /// A member of an object; order is kept.
  package struct Member: Sendable, Hashable {
    package let key: String
    package let value: JSONValue

    package init(_ key: String, _ value: JSONValue) {
      self.key = key
      self.value = value
    }
  }

  /// Makes an object of names and values; order is kept.
  package static func object(_ members: KeyValuePairs<String, JSONValue>) -> JSONValue {
    .object(members.map { Member($0.key, $0.value) })
  }

  /// A string, or null for nil.
  package static func optional(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }

  /// An integer, or null for nil.
  package static func optional(_ number: Int?) -> JSONValue { number.map { .integer($0) } ?? .null }
}

/// How a value is laid out.
package enum JSONLayout: Sendable {
  /// On one line without blanks, `{"a":1}`.
  case compact
  /// On one line with blanks after colons and commas, `{"a": 1}`.
  case spaced
  /// On many lines, each level two blanks further in.
  case indented
}

extension JSONValue {
  /// The value as JSON text in UTF-8, written by jansson.
  package func encoded(_ layout: JSONLayout = .compact) -> [UInt8] {
    let layoutFlags =
      switch layout {
      case .compact: setpoint_json_compact
      case .spaced: 0
      case .indented: setpoint_json_indent(2)
      }
    // 15 digits show every decimal that a Double keeps, 64.1 and not 64.099999999999994.
    let flags = layoutFlags | setpoint_json_encode_any | setpoint_json_real_precision(15)
    let handle = makeHandle()
    defer { json_decref(handle) }
    var result: [UInt8] = []
    let size = json_dumpb(handle, nil, 0, flags)
    result = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      buffer.withMemoryRebound(to: CChar.self) { chars in
        count = json_dumpb(handle, chars.baseAddress, size, flags)
      }
    }
    return result
  }

  /// The value as a string, for printing: nothing in it acts on a terminal.
  package func text(_ layout: JSONLayout = .compact) -> String {
    String(decoding: encoded(layout).printableJSON, as: UTF8.self)
  }

  private func makeHandle() -> UnsafeMutablePointer<json_t>? {
    switch self {
    case .object(let members):
      let object = json_object()
      for member in members {
        var key = member.key
        _ = key.withUTF8 { bytes in
          bytes.withMemoryRebound(to: CChar.self) {
            json_object_setn_new_nocheck(
              object, $0.baseAddress, $0.count, member.value.makeHandle())
          }
        }
      }
      return object
    case .array(let elements):
      let array = json_array()
      for element in elements { json_array_append_new(array, element.makeHandle()) }
      return array
    case .string(var text):
      return text.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) {
          json_stringn_nocheck($0.baseAddress ?? UnsafePointer(bitPattern: 1), $0.count)
        }
      }
    case .integer(let number): return json_integer(json_int_t(number))
    case .real(let number): return json_real(number)
    case .boolean(let flag): return flag ? json_true() : json_false()
    case .null: return json_null()
    }
  }
}
