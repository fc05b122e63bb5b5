import Foundation
import JSONText

/// As much of JSON Schema (draft 2020-12) as the schemas use; a keyword beyond that is a fault.
struct SchemaCheck {
  let root: JSONNode

  func faults(of node: JSONNode, _ schema: JSONNode, at place: String) -> [String] {
    if schema.boolean == false { return ["\(place): not allowed"] }
    return schema.members.flatMap { keyword, value -> [String] in
      let isFine = { (fine: Bool) in fine ? [] : ["\(place): \(keyword)"] }
      switch keyword {
      case "$schema", "$id", "$defs", "title", "description", "examples": return []
      case "$ref":
        let name = (value.string ?? "").dropFirst("#/$defs/".count)
        guard let target = root["$defs"]?[String(name)] else { return ["\(place): no \(name)"] }
        return faults(of: node, target, at: place)
      case "type":
        let types = value.elements.compactMap(\.string) + [value.string].compactMap { $0 }
        return isFine(types.contains { Self.types(node).contains($0) })
      case "anyOf":
        return isFine(value.elements.contains { faults(of: node, $0, at: place).isEmpty })
      case "additionalProperties":
        let known = schema["properties"]?.members.map(\.key) ?? []
        return node.members.filter { !known.contains($0.key) }.flatMap { name, member in
          value.boolean == false
            ? ["\(place)/\(name): unknown"]
            : faults(of: member, value, at: "\(place)/\(name)")
        }
      case "propertyNames":
        let names = value["enum"]?.elements.compactMap(\.string)
        return isFine(
          node.members.allSatisfy { member in
            (names?.contains(member.key) ?? true)
              && (value["pattern"]?.string.map { Self.matches(member.key, $0) } ?? true)
          })
      case "maxItems":
        return isFine(node.kind != .array || node.count <= value.integer ?? 0)
      case "const": return isFine(Self.isEqual(node, value))
      case "enum": return isFine(value.elements.contains { Self.isEqual(node, $0) })
      case "required":
        guard node.kind == .object else { return [] }
        return isFine(value.elements.allSatisfy { $0.string.map { node[$0] != nil } ?? false })
      case "properties":
        return value.members.flatMap { name, schema in
          node[name].map { faults(of: $0, schema, at: "\(place)/\(name)") } ?? []
        }
      case "items":
        return node.elements.enumerated().flatMap {
          faults(of: $1, value, at: "\(place)/\($0)")
        }
      case "minItems":
        return isFine(node.kind != .array || node.count >= value.integer ?? 0)
      case "uniqueItems":
        return isFine(Set(node.elements.map(\.string)).count == node.elements.count)
      case "minLength": return isFine(Self.length(node) ?? .max >= value.integer ?? 0)
      case "maxLength": return isFine(Self.length(node) ?? 0 <= value.integer ?? 0)
      case "minimum": return isFine(node.number ?? .infinity >= value.number ?? 0)
      case "maximum": return isFine(node.number ?? -.infinity <= value.number ?? 0)
      case "pattern":
        guard let text = node.string, let pattern = value.string else { return [] }
        return isFine(Self.matches(text, pattern))
      default: return ["unknown keyword \(keyword)"]
      }
    }
  }

  private static func matches(_ text: String, _ pattern: String) -> Bool {
    guard let expression = try? NSRegularExpression(pattern: pattern) else { return false }
    return expression.firstMatch(in: text, range: NSRange(text.startIndex..., in: text)) != nil
  }

  private static func types(_ node: JSONNode) -> [String] {
    switch node.kind {
    case .object: ["object"]
    case .array: ["array"]
    case .string: ["string"]
    case .integer: ["integer", "number"]
    case .real: ["number"]
    case .boolean: ["boolean"]
    case .null: ["null"]
    }
  }

  private static func isEqual(_ node: JSONNode, _ value: JSONNode) -> Bool {
    if let text = value.string { return node.string == text }
    if let flag = value.boolean { return node.boolean == flag }
    return value.number != nil && node.number == value.number
  }

  private static func length(_ node: JSONNode) -> Int? { node.string?.unicodeScalars.count }
}
