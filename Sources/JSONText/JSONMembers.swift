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
    guard let position else { return false }
    return setpoint_json_key_equals(
      json_object_iter_key(position), json_object_iter_key_len(position), text.utf8Start,
      text.utf8CodeUnitCount) != 0
  }

  /// The place of the name among `names`, looked for from `guess` on; nil when it is none of them.
  ///
  /// Members mostly come in the expected order, so that the first comparison succeeds.
  package func index(in names: [StaticString], guess: Int) -> Int? {
    if guess < names.count, isNamed(names[guess]) { return guess }
    return names.firstIndex { isNamed($0) }
  }

  private var handle: UnsafeMutablePointer<json_t>? {
    position.flatMap { json_object_iter_value($0) }
  }
}
