package import JSONText

/// A text of a device as a tree of values, for who only passes it on.
package enum DeviceDocument {
  /// The value at the top of a JSON or YAML text; nil where it is neither.
  package static func root(of bytes: [UInt8]) -> JSONNode? {
    if let tree = try? JSONTree(parsing: bytes) { return tree.root }
    return (try? YAMLReader.json(of: bytes)).flatMap { try? JSONTree(parsing: $0.text).root }
  }
}
