import Diagnostics
import JSONText

/// Reads a layout file member by member, and notes what is wrong with it and where its parts stand.
struct LayoutReader {
  /// What a file without problems holds.
  struct Contents {
    var layout: TableLayout
    var editors: [any FieldEditor]
    var arrangement: GridArrangement?
    var allowsNewRows: Bool
    var forms: [FormLayout]
    var settings: [String: LayoutValue]
  }

  typealias Value = JSONReader.Value
  typealias Members = JSONReader.Members

  let registry: FieldEditorRegistry
  var json: JSONReader
  /// Where the parts stand that the application may find something wrong with.
  private(set) var places: [LayoutPart: SourceLocation] = [:]

  init(_ json: JSONReader, registry: FieldEditorRegistry) {
    self.json = json
    self.registry = registry
  }

  /// Notes where a part of the file stands.
  mutating func note(_ place: LayoutPart, at value: Value, atName: Bool = false) {
    places[place] = json.location(of: value, atName: atName)
  }
}

// MARK: Members that may be missing

extension LayoutReader {
  /// The text of a member.
  mutating func string(_ name: String, of members: Members) -> String? {
    members[name].flatMap { json.string($0) }
  }

  /// The truth of a member.
  mutating func boolean(_ name: String, of members: Members) -> Bool? {
    members[name].flatMap { json.boolean($0) }
  }

  /// What a member says with one of some words.
  mutating func word<Meaning>(
    _ name: String, of members: Members, among words: [(String, Meaning)]
  ) -> Meaning? {
    members[name].flatMap { json.word($0, among: words) }
  }

  /// A value that an editor or the application reads.
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
