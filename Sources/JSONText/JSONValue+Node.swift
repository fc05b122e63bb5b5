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

extension JSONNode {
  /// A normal form, the same for all spellings and any order of members; numbers are integers or doubles.
  package var normal: JSONValue {
    switch kind {
    case .object:
      let members = children.map { JSONValue.Member($0.key, $0.normal) }
      return .object(members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) })
    case .array: return .array(children.map(\.normal))
    case .real:
      guard let number, let whole = Int(exactly: number) else {
        return .raw(Array("\(number ?? 0)".utf8))
      }
      return .integer(whole)
    default: return JSONValue(self)
    }
  }
}
