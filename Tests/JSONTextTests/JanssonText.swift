import CJansson
import JSONText

/// The value of a text as jansson reads and writes it, to compare with this package's readers.
struct JanssonText {
  let bytes: [UInt8]
  let repeatsKeys: Bool

  // Macros, which Swift cannot see: JSON_COMPACT and JSON_REJECT_DUPLICATES.
  private static let (compact, rejectDuplicates) = (0x20, 0x1)

  /// Nil if jansson rejects the text, or if the text contains NUL, which jansson skips after numbers.
  init?(of text: [UInt8]) {
    let chars = text.map { CChar(bitPattern: $0) }
    guard !chars.contains(0), let value = json_loadb(chars, chars.count, 0, nil) else { return nil }
    defer { json_decref(value) }
    let flags = Self.compact | setpoint_json_encode_flags
    let size = json_dumpb(value, nil, 0, flags)
    bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      buffer.withMemoryRebound(to: CChar.self) {
        _ = json_dumpb(value, $0.baseAddress, size, flags)
      }
      count = size
    }
    let strict = json_loadb(chars, chars.count, Self.rejectDuplicates, nil)
    repeatsKeys = strict == nil
    json_decref(strict)
  }
}
