/// A parsed JSON text: the values that the scanner found.
package struct JSONTree: Sendable {
  /// Where every value stands.
  package let map: SourceMap

  /// Whether some object has the same key twice; the last of them counts.
  package var hasDuplicateKeys: Bool { map.hasDuplicateKeys }

  /// The value at the top.
  package var root: JSONNode { JSONNode(0, in: map) }

  /// The value that a node of the map is.
  package func node(_ index: SourceMap.Index) -> JSONNode { JSONNode(index, in: map) }

  /// Parses `bytes`, which must be one JSON object or array in UTF-8 without a byte order mark.
  ///
  /// - Throws: `JSONSyntaxError`, with the place of the first fault. Numbers that no `Double` or
  ///   `Int64` can hold, lone surrogates, NUL and what exceeds `JSONLimits` are faults.
  package init(
    parsing bytes: [UInt8], size: Int = JSONLimits.size
  ) throws(JSONSyntaxError) {
    let parsed = bytes.withUnsafeBytes { buffer in
      Result { () throws(JSONSyntaxError) in
        if bytes.count > size {
          throw JSONSyntaxError("the file is larger than \(JSONLimits.sizeText)", at: 0)
        }
        var scanner = JSONScanner(buffer)
        try scanner.scanText()
        return SourceMap(bytes, nodes: scanner.nodes, hasDuplicateKeys: scanner.repeatsKeys)
      }
    }
    map = try parsed.get()
  }

  /// Finds the values of a text that was accepted before; nil for another.
  package init?(accepted bytes: [UInt8]) {
    let map = SourceMap(bytes)
    guard map.root != nil else { return nil }
    self.map = map
  }

  /// Parses a part of a larger text; places count from the part's beginning.
  ///
  /// - Throws: `JSONSyntaxError`, as above.
  package init(parsing bytes: ArraySlice<UInt8>) throws(JSONSyntaxError) {
    try self.init(parsing: Array(bytes))
  }
}
