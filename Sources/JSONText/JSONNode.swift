import Diagnostics

/// A value of a JSON text with its place; keeps the text alive.
package struct JSONNode: Sendable {
  let tree: JSONTree
  let index: Int

  private var node: JSONTree.Node { tree.nodes[index] }

  package var kind: JSONKind { node.kind }

  /// The bytes of the value in the text.
  package var range: Range<Int> { node.range }

  /// The bytes of the key with its quotes; nil in arrays and at the root.
  package var keyRange: Range<Int>? {
    node.keyCount == 0 ? nil : node.keyStart..<node.keyStart + node.keyCount
  }

  package var bytes: ArraySlice<UInt8> { tree.bytes[range] }

  /// The value for messages: `the string "70"`, `an array`.
  package var words: String {
    switch kind {
    case .string: "the string \((string ?? "").quoted())"
    case .integer, .real: "the number \(spelling)"
    case .boolean: boolean == true ? "true" : "false"
    case .object, .array, .null: kind.description
    }
  }

  /// The text of a number or word, cut after 40 bytes.
  package var spelling: String {
    let text = String(decoding: bytes.prefix(40), as: UTF8.self)
    return range.count > 40 ? text + "..." : text
  }

  /// The value of a string; nil for other types.
  package var string: String? { kind == .string ? JSONText.decodedString(bytes) : nil }

  /// The value of a number without fraction and exponent; nil for other types.
  package var integer: Int? {
    guard kind == .integer else { return nil }
    var digits = bytes
    let isNegative = digits.first == UInt8(ascii: "-")
    if isNegative { digits.removeFirst() }
    // Accumulate negatively, since |Int.min| > Int.max. The scanner has checked the range.
    let value = digits.reduce(0) { $0 &* 10 &- Int($1 &- 0x30) }
    return isNegative ? value : 0 &- value
  }

  /// The value of any number; nil for other types.
  package var number: Double? {
    kind == .real ? Double(String(decoding: bytes, as: UTF8.self)) : integer.map(Double.init)
  }

  /// The value of a boolean; nil for other types.
  package var boolean: Bool? { kind == .boolean ? bytes.first == UInt8(ascii: "t") : nil }

  /// The members or elements in the order of the text, including repeated keys; empty for other types.
  package var children: some Sequence<JSONNode> {
    sequence(state: index + 1) { [tree, end = node.next] index in
      guard index < end else { return nil }
      defer { index = tree.nodes[index].next }
      return tree.node(index)
    }
  }

  /// The unescaped key; empty in arrays and at the root.
  package var key: String { keyRange.map { JSONText.decodedString(tree.bytes[$0]) } ?? "" }

  /// The member `key`, the last if it is repeated; nil if there is none or the value is not an object.
  package subscript(key: String) -> JSONNode? {
    // In the text, a backslash begins an escape.
    guard !key.utf8.contains(UInt8(ascii: "\\")) else {
      return Array(children).last { $0.key.utf8.elementsEqual(key.utf8) }
    }
    var key = key
    return key.withUTF8 { member($0) }
  }

  /// The member `name`, found without creating a string.
  package func member(_ name: StaticString) -> JSONNode? { name.withUTF8Buffer { member($0) } }

  private func member(_ name: UnsafeBufferPointer<UInt8>) -> JSONNode? {
    guard kind == .object else { return nil }
    let found = tree.withView { view in
      var found: Int?
      var member = index + 1
      while member < view.next(index) {
        if view.isKey(member, name) { found = member }
        member = view.next(member)
      }
      return found
    }
    return found.map(tree.node)
  }

  /// The element at `index`; nil if there is none or the value is not an array.
  package subscript(index: Int) -> JSONNode? {
    guard kind == .array, index >= 0 else { return nil }
    return children.dropFirst(index).first { _ in true }
  }

  /// The number of members or elements; 0 for other types.
  package var count: Int {
    kind == .object && tree.hasDuplicateKeys
      ? members.count : children.reduce(0) { count, _ in count + 1 }
  }

  /// The elements of an array; empty for other types.
  package var elements: [JSONNode] { kind == .array ? Array(children) : [] }

  /// The members of an object in the order of the text, with the last value of a repeated key; empty for other types.
  package var members: [(key: String, value: JSONNode)] {
    guard kind == .object else { return [] }
    let all = children.map { (key: $0.key, value: $0) }
    guard tree.hasDuplicateKeys else { return all }
    // Keys are bytes: Swift strings are equal if they are canonically equivalent.
    var places: [[UInt8]: Int] = [:]
    var result: [(key: String, value: JSONNode)] = []
    for member in all {
      let name = Array(member.key.utf8)
      if let place = places[name] {
        result[place] = member
      } else {
        places[name] = result.count
        result.append(member)
      }
    }
    return result
  }
}

/// The types of JSON values; integers and reals are separate, as in jansson.
public enum JSONKind: Sendable, Hashable {
  case object, array, string, integer, real, boolean, null

  /// The type with its article, for messages.
  package var description: String {
    switch self {
    case .object: "an object"
    case .array: "an array"
    case .string: "a string"
    case .integer, .real: "a number"
    case .boolean: "a boolean"
    case .null: "null"
    }
  }
}
