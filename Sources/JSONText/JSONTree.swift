/// A parsed JSON text: the values that the scanner found in what jansson accepted.
package struct JSONTree: Sendable {
  /// Where every value stands.
  package let map: SourceMap

  /// Whether some object has the same key twice; the last of them counts.
  package var hasDuplicateKeys: Bool { map.hasDuplicateKeys }

  /// The value at the top.
  package var root: JSONNode { JSONNode(0, in: map) }

  /// Parses `bytes`, which must be one JSON object or array in UTF-8 without a byte order mark.
  ///
  /// - Throws: `JSONSyntaxError`, with the place of the first fault. Numbers that no `Double` or
  ///   `Int64` can hold, lone surrogates, NUL and what exceeds `JSONLimits` are faults.
  package init(
    parsing bytes: [UInt8], size: Int = JSONLimits.size
  ) throws(JSONSyntaxError) {
    let parsed = bytes.withUnsafeBytes {
      buffer -> Result<(nodes: [SourceMap.Node], hasDuplicateKeys: Bool), JSONSyntaxError> in
      if let fault = JSONLimits.fault(in: buffer, size: size) { return .failure(fault) }
      // jansson decides what is JSON; the scanner says where things are, and in plainer words what
      // is wrong.
      let verdict = JSONText.verdict(on: buffer)
      var scanner = JSONScanner(buffer)
      if let fault = scanner.fault() { return .failure(fault) }
      switch verdict {
      case .accepted: return .success((scanner.nodes, false))
      case .repeatsKeys: return .success((scanner.nodes, true))
      case .refused(let fault): return .failure(fault)
      }
    }
    let (nodes, hasDuplicateKeys) = try parsed.get()
    map = SourceMap(bytes, nodes: nodes, hasDuplicateKeys: hasDuplicateKeys)
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
