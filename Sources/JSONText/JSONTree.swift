import CJansson
import Diagnostics

/// A parsed JSON text; owns jansson's tree and frees it.
///
/// Immutable after parsing, so that threads may read it together.
package final class JSONTree: @unchecked Sendable {
  private let handle: UnsafeMutablePointer<json_t>
  private let arena: Arena
  /// What the tree has in common with others.
  private let shared: SharedValues?
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
  /// - Parameters:
  ///   - bytes: the part.
  ///   - inPieces: whether what jansson has judged before may be taken from there; the tree is the
  ///     same.
  /// - Throws: `JSONSyntaxError`, as above.
  package init(
    parsing bytes: ArraySlice<UInt8>, inPieces: Bool = true
  ) throws(JSONSyntaxError) {
    let parsed = bytes.withUnsafeBytes { Self.parse($0, inPieces: inPieces) }
    let tree = try parsed.get()
    (handle, arena, shared) = (tree.root, tree.arena, tree.shared)
    hasDuplicateKeys = tree.hasDuplicateKeys
  }

  deinit { arena.destroy() }

  /// The value at the top.
  package var root: JSONNode { JSONNode(handle, in: self) }

  private typealias Parsed = (
    root: UnsafeMutablePointer<json_t>, arena: Arena,
    shared: SharedValues?, hasDuplicateKeys: Bool
  )

  private static func parse(
    _ bytes: UnsafeRawBufferPointer, inPieces: Bool
  ) -> Result<Parsed, JSONSyntaxError> {
    if inPieces, let tree = PiecewiseParser.parse(bytes) {
      return .success((tree.root, tree.arena, tree.shared, false))
    }
    if let fault = JSONLimits.fault(in: bytes) { return .failure(fault) }
    var error = json_error_t()
    if let tree = parseWhole(bytes, setpoint_json_reject_duplicates, &error) {
      return .success((tree.root, tree.arena, nil, false))
    }
    if setpoint_json_error_code(&error) == Int32(json_error_duplicate_key.rawValue),
      let tree = parseWhole(bytes, 0, &error)
    {
      return .success((tree.root, tree.arena, nil, true))
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

  /// Parses a text into an arena of its own.
  private static func parseWhole(
    _ bytes: UnsafeRawBufferPointer, _ flags: Int, _ error: inout json_error_t
  ) -> (root: UnsafeMutablePointer<json_t>, arena: Arena)? {
    guard let text = bytes.baseAddress?.assumingMemoryBound(to: CChar.self),
      setpoint_json_has_nul(text, bytes.count) == 0, let arena = Arena()
    else { return nil }
    if let root = arena.parse(bytes, flags: flags, error: &error) {
      return (root, arena)
    }
    arena.destroy()
    return nil
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

  /// The value as messages name it: scalars themselves, others by their kind.
  package var words: String {
    switch kind {
    case .string: (string ?? "").quoted()
    case .integer: "\(integer ?? 0)"
    case .real: "\(number ?? 0)"
    case .boolean: boolean == true ? "true" : "false"
    case .object, .array, .null: kind.description
    }
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
