/// A parsed JSON text: its values with the byte ranges of values and keys.
///
/// A class, so that the nodes share it.
public final class JSONTree: Sendable {
  /// The range of a value and of its key, and the index of the next node.
  public struct Node: Sendable {
    @usableFromInline let kind: JSONKind
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

    @inlinable var keyStart: Int { Int(storedKeyStart) }

    /// The length of its key with its quotes; 0 in arrays and at the root.
    @inlinable var keyCount: Int { Int(storedKeyCount) }

    @inlinable var range: Range<Int> { Int(storedStart)..<Int(storedEnd) }

    /// The index of the node after this one and its descendants.
    @inlinable var next: Int { Int(storedNext) }

    mutating func close(at end: Int, next: Int) {
      storedEnd = UInt32(truncatingIfNeeded: end)
      storedNext = UInt32(truncatingIfNeeded: next)
    }
  }

  package let bytes: [UInt8]
  let nodes: [Node]
  /// Whether some object has a repeated key; its last value applies.
  package let hasDuplicateKeys: Bool

  /// Parses `bytes`: one JSON object or array in UTF-8 without a byte order mark, with at most `size` bytes and `values`.
  ///
  /// - Throws: `JSONSyntaxError` with the place of the first error. Numbers that neither `Double` nor `Int64` can
  ///   represent, lone surrogates, NUL and texts beyond `JSONLimits` are errors.
  package init(
    parsing bytes: [UInt8], size: Int = JSONLimits.size, values: Int = JSONLimits.values
  ) throws(JSONSyntaxError) {
    let scanned = bytes.withUnsafeBytes { buffer in
      Result { () throws(JSONSyntaxError) in
        if bytes.count > size {
          throw JSONSyntaxError("the file is larger than \(JSONLimits.sizeText)", at: 0)
        }
        var scanner = JSONScanner(buffer)
        scanner.limit = values
        try scanner.scanText()
        return (scanner.nodes, scanner.repeatsKeys)
      }
    }
    self.bytes = bytes
    (nodes, hasDuplicateKeys) = try scanned.get()
  }

  /// Returns the end of the JSON value at `start` of a line; nil if there is none.
  ///
  /// Streams use it to split lines, even malformed ones. It copies the value: numbers and escapes may be invalid.
  package static func endOfValue(in line: UnsafeRawBufferPointer, at start: Int) -> Int? {
    var scanner = JSONScanner(line, copyingAt: start)
    guard (try? scanner.scanValue(key: 0..<0)) != nil else { return nil }
    return scanner.position
  }

  package var root: JSONNode { node(0) }

  package func node(_ index: Int) -> JSONNode { JSONNode(tree: self, index: index) }

  /// Calls `body` with a view of the nodes.
  package func withView<Result>(_ body: (JSONView) -> Result) -> Result {
    bytes.withUnsafeBytes { bytes in
      nodes.withUnsafeBufferPointer { body(JSONView(bytes: bytes, nodes: $0)) }
    }
  }

  /// Returns the repeated members at any depth, in order: the path of the object, the key, the repetition's offset.
  /// `child` returns the path of a member, or of an element if the key is nil.
  package func duplicates<Path>(
    from path: Path, child: (Path, _ key: String?, _ index: Int) -> Path
  ) -> [(object: Path, key: String, offset: Int)] {
    var found: [(Path, String, Int)] = []
    var pending = [(path, root)]
    while let (path, parent) = pending.popLast() {
      // Keys are bytes: Swift strings are equal if they are canonically equivalent.
      var seen: Set<[UInt8]> = []
      for (index, value) in parent.children.enumerated() {
        let key = value.keyRange.map { (name: value.key, offset: $0.lowerBound) }
        if let key, !seen.insert(Array(key.name.utf8)).inserted {
          found.append((path, key.name, key.offset))
        }
        // Skip scalars: a path for each would fill the memory.
        guard value.kind == .object || value.kind == .array else { continue }
        pending.append((child(path, key?.name, index), value))
      }
    }
    return found.sorted { $0.2 < $1.2 }
  }

  /// Returns the repeated members at any depth, in order.
  package func duplicates() -> [(key: String, offset: Int)] {
    duplicates(from: ()) { _, _, _ in }.map { ($0.key, $0.offset) }
  }
}
