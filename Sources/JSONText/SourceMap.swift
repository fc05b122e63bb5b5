/// The values of a JSON text and where each of them and its key stands, in bytes.
///
/// A class, so that the nodes of a tree share it.
package final class SourceMap: Sendable {
  /// A value: its place, its key's place, and how the values below it are found.
  package struct Node: Sendable {
    /// What kind of value it is.
    @usableFromInline package let kind: JSONKind
    // 32 bits hold every place of a text of JSONLimits.size, in half the memory.
    @usableFromInline let storedKeyStart: UInt32
    @usableFromInline let storedKeyCount: UInt32
    @usableFromInline let storedStart: UInt32
    @usableFromInline var storedEnd: UInt32
    @usableFromInline var storedNext: UInt32

    init(_ kind: JSONKind, key: Range<Int>, _ range: Range<Int>, next: Int) {
      self.kind = kind
      storedKeyStart = UInt32(truncatingIfNeeded: key.lowerBound)
      storedKeyCount = UInt32(truncatingIfNeeded: key.count)
      storedStart = UInt32(truncatingIfNeeded: range.lowerBound)
      storedEnd = UInt32(truncatingIfNeeded: range.upperBound)
      storedNext = UInt32(truncatingIfNeeded: next)
    }

    /// Where its key stands with its quotes; nil in arrays and at the top.
    package var key: Range<Int>? { keyCount == 0 ? nil : keyStart..<keyStart + keyCount }

    @inlinable var keyStart: Int { Int(storedKeyStart) }

    /// The length of its key with its quotes; 0 in arrays and at the top.
    @inlinable var keyCount: Int { Int(storedKeyCount) }

    /// Where the value stands, from its first byte to behind its last.
    @inlinable package var range: Range<Int> { Int(storedStart)..<Int(storedEnd) }

    /// The index of the node after this one and all below it.
    @inlinable var next: Int { Int(storedNext) }

    mutating func close(at end: Int, next: Int) {
      storedEnd = UInt32(truncatingIfNeeded: end)
      storedNext = UInt32(truncatingIfNeeded: next)
    }
  }

  /// A node's place in the map.
  package typealias Index = Int

  /// The text.
  package let bytes: [UInt8]
  private let nodes: [Node]
  /// Whether some object has the same key twice.
  let hasDuplicateKeys: Bool

  init(_ bytes: [UInt8], nodes: [Node], hasDuplicateKeys: Bool) {
    self.bytes = bytes
    self.nodes = nodes
    self.hasDuplicateKeys = hasDuplicateKeys
  }

  /// Maps a text that was accepted before; there is nothing in the map of another.
  package convenience init(_ bytes: [UInt8]) {
    let nodes = bytes.withUnsafeBytes { buffer in
      var scanner = JSONScanner(buffer)
      return (try? scanner.scanText()) == nil ? [] : scanner.nodes
    }
    self.init(bytes, nodes: nodes, hasDuplicateKeys: false)
  }

  /// Has `body` go through the nodes.
  package func withView<Result>(_ body: (JSONView) -> Result) -> Result {
    bytes.withUnsafeBytes { bytes in
      nodes.withUnsafeBufferPointer { body(JSONView(bytes: bytes, nodes: $0)) }
    }
  }

  /// The node at the top; nil for a text that is no JSON.
  package var root: Index? { nodes.isEmpty ? nil : 0 }

  /// The node at `index`.
  package subscript(index: Index) -> Node { nodes[index] }

  /// The nodes directly below, in the order of the text.
  package func children(of parent: Index) -> [Index] {
    var result: [Index] = []
    var index = parent + 1
    while index < nodes[parent].next {
      result.append(index)
      index = nodes[index].next
    }
    return result
  }

  /// The key of a node, its escapes resolved; nil in arrays and at the top.
  package func key(of index: Index) -> String? {
    nodes[index].key.map { JSONText.decodedString(bytes[$0]) }
  }

  /// The byte at which the value at `path` begins, or its key when it is a member; 0 for a path that
  /// leads nowhere.
  package func offset(of path: JSONPath, atKey: Bool = false) -> Int {
    guard let node = node(at: path).map({ nodes[$0] }) else { return 0 }
    return atKey ? node.key?.lowerBound ?? node.range.lowerBound : node.range.lowerBound
  }

  /// Finds the value at `path`; of members that share a key, the last, as the tree has it.
  package func node(at path: JSONPath) -> Index? {
    root.flatMap { node(at: path, below: $0) }
  }

  /// Finds the value at `path`, which begins at `top`.
  package func node(at path: JSONPath, below top: Index) -> Index? {
    var current: Index? = top
    for step in path.steps {
      guard let parent = current else { return nil }
      switch step {
      case .element(let index):
        let children = children(of: parent)
        current =
          nodes[parent].kind == .array && children.indices.contains(index) ? children[index] : nil
      case .member(let key):
        current = member(key, of: parent)
      }
    }
    return current
  }

  /// Whether the key of a node is `name`.
  func isKey(of index: Index, _ name: StaticString) -> Bool { withView { $0.isKey(index, name) } }

  /// Finds the last member of an object that has a known name.
  package func member(_ name: StaticString, of object: Index) -> Index? {
    guard nodes[object].kind == .object else { return nil }
    return withView { view in
      var found: Index?
      var index = object + 1
      while index < view.next(object) {
        if view.isKey(index, name) { found = index }
        index = view.next(index)
      }
      return found
    }
  }

  private func isEscaped(_ place: Range<Int>) -> Bool {
    bytes[place].contains(UInt8(ascii: "\\"))
  }

  private func member(_ key: String, of parent: Index) -> Index? {
    guard nodes[parent].kind == .object else { return nil }
    let wanted = Array(key.utf8)
    var found: Index?
    var index = parent + 1
    while index < nodes[parent].next {
      if let place = nodes[index].key, isKey(place, wanted) { found = index }
      index = nodes[index].next
    }
    return found
  }

  /// Whether the key at `place` is `wanted`; only one with escapes is made a string for that.
  private func isKey(_ place: Range<Int>, _ wanted: [UInt8]) -> Bool {
    guard isEscaped(place) else { return bytes[place].dropFirst().dropLast().elementsEqual(wanted) }
    return JSONText.decodedString(bytes[place]).utf8.elementsEqual(wanted)
  }

  /// The members, at any depth, whose key stood in the same object before: the path of the object,
  /// the key, and the byte at which its repetition begins; in the order of the text.
  package func duplicates() -> [(object: JSONPath, key: String, offset: Int)] {
    var found: [(JSONPath, String, Int)] = []
    var pending: [(JSONPath, Index)] = root.map { [(JSONPath(), $0)] } ?? []
    while let (path, parent) = pending.popLast() {
      // Bytes, since strings that only look alike are equal to Swift.
      var seen: Set<[UInt8]> = []
      for (place, child) in children(of: parent).enumerated() {
        let key = key(of: child)
        if let key, !seen.insert(Array(key.utf8)).inserted {
          found.append((path, key, nodes[child].key?.lowerBound ?? 0))
        }
        // Others hold no members, and a path for each would fill the memory.
        guard nodes[child].kind == .object || nodes[child].kind == .array else { continue }
        pending.append((key.map { path.member($0) } ?? path.element(place), child))
      }
    }
    return found.sorted { $0.2 < $1.2 }
  }
}
