import CJansson
import Diagnostics

/// A parsed JSON text; owns jansson's tree and frees it.
///
/// Immutable after parsing, so that threads may read it together.
package final class JSONTree: @unchecked Sendable {
  private let handle: UnsafeMutablePointer<json_t>
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
    (handle, hasDuplicateKeys) = try parsed.get()
  }

  deinit { json_decref(handle) }

  /// The value at the top.
  package var root: JSONNode { JSONNode(handle, in: self) }

  private static func parse(
    _ bytes: UnsafeRawBufferPointer
  ) -> Result<(UnsafeMutablePointer<json_t>, Bool), JSONSyntaxError> {
    if let fault = JSONScanner.limitFault(in: bytes) { return .failure(fault) }
    var error = json_error_t()
    let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
    let text = start ?? UnsafePointer(bitPattern: 1)
    if let value = json_loadb(text, bytes.count, setpoint_json_reject_duplicates, &error) {
      return .success((value, false))
    }
    if setpoint_json_error_code(&error) == Int32(json_error_duplicate_key.rawValue),
      let value = json_loadb(text, bytes.count, 0, &error)
    {
      return .success((value, true))
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

  fileprivate init(_ handle: UnsafeMutablePointer<json_t>, in tree: JSONTree) {
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
    var iterator = json_object_iter(handle)
    while let current = iterator {
      if let name = json_object_iter_key(current), let value = json_object_iter_value(current) {
        let key = UnsafeRawBufferPointer(start: name, count: json_object_iter_key_len(current))
        result.append((String(decoding: key, as: UTF8.self), JSONNode(value, in: tree)))
      }
      iterator = json_object_iter_next(handle, current)
    }
    return result
  }

  /// The members of an object in the order of the text, without a String or an array for them;
  /// empty for other kinds.
  package var eachMember: JSONMembers {
    JSONMembers(tree: tree, object: handle, iterator: json_object_iter(handle))
  }

  /// The text of a string; nil for other kinds.
  package var string: String? {
    guard let start = json_string_value(handle) else { return nil }
    return String(
      decoding: UnsafeRawBufferPointer(start: start, count: json_string_length(handle)),
      as: UTF8.self)
  }

  /// The value of a number without fraction and exponent; nil for other kinds.
  package var integer: Int? {
    setpoint_json_type(handle) == JSON_INTEGER ? Int(json_integer_value(handle)) : nil
  }

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
}

/// The members of an object, one after the other.
package struct JSONMembers: Sequence, IteratorProtocol {
  fileprivate let tree: JSONTree
  fileprivate let object: UnsafeMutablePointer<json_t>
  fileprivate var iterator: UnsafeMutableRawPointer?

  package mutating func next() -> JSONMember? {
    guard let current = iterator, let name = json_object_iter_key(current),
      let value = json_object_iter_value(current)
    else { return nil }
    iterator = json_object_iter_next(object, current)
    return JSONMember(
      name: name, length: json_object_iter_key_len(current), value: JSONNode(value, in: tree))
  }
}

/// A member of an object; keeps the tree alive.
package struct JSONMember {
  fileprivate let name: UnsafePointer<CChar>
  fileprivate let length: Int
  /// The value.
  package let value: JSONNode

  /// The name as a string.
  package var key: String {
    String(decoding: UnsafeRawBufferPointer(start: name, count: length), as: UTF8.self)
  }

  /// Whether this is the name, told without making a string of it.
  package func isNamed(_ text: StaticString) -> Bool {
    setpoint_json_key_equals(name, length, text.utf8Start, text.utf8CodeUnitCount) != 0
  }

  /// The place of the name among `names`, looked for from `guess` on; nil when it is none of them.
  ///
  /// Members mostly come in the expected order, so that the first comparison succeeds.
  package func index(in names: [StaticString], guess: Int) -> Int? {
    if guess < names.count, isNamed(names[guess]) { return guess }
    return names.firstIndex { isNamed($0) }
  }
}
