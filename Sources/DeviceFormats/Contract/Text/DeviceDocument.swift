package import JSONText

/// A device's text as a tree of values, for callers that only pass it on.
package enum DeviceDocument {
  /// The root of a JSON or YAML text; nil if it is neither.
  package static func root(of bytes: [UInt8]) -> JSONNode? {
    if let tree = try? JSONTree(parsing: bytes) { return tree.root }
    return (try? YAMLReader.json(of: bytes)).flatMap { try? JSONTree(parsing: $0.text).root }
  }
}
