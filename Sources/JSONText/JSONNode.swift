import Diagnostics

/// A value of a JSON text, with its place; keeps the text.
package struct JSONNode: Sendable {
  private let map: SourceMap
  private let index: SourceMap.Index

  init(_ index: SourceMap.Index, in map: SourceMap) {
    self.index = index
    self.map = map
  }

  /// What kind of value it is.
  package var kind: JSONKind { map[index].kind }

  /// Where the value stands in the text, from its first byte to behind its last.
  package var range: Range<Int> { map[index].range }

  /// Where its key stands with its quotes; nil in arrays and at the top.
  package var keyRange: Range<Int>? { map[index].key }

  /// The value as it stands in the text.
  package var bytes: ArraySlice<UInt8> { map.bytes[range] }

  /// The value as messages name it: `the string "70"`, `an array`.
  package var words: String {
    switch kind {
    case .string: "the string \((string ?? "").quoted())"
    case .integer, .real: "the number \(spelling)"
    case .boolean: boolean == true ? "true" : "false"
    case .object, .array, .null: kind.description
    }
  }

  /// A number or a word as the text spells it, cut after 40 bytes.
  package var spelling: String {
    let text = String(decoding: bytes.prefix(40), as: UTF8.self)
    return range.count > 40 ? text + "..." : text
  }

  /// The text of a string; nil for other kinds.
  package var string: String? { kind == .string ? JSONText.decodedString(bytes) : nil }

  /// The value of a number without fraction and exponent; nil for other kinds.
  package var integer: Int? {
    guard kind == .integer else { return nil }
    var digits = bytes
    let isNegative = digits.first == UInt8(ascii: "-")
    if isNegative { digits.removeFirst() }
    // Downwards, since there is one more negative number; the scanner saw that it fits.
    let value = digits.reduce(0) { $0 &* 10 &- Int($1 &- 0x30) }
    return isNegative ? value : 0 &- value
  }

  /// The value of any number; nil for other kinds.
  package var number: Double? {
    kind == .real ? Double(String(decoding: bytes, as: UTF8.self)) : integer.map(Double.init)
  }

  /// The value of a boolean; nil for other kinds.
  package var boolean: Bool? {
    kind == .boolean ? bytes.first == UInt8(ascii: "t") : nil
  }
}

// MARK: Below

extension JSONNode {
  /// The values directly below a value, in the order of the text.
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

  /// The members or elements, also those whose key comes again; nothing for other kinds.
  package var children: Children { Children(of: index, in: map) }

  /// The key with its escapes resolved; empty in arrays and at the top.
  package var key: String { map.key(of: index) ?? "" }

  /// Whether this is the key, told without making a string of it.
  package func isNamed(_ name: StaticString) -> Bool { map.isKey(of: index, name) }

  /// The member `key`, the last of several; nil when there is none or the value is no object.
  package subscript(key: String) -> JSONNode? {
    map.node(at: JSONPath([.member(key)]), below: index).map { JSONNode($0, in: map) }
  }

  /// The element `index`; nil when there is none or the value is no array.
  package subscript(index: Int) -> JSONNode? {
    guard kind == .array, index >= 0 else { return nil }
    return children.dropFirst(index).first { _ in true }
  }

  /// How many members or elements there are; 0 for other kinds.
  package var count: Int {
    kind == .object && map.hasDuplicateKeys
      ? members.count : children.reduce(0) { count, _ in count + 1 }
  }

  /// The elements of an array; empty for other kinds.
  package var elements: [JSONNode] { kind == .array ? Array(children) : [] }

  /// The members of an object in the order of the text, the last value of a key that comes again;
  /// empty for other kinds.
  package var members: [(key: String, value: JSONNode)] {
    guard kind == .object else { return [] }
    let all = children.map { (key: $0.key, value: $0) }
    guard map.hasDuplicateKeys else { return all }
    // Bytes, since strings that only look alike are equal to Swift.
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
