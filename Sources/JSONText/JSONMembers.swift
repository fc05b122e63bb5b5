import CJansson

/// A place among the members of an object, read without making anything of them; keeps the tree
/// alive.
///
/// This is the fast way through a file: no string for a name, no node for a value.
package struct JSONMemberCursor {
  private let tree: JSONTree
  private let object: UnsafeMutablePointer<json_t>
  private var position: UnsafeMutableRawPointer?
  private var following: UnsafeMutableRawPointer?

  init(tree: JSONTree, object: UnsafeMutablePointer<json_t>) {
    self.tree = tree
    self.object = object
    following = json_object_iter(object)
  }

  /// Goes to the next member; returns false behind the last.
  package mutating func advance() -> Bool {
    position = following
    guard let position else { return false }
    following = json_object_iter_next(object, position)
    return true
  }

  /// The name of the member; empty before the first and behind the last.
  package var key: String {
    guard let position, let name = json_object_iter_key(position) else { return "" }
    return String(
      decoding: UnsafeRawBufferPointer(start: name, count: json_object_iter_key_len(position)),
      as: UTF8.self)
  }

  /// The value of the member; the object itself before the first and behind the last.
  package var value: JSONNode { JSONNode(handle ?? object, in: tree) }

  /// The value as `JSONNode.integer` has it.
  package var integer: Int? { JSONNode.integer(handle) }

  /// The value as `JSONNode.string` has it.
  package var string: String? { JSONNode.string(handle) }

  /// Whether this is the name, told without making a string of it.
  package func isNamed(_ text: StaticString) -> Bool {
    position.map { Self.isNamed($0, text) } ?? false
  }

  /// The place of the name among `names`, looked for from `guess` on; nil when it is none of them.
  ///
  /// Members mostly come in the expected order, so that the first comparison succeeds.
  package func index(in names: [StaticString], guess: Int) -> Int? {
    if guess < names.count, isNamed(names[guess]) { return guess }
    return names.firstIndex { isNamed($0) }
  }

  /// The values of an object that has exactly the members `names`, in this order; nil for any other
  /// value of the member.
  ///
  /// For the objects that a file is mostly made of: it takes no node, no string and no further
  /// cursor.
  package func scalars(
    _ names: (StaticString, StaticString, StaticString)
  ) -> (JSONScalar, JSONScalar, JSONScalar)? {
    guard let handle, setpoint_json_type(handle) == JSON_OBJECT, json_object_size(handle) == 3,
      let first = json_object_iter(handle), Self.isNamed(first, names.0),
      let second = json_object_iter_next(handle, first), Self.isNamed(second, names.1),
      let third = json_object_iter_next(handle, second), Self.isNamed(third, names.2)
    else { return nil }
    return (JSONScalar(at: first), JSONScalar(at: second), JSONScalar(at: third))
  }

  private static func isNamed(_ member: UnsafeMutableRawPointer, _ text: StaticString) -> Bool {
    setpoint_json_key_equals(
      json_object_iter_key(member), json_object_iter_key_len(member), text.utf8Start,
      text.utf8CodeUnitCount) != 0
  }

  private var handle: UnsafeMutablePointer<json_t>? {
    position.flatMap { json_object_iter_value($0) }
  }
}

/// A value as it is, where no place and no tree is needed.
package enum JSONScalar: Sendable {
  /// A number without fraction and exponent.
  case integer(Int)
  /// Any other number.
  case real(Double)
  /// A string of at most eight bytes; the first is the lowest of the number.
  case text(UInt64, count: Int)
  /// Anything else.
  case other

  fileprivate init(at member: UnsafeMutableRawPointer) {
    let value = json_object_iter_value(member)
    switch value.map({ setpoint_json_type($0) }) {
    case JSON_INTEGER?: self = .integer(Int(json_integer_value(value)))
    case JSON_REAL?: self = .real(json_real_value(value))
    case JSON_STRING?:
      let count = json_string_length(value)
      guard count <= 8, let start = json_string_value(value) else {
        self = .other
        return
      }
      var bytes: UInt64 = 0
      for index in 0..<count { bytes |= UInt64(UInt8(bitPattern: start[index])) << (index * 8) }
      self = .text(bytes, count: count)
    default: self = .other
    }
  }
}
