import CJansson
import Diagnostics

/// What jansson is asked about a text; none of its values outlives a call.
package enum JSONText {
  /// Whether a text is JSON.
  enum Verdict {
    case accepted
    /// Accepted but for an object that has the same key twice.
    case repeatsKeys
    case refused(JSONSyntaxError)
  }

  /// Has jansson judge a text that is within `JSONLimits`.
  static func verdict(on bytes: UnsafeRawBufferPointer) -> Verdict {
    var error = json_error_t()
    if accepts(bytes, setpoint_json_reject_duplicates, &error) { return .accepted }
    if setpoint_json_error_code(&error) == Int32(json_error_duplicate_key.rawValue),
      accepts(bytes, 0, &error)
    {
      return .repeatsKeys
    }
    return .refused(
      JSONSyntaxError(
        String(cString: setpoint_json_error_text(&error)).printable,
        at: max(0, Int(error.position) - 1)))
  }

  private static func accepts(
    _ bytes: UnsafeRawBufferPointer, _ flags: Int, _ error: inout json_error_t
  ) -> Bool {
    guard let text = bytes.baseAddress?.assumingMemoryBound(to: CChar.self),
      setpoint_json_has_nul(text, bytes.count) == 0,
      let value = json_loadb(text, bytes.count, flags, &error)
    else { return false }
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
