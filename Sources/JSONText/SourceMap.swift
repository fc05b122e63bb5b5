/// Where every value and every key of a JSON text stands, in bytes.
///
/// Made by one pass over the text, when the first place is asked for.
package struct SourceMap: Sendable {
  /// A value: its place, its key's place, and how the values below it are found.
  package struct Node: Sendable {
    /// What kind of value it is.
    package internal(set) var kind: JSONKind
    /// Where its key stands with its quotes; nil in arrays and at the top.
    package internal(set) var key: Range<Int>?
    var start: Int
    var end: Int
    /// The index of the node after this one and all below it.
    var next: Int

    init(kind: JSONKind, key: Range<Int>?, start: Int) {
      self.kind = kind
      self.key = key
      self.start = start
      end = start
      next = 0
    }

    /// Where the value stands, from its first byte to behind its last.
    package var range: Range<Int> { start..<end }
  }

  /// A node's place in the map.
  package typealias Index = Int

  private let bytes: [UInt8]
  private let nodes: [Node]

  /// Maps a text that `JSONTree` accepted.
  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
    nodes = bytes.withUnsafeBytes { buffer in
      var scanner = JSONScanner(buffer)
      return scanner.fault() == nil ? scanner.nodes : []
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
        current = children(of: parent).last { self.key(of: $0) == key }
      }
    }
    return current
  }

  /// The members, at any depth, whose key stood in the same object before: the path of the object,
  /// and the node of the repetition.
  package func duplicates() -> [(object: JSONPath, key: String, node: Index)] {
    var found: [(JSONPath, String, Index)] = []
    var pending: [(JSONPath, Index)] = root.map { [(JSONPath(), $0)] } ?? []
    while let (path, parent) = pending.popLast() {
      var seen: Set<String> = []
      for (place, child) in children(of: parent).enumerated() {
        if let key = key(of: child) {
          if !seen.insert(key).inserted { found.append((path, key, child)) }
          pending.append((path.member(key), child))
        } else {
          pending.append((path.element(place), child))
        }
      }
    }
    return found.sorted { nodes[$0.2].start < nodes[$1.2].start }
  }
}
