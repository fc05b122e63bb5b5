/// The values of a JSON text with the byte ranges of values and keys.
///
/// A class, so that the nodes of a tree share it.
package final class SourceMap: Sendable {
  /// The range of a value and of its key, and the index of the next node.
  package struct Node: Sendable {
    @usableFromInline package let kind: JSONKind
    // 32 bits suffice for `JSONLimits.size` and halve the memory.
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

    /// The range of its key with its quotes; nil in arrays and at the root.
    package var key: Range<Int>? { keyCount == 0 ? nil : keyStart..<keyStart + keyCount }

    @inlinable var keyStart: Int { Int(storedKeyStart) }

    /// The length of its key with its quotes; 0 in arrays and at the root.
    @inlinable var keyCount: Int { Int(storedKeyCount) }

    @inlinable package var range: Range<Int> { Int(storedStart)..<Int(storedEnd) }

    /// The index of the node after this one and its descendants.
    @inlinable var next: Int { Int(storedNext) }

    mutating func close(at end: Int, next: Int) {
      storedEnd = UInt32(truncatingIfNeeded: end)
      storedNext = UInt32(truncatingIfNeeded: next)
    }
  }

  package typealias Index = Int

  package let bytes: [UInt8]
  private let nodes: [Node]
  /// Whether some object has a repeated key.
  let hasDuplicateKeys: Bool

  init(_ bytes: [UInt8], nodes: [Node], hasDuplicateKeys: Bool) {
    self.bytes = bytes
    self.nodes = nodes
    self.hasDuplicateKeys = hasDuplicateKeys
  }

  /// Maps a text that was accepted before; the map of any other is empty.
  package convenience init(_ bytes: [UInt8]) {
    let nodes = bytes.withUnsafeBytes { buffer in
      var scanner = JSONScanner(buffer)
      return (try? scanner.scanText()) == nil ? [] : scanner.nodes
    }
    self.init(bytes, nodes: nodes, hasDuplicateKeys: false)
  }

  /// Calls `body` with a view of the nodes.
  package func withView<Result>(_ body: (JSONView) -> Result) -> Result {
    bytes.withUnsafeBytes { bytes in
      nodes.withUnsafeBufferPointer { body(JSONView(bytes: bytes, nodes: $0)) }
    }
  }

  /// The root; nil if the text is not JSON.
  package var root: Index? { nodes.isEmpty ? nil : 0 }

  package subscript(index: Index) -> Node { nodes[index] }

  /// The direct children, in the order of the text.
  package func children(of parent: Index) -> [Index] {
    var result: [Index] = []
    var index = parent + 1
    while index < nodes[parent].next {
      result.append(index)
      index = nodes[index].next
    }
    return result
  }

  /// The unescaped key of a node; nil in arrays and at the root.
  package func key(of index: Index) -> String? {
    nodes[index].key.map { JSONText.decodedString(bytes[$0]) }
  }

  /// Returns the offset of the value at `path`, or of its key if it is a member; 0 if there is none.
  package func offset(of path: JSONPath, atKey: Bool = false) -> Int {
    guard let node = node(at: path).map({ nodes[$0] }) else { return 0 }
    return atKey ? node.key?.lowerBound ?? node.range.lowerBound : node.range.lowerBound
  }

  /// Finds the value at `path`; of repeated members, the last.
  package func node(at path: JSONPath) -> Index? {
    root.flatMap { node(at: path, below: $0) }
  }

  /// Finds the value at `path` relative to `top`.
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

  func isKey(of index: Index, _ name: StaticString) -> Bool { withView { $0.isKey(index, name) } }

  /// Finds the last member of an object with this name.
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

  /// Whether the key at `place` is `wanted`; creates a string only for escaped keys.
  private func isKey(_ place: Range<Int>, _ wanted: [UInt8]) -> Bool {
    guard isEscaped(place) else { return bytes[place].dropFirst().dropLast().elementsEqual(wanted) }
    return JSONText.decodedString(bytes[place]).utf8.elementsEqual(wanted)
  }

  /// Returns the repeated members at any depth: the path of the object, the key, and the offset of the repetition, in
  /// the order of the text.
  package func duplicates() -> [(object: JSONPath, key: String, offset: Int)] {
    var found: [(JSONPath, String, Int)] = []
    var pending: [(JSONPath, Index)] = root.map { [(JSONPath(), $0)] } ?? []
    while let (path, parent) = pending.popLast() {
      // Keys are bytes: Swift strings are equal if they are canonically equivalent.
      var seen: Set<[UInt8]> = []
      for (place, child) in children(of: parent).enumerated() {
        let key = key(of: child)
        if let key, !seen.insert(Array(key.utf8)).inserted {
          found.append((path, key, nodes[child].key?.lowerBound ?? 0))
        }
        // Skip scalars: a path for each would fill the memory.
        guard nodes[child].kind == .object || nodes[child].kind == .array else { continue }
        pending.append((key.map { path.member($0) } ?? path.element(place), child))
      }
    }
    return found.sorted { $0.2 < $1.2 }
  }
}
