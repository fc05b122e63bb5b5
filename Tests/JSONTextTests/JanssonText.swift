import CJansson
import JSONText

/// What jansson by itself reads in a text, written by jansson: the measure of what is read here.
struct JanssonText {
  let bytes: [UInt8]
  let repeatsKeys: Bool

  /// Nil when jansson refuses the text, or it holds NUL, which jansson passes over behind numbers.
  init?(of text: [UInt8]) {
    let chars = text.map { CChar(bitPattern: $0) }
    guard !chars.contains(0), let value = json_loadb(chars, chars.count, 0, nil) else { return nil }
    defer { json_decref(value) }
    let flags = setpoint_json_compact | setpoint_json_real_precision(15)
    let size = json_dumpb(value, nil, 0, flags)
    bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      buffer.withMemoryRebound(to: CChar.self) {
        _ = json_dumpb(value, $0.baseAddress, size, flags)
      }
      count = size
    }
    let strict = json_loadb(chars, chars.count, setpoint_json_reject_duplicates, nil)
    repeatsKeys = strict == nil
    json_decref(strict)
  }
}

extension JSONValue {
  /// Takes a value of a tree, as a value to be written.
  init(_ node: JSONNode) {
    switch node.kind {
    case .object: self = .object(node.members.map { Member($0.key, JSONValue($0.value)) })
    case .array: self = .array(node.elements.map { JSONValue($0) })
    case .string: self = .string(node.string ?? "")
    case .integer: self = .integer(node.integer ?? 0)
    case .real: self = .real(node.number ?? 0)
    case .boolean: self = .boolean(node.boolean ?? false)
    case .null: self = .null
    }
  }
}
