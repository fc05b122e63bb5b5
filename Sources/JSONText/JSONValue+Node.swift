extension JSONValue {
  /// Copies a parsed value.
  package init(_ node: JSONNode) {
    switch node.kind {
    case .object: self = .object(node.members.map { Member($0.key, JSONValue($0.value)) })
    case .array: self = .array(node.elements.map { JSONValue($0) })
    case .string: self = .string(node.string ?? "")
    case .integer: self = .integer(node.integer ?? 0)
    case .real: self = .real(node.number ?? 0)
    case .boolean: self = .boolean(node.boolean ?? false)
    case .null: self = .null
    }
  }
}
