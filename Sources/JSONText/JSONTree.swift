/// A parsed JSON text.
package struct JSONTree: Sendable {
  package let map: SourceMap

  /// Whether some object has a repeated key; its last value applies.
  package var hasDuplicateKeys: Bool { map.hasDuplicateKeys }

  package var root: JSONNode { JSONNode(0, in: map) }

  package func node(_ index: SourceMap.Index) -> JSONNode { JSONNode(index, in: map) }

  /// Parses `bytes`, which must be one JSON object or array in UTF-8 without a byte order mark.
  ///
  /// - Throws: `JSONSyntaxError` with the place of the first error. Numbers that neither `Double` nor `Int64` can
  ///   represent, lone surrogates, NUL and texts beyond `JSONLimits` are errors.
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

  /// Parses a text that was accepted before; nil for any other.
  package init?(accepted bytes: [UInt8]) {
    let map = SourceMap(bytes)
    guard map.root != nil else { return nil }
    self.map = map
  }

  /// Parses a part of a larger text; offsets count from its start.
  ///
  /// - Throws: `JSONSyntaxError`.
  package init(parsing bytes: ArraySlice<UInt8>) throws(JSONSyntaxError) {
    try self.init(parsing: Array(bytes))
  }
}
