import CJansson
import Diagnostics

/// A parsed JSON text; owns jansson's tree and frees it.
///
/// Immutable after parsing, so that threads may read it together.
package final class JSONTree: @unchecked Sendable {
  private let handle: UnsafeMutablePointer<json_t>
  private let arena: UnsafeMutablePointer<setpoint_arena>
  /// Whether some object has the same key twice; the last of them is the one in the tree.
  package let hasDuplicateKeys: Bool

  /// Parses `bytes`, which must be one JSON object or array in UTF-8 without a byte order mark.
  ///
  /// - Throws: `JSONSyntaxError`, with the place of the first fault. Numbers that no `Double` or
  ///   `Int64` can hold, lone surrogates, NUL and what exceeds `JSONLimits` are faults.
  package convenience init(parsing bytes: [UInt8]) throws(JSONSyntaxError) {
    try self.init(parsing: bytes[...])
  }

  /// Parses a part of a larger text; places in errors count from the part's beginning.
  ///
  /// - Throws: `JSONSyntaxError`, as above.
  package init(parsing bytes: ArraySlice<UInt8>) throws(JSONSyntaxError) {
    let parsed = bytes.withUnsafeBytes { Self.parse($0) }
    let tree = try parsed.get()
    (handle, arena, hasDuplicateKeys) = (tree.root, tree.arena, tree.hasDuplicateKeys)
  }

  deinit { setpoint_arena_destroy(arena) }

  /// The value at the top.
  package var root: JSONNode { JSONNode(handle, in: self) }

  private typealias Parsed = (
    root: UnsafeMutablePointer<json_t>, arena: UnsafeMutablePointer<setpoint_arena>,
    hasDuplicateKeys: Bool
  )

  /// Tells jansson, before the first tree, to take memory from arenas.
  private static let usesArenas: Void = setpoint_arena_install()

  private static func parse(
    _ bytes: UnsafeRawBufferPointer
  ) -> Result<Parsed, JSONSyntaxError> {
    if let fault = JSONLimits.fault(in: bytes) { return .failure(fault) }
    _ = usesArenas
    var error = json_error_t()
    var root: UnsafeMutablePointer<json_t>?
    let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
    let text = start ?? UnsafePointer(bitPattern: 1)
    if setpoint_json_has_nul(text, bytes.count) == 0 {
      // Refusing repeated keys, jansson looks every key up once more, a tenth of its time; where no
      // escape hides a colon, counting them tells as much.
      if setpoint_json_occurrences(text, bytes.count, CChar(0x5C)) == 0,
        let arena = setpoint_arena_parse(text, bytes.count, 0, &root, &error), let root
      {
        let isWhole =
          setpoint_json_occurrences(text, bytes.count, CChar(0x3A))
          == setpoint_json_tree_colons(root)
        return .success((root, arena, !isWhole))
      }
      if let arena = setpoint_arena_parse(
        text, bytes.count, setpoint_json_reject_duplicates, &root, &error), let root
      {
        return .success((root, arena, false))
      }
      if setpoint_json_error_code(&error) == Int32(json_error_duplicate_key.rawValue),
        let arena = setpoint_arena_parse(text, bytes.count, 0, &root, &error), let root
      {
        return .success((root, arena, true))
      }
    }
    // jansson decides that the text is wrong; the scanner says what and where, more plainly.
    var scanner = JSONScanner(bytes)
    let explained = scanner.fault()
    return .failure(
      explained
        ?? JSONSyntaxError(
          String(cString: setpoint_json_error_text(&error)).printable,
          at: max(0, Int(error.position) - 1)))
  }
}

/// A value in a tree; keeps the tree alive.
package struct JSONNode: Sendable {
  private let tree: JSONTree
  nonisolated(unsafe) private let handle: UnsafeMutablePointer<json_t>

  init(_ handle: UnsafeMutablePointer<json_t>, in tree: JSONTree) {
    self.handle = handle
    self.tree = tree
  }

  /// What kind of value it is.
  package var kind: JSONKind {
    switch setpoint_json_type(handle) {
    case JSON_OBJECT: .object
    case JSON_ARRAY: .array
    case JSON_STRING: .string
    case JSON_INTEGER: .integer
    case JSON_REAL: .real
    case JSON_NULL: .null
    default: .boolean
    }
  }

  /// The member `key`; nil when there is none or the value is no object.
  package subscript(key: String) -> JSONNode? {
    json_object_get(handle, key).map { JSONNode($0, in: tree) }
  }

  /// The element `index`; nil when there is none or the value is no array.
  package subscript(index: Int) -> JSONNode? {
    guard index >= 0 else { return nil }
    return json_array_get(handle, index).map { JSONNode($0, in: tree) }
  }

  /// How many members or elements there are; 0 for other kinds.
  package var count: Int {
    let kind = setpoint_json_type(handle)
    return kind == JSON_OBJECT
      ? json_object_size(handle) : kind == JSON_ARRAY ? json_array_size(handle) : 0
  }

  /// The elements of an array; empty for other kinds.
  package var elements: [JSONNode] {
    guard kind == .array else { return [] }
    return (0..<json_array_size(handle)).compactMap { self[$0] }
  }

  /// The members of an object in the order of the text; empty for other kinds.
  package var members: [(key: String, value: JSONNode)] {
    var result: [(key: String, value: JSONNode)] = []
    var cursor = cursor
    while cursor.advance() { result.append((cursor.key, cursor.value)) }
    return result
  }

  /// A cursor before the first member of an object; before nothing for other kinds.
  package var cursor: JSONMemberCursor { JSONMemberCursor(tree: tree, object: handle) }

  /// The text of a string; nil for other kinds.
  package var string: String? { Self.string(handle) }

  /// The value of a number without fraction and exponent; nil for other kinds.
  package var integer: Int? { Self.integer(handle) }

  /// The value of any number; nil for other kinds.
  package var number: Double? {
    switch setpoint_json_type(handle) {
    case JSON_INTEGER: Double(json_integer_value(handle))
    case JSON_REAL: json_real_value(handle)
    default: nil
    }
  }

  /// The value of a boolean; nil for other kinds.
  package var boolean: Bool? {
    switch setpoint_json_type(handle) {
    case JSON_TRUE: true
    case JSON_FALSE: false
    default: nil
    }
  }

  static func integer(_ handle: UnsafeMutablePointer<json_t>?) -> Int? {
    guard let handle, setpoint_json_type(handle) == JSON_INTEGER else { return nil }
    return Int(json_integer_value(handle))
  }

  static func string(_ handle: UnsafeMutablePointer<json_t>?) -> String? {
    guard let start = json_string_value(handle) else { return nil }
    return String(
      decoding: UnsafeRawBufferPointer(start: start, count: json_string_length(handle)),
      as: UTF8.self)
  }
}
