import Diagnostics
import Foundation
import JSONText
import ScheduleRules
import SetpointCommands
import TestSupport
import Testing

@Suite struct ScheduleSchemaTests {
  @Test("docs/schedule.schema.json is the schema")
  func documentIsTheSchema() {
    let text = String(decoding: ScheduleSchema.text, as: UTF8.self)
    #expect(Golden.mismatch(text, "../docs/schedule.schema.json") == nil)
  }

  @Test("the schema accepts every valid file", arguments: Fixture.all(in: "schedules/valid"))
  func validFilesAreAccepted(fixture: Fixture) throws {
    let tree = try JSONTree(parsing: fixture.input)
    #expect(Self.faults(in: tree.root) == [])
  }

  @Test(
    "what the schema rejects, the checker rejects", arguments: Fixture.all(in: "schedules/invalid"))
  func rejectedFilesAreErrors(fixture: Fixture) {
    guard let tree = try? JSONTree(parsing: fixture.input) else { return }
    let faults = Self.faults(in: tree.root)
    let found = DocumentCheck(bytes: fixture.input, file: "x").diagnostics
    #expect(faults.isEmpty || found.contains { $0.severity == .error }, "\(faults)")
    // Where the structure is wrong, both must say so.
    let structural = ["SP102", "SP103", "SP104", "SP105", "SP110", "SP201", "SP303"]
    if found.contains(where: { structural.contains($0.code ?? "") }) {
      #expect(!faults.isEmpty, "\(found.map(\.summary))")
    }
  }

  private static func faults(in document: JSONNode) -> [String] {
    guard let tree = try? JSONTree(parsing: ScheduleSchema.text) else { return ["no schema"] }
    return SchemaCheck(root: tree.root).faults(of: document, tree.root, at: "")
  }
}

/// As much of JSON Schema (draft 2020-12) as the schema uses; a keyword beyond that is a fault.
private struct SchemaCheck {
  let root: JSONNode

  func faults(of node: JSONNode, _ schema: JSONNode, at place: String) -> [String] {
    schema.members.flatMap { keyword, value -> [String] in
      let isFine = { (fine: Bool) in fine ? [] : ["\(place): \(keyword)"] }
      switch keyword {
      case "$schema", "$defs", "title", "description", "examples": return []
      case "$ref":
        let name = (value.string ?? "").dropFirst("#/$defs/".count)
        guard let target = root["$defs"]?[String(name)] else { return ["\(place): no \(name)"] }
        return faults(of: node, target, at: place)
      case "type": return isFine(Self.types(node).contains(value.string ?? ""))
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
      case "minLength": return isFine(Self.length(node) ?? .max >= value.integer ?? 0)
      case "maxLength": return isFine(Self.length(node) ?? 0 <= value.integer ?? 0)
      case "minimum": return isFine(node.number ?? .infinity >= value.number ?? 0)
      case "maximum": return isFine(node.number ?? -.infinity <= value.number ?? 0)
      case "pattern":
        guard let text = node.string, let pattern = value.string,
          let expression = try? NSRegularExpression(pattern: pattern)
        else { return [] }
        let whole = NSRange(text.startIndex..., in: text)
        return isFine(expression.firstMatch(in: text, range: whole) != nil)
      default: return ["unknown keyword \(keyword)"]
      }
    }
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
    return value.number != nil && node.number == value.number
  }

  private static func length(_ node: JSONNode) -> Int? { node.string?.unicodeScalars.count }
}
