import CJansson
import Diagnostics

/// Functions that use jansson; its values do not outlive a call.
package enum JSONText {
  /// Parses a text with jansson, as a second check of documents that are opened.
  ///
  /// - Throws: `JSONSyntaxError` with jansson's message. No text is known that only the scanner accepts.
  package static func load(_ bytes: [UInt8]) throws(JSONSyntaxError) {
    var error = json_error_t()
    let value = bytes.withUnsafeBytes { buffer in
      json_loadb(buffer.baseAddress?.assumingMemoryBound(to: CChar.self), buffer.count, 0, &error)
    }
    guard let value else {
      throw JSONSyntaxError(
        String(cString: setpoint_json_error_text(&error)).printable,
        at: max(0, Int(error.position) - 1))
    }
    json_decref(value)
  }

  /// Returns the value of a JSON string with its quotes; jansson resolves escapes.
  static func decodedString(_ bytes: ArraySlice<UInt8>) -> String {
    bytes.withUnsafeBytes { decodedString($0) }
  }

  /// Returns the value of a JSON string in borrowed bytes.
  static func decodedString(_ bytes: UnsafeRawBufferPointer) -> String {
    let inner = UnsafeRawBufferPointer(rebasing: bytes[1..<bytes.count - 1])
    guard inner.contains(UInt8(ascii: "\\")) else { return String(decoding: inner, as: UTF8.self) }
    let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
    let value = json_loadb(start, bytes.count, setpoint_json_decode_any, nil)
    defer { json_decref(value) }
    guard let text = json_string_value(value) else { return "" }
    return String(
      decoding: UnsafeRawBufferPointer(start: text, count: json_string_length(value)),
      as: UTF8.self)
  }
}
