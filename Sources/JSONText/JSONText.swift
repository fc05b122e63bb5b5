import CJansson
import Diagnostics

/// What jansson is asked about a text; none of its values outlives a call.
package enum JSONText {
  /// Has jansson load a text, which a document that is opened must pass as well.
  ///
  /// - Throws: `JSONSyntaxError` in jansson's words. No text is known that the scanner accepts and
  ///   jansson does not.
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

  /// The text of a JSON string that stands in `bytes` with its quotes; escapes are resolved by jansson.
  package static func decodedString(_ bytes: ArraySlice<UInt8>) -> String {
    bytes.withUnsafeBytes { decodedString($0) }
  }

  /// The same of bytes that are lent.
  package static func decodedString(_ bytes: UnsafeRawBufferPointer) -> String {
    let inner = bytes.dropFirst().dropLast()
    guard inner.contains(UInt8(ascii: "\\")) else { return String(decoding: inner, as: UTF8.self) }
    let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
    let value = json_loadb(start, bytes.count, setpoint_json_decode_any, nil)
    defer { json_decref(value) }
    guard let text = json_string_value(value) else { return "" }
    return String(
      decoding: UnsafeRawBufferPointer(start: text, count: json_string_length(value)),
      as: UTF8.self)
  }

  /// Finds the end of the JSON value that begins at a byte of a line; nil where none does.
  ///
  /// A stream cuts its lines with it, also those that are no JSON as a whole. The value is only handed
  /// on: its numbers may be of any size and its strings hold any escape.
  package static func endOfValue(in line: UnsafeRawBufferPointer, at start: Int) -> Int? {
    var scanner = JSONScanner(line, at: start)
    guard (try? scanner.scanValue(key: 0..<0)) != nil else { return nil }
    return scanner.position
  }
}
