import Diagnostics
import JSONText

/// Reads a layout file member by member, and records its errors and the places of its parts.
struct LayoutReader {
  typealias Value = JSONReader.Value
  typealias Members = JSONReader.Members
  typealias Field = (column: TableColumn, editor: any FieldEditor)

  let registry: FieldEditorRegistry
  var json: JSONReader
  /// The places of all values by path, such as `fields[1].key`, for errors that only the application can detect.
  private(set) var places: [String: SourceLocation] = [:]

  /// Records the places of a value and everything in it.
  mutating func note(_ value: Value) {
    note(value, as: value.path)
    for part in value.members.map(\.value) + value.elements { note(part) }
  }

  mutating func note(_ value: Value, as path: String) { places[path] = json.location(of: value) }

  /// Reads a value for an editor or the application.
  mutating func layoutValue(_ value: Value) -> LayoutValue? {
    switch value.node.kind {
    case .string: return .string(value.node.string ?? "")
    case .integer, .real: return .number(value.node.number ?? 0)
    case .boolean: return .boolean(value.node.boolean ?? false)
    case .array: return .list(value.elements.compactMap { layoutValue($0) })
    case .object, .null:
      json.refuse(value, expected: "a string, a number, a boolean or an array")
      return nil
    }
  }
}
