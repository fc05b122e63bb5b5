import CJansson

/// What can be asked of a piece of JSON text by itself.
package enum JSONText {
  /// The text of a JSON string that stands in `bytes` with its quotes; escapes are resolved by jansson.
  package static func decodedString(_ bytes: ArraySlice<UInt8>) -> String {
    let inner = bytes.dropFirst().dropLast()
    guard inner.contains(UInt8(ascii: "\\")) else { return String(decoding: inner, as: UTF8.self) }
    return bytes.withUnsafeBytes { buffer in
      let start = buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
      let value = json_loadb(start, buffer.count, setpoint_json_decode_any, nil)
      defer { json_decref(value) }
      guard let text = json_string_value(value) else { return "" }
      return String(
        decoding: UnsafeRawBufferPointer(start: text, count: json_string_length(value)),
        as: UTF8.self)
    }
  }
}
