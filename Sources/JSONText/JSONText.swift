import CJansson
import Diagnostics

/// What jansson is asked about a text; none of its values outlives a call.
package enum JSONText {
  /// Has jansson read a text that the scanner read; returns whether an object has the same key twice.
  ///
  /// The scanner lets no NUL through, which jansson 2.14 passes over behind a number or a word.
  static func repeatsKeys(_ bytes: UnsafeRawBufferPointer) throws(JSONSyntaxError) -> Bool {
    var error = json_error_t()
    if accepts(bytes, setpoint_json_reject_duplicates, &error) { return false }
    if setpoint_json_error_code(&error) == Int32(json_error_duplicate_key.rawValue),
      accepts(bytes, 0, &error)
    {
      return true
    }
    throw JSONSyntaxError(
      String(cString: setpoint_json_error_text(&error)).printable,
      at: max(0, Int(error.position) - 1))
  }

  private static func accepts(
    _ bytes: UnsafeRawBufferPointer, _ flags: Int, _ error: inout json_error_t
  ) -> Bool {
    let text = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
    guard let value = json_loadb(text, bytes.count, flags, &error) else { return false }
    json_decref(value)
    return true
  }

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
