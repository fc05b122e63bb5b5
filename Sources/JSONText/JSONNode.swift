import Diagnostics

/// A value of a JSON text with its place; keeps the text alive.
package struct JSONNode: Sendable {
  private let map: SourceMap
  private let index: SourceMap.Index

  init(_ index: SourceMap.Index, in map: SourceMap) {
    self.index = index
    self.map = map
  }

  package var kind: JSONKind { map[index].kind }

  /// The bytes of the value in the text.
  package var range: Range<Int> { map[index].range }

  /// The bytes of the key with its quotes; nil in arrays and at the root.
  package var keyRange: Range<Int>? { map[index].key }

  package var bytes: ArraySlice<UInt8> { map.bytes[range] }

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
  package var boolean: Bool? {
    kind == .boolean ? bytes.first == UInt8(ascii: "t") : nil
  }
}

// MARK: Below

extension JSONNode {
  /// The direct children of a value, in the order of the text.
  package struct Children: Sequence, IteratorProtocol {
    private let map: SourceMap
    private var index: SourceMap.Index
    private let end: SourceMap.Index

    fileprivate init(of parent: SourceMap.Index, in map: SourceMap) {
      self.map = map
      index = parent + 1
      end = map[parent].next
    }

    package mutating func next() -> JSONNode? {
      guard index < end else { return nil }
      defer { index = map[index].next }
      return JSONNode(index, in: map)
    }
  }

  /// The members or elements, including repeated keys; empty for other types.
  package var children: Children { Children(of: index, in: map) }

  /// The unescaped key; empty in arrays and at the root.
  package var key: String { map.key(of: index) ?? "" }

  /// Whether the key equals a name; does not create a string.
  package func isNamed(_ name: StaticString) -> Bool { map.isKey(of: index, name) }

  /// The member `key`, the last if it is repeated; nil if there is none or the value is not an object.
  package subscript(key: String) -> JSONNode? {
    map.node(at: JSONPath([.member(key)]), below: index).map { JSONNode($0, in: map) }
  }

  /// The element at `index`; nil if there is none or the value is not an array.
  package subscript(index: Int) -> JSONNode? {
    guard kind == .array, index >= 0 else { return nil }
    return children.dropFirst(index).first { _ in true }
  }

  /// The number of members or elements; 0 for other types.
  package var count: Int {
    kind == .object && map.hasDuplicateKeys
      ? members.count : children.reduce(0) { count, _ in count + 1 }
  }

  /// The elements of an array; empty for other types.
  package var elements: [JSONNode] { kind == .array ? Array(children) : [] }

  /// The members of an object in the order of the text, with the last value of a repeated key; empty for other types.
  package var members: [(key: String, value: JSONNode)] {
    guard kind == .object else { return [] }
    let all = children.map { (key: $0.key, value: $0) }
    guard map.hasDuplicateKeys else { return all }
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
