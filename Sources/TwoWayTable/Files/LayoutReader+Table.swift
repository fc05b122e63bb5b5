import Diagnostics
import JSONText

extension LayoutReader {
  /// Reads the root; nil if it does not contain a table.
  mutating func read(_ file: String) -> TableLayoutFile? {
    let names = [
      "title", "arrangement", "sections", "rows", "newRows", "fields", "forms", "settings",
    ]
    guard let root = json.root, let top = json.members(of: root, named: names) else { return nil }
    note(root)
    let arrangement = json.word("arrangement", of: top, among: Self.arrangements)
    let sections = titles("sections", of: top, upTo: 1000)
    let rows = titles("rows", of: top, upTo: 100)
    let allowsNewRows = json.boolean("newRows", of: top) ?? false
    if allowsNewRows, let place = top["newRows"], rows.contains(where: { $0.keys.count > 1 }) {
      json.report("rows from data have one key each", at: place)
    }
    let fields = fields(of: top)
    let forms = json.entries("forms", of: top).compactMap {
      form($0.name, $0.value, fields: fields)
    }
    let settings = settings(of: top)
    guard !sections.isEmpty, !rows.isEmpty, !fields.isEmpty else { return nil }
    let layout = TableLayout(
      title: json.string("title", of: top) ?? "", sections: sections, rows: rows,
      columns: fields.map(\.column))
    return TableLayoutFile(
      file: file, layout: layout, editors: fields.map(\.editor), allowsNewRows: allowsNewRows,
      arrangement: arrangement, forms: forms, settings: settings, places: places)
  }

  private static let arrangements: [(String, GridArrangement)] = [
    ("across", .across), ("week", .across), ("list", .list),
  ]
  private static let alignments = ColumnAlignment.allCases.map { ($0.rawValue, $0) }
  private static var roles: [(String, StyleRole)] { StyleRole.ofColumns.map { ($0.name, $0) } }

  /// Reads sections or rows: their titles and their keys in the data.
  private mutating func titles(
    _ name: String, of top: Members, upTo limit: Int
  ) -> [TableLayout.Title] {
    var seen: Set<String> = []
    return elements(name, of: top, upTo: limit).compactMap { element in
      guard let members = json.members(of: element, named: ["keys", "title", "short"]) else {
        return nil
      }
      let keys = elements("keys", of: members, upTo: 100).compactMap { json.key($0, seen: &seen) }
      let title = json.member("title", of: members).flatMap { json.string($0) } ?? ""
      return .init(title, short: json.string("short", of: members), keys: keys)
    }
  }

  private mutating func fields(of top: Members) -> [Field] {
    var seen: Set<String> = []
    let names = ["key", "title", "short", "width", "alignment", "role", "roles", "editor"]
    return elements("fields", of: top, upTo: 100).compactMap { element in
      guard let members = json.members(of: element, named: names) else { return nil }
      let key = json.key(of: members, seen: &seen) ?? ""
      let title = json.string("title", of: members) ?? key
      let editor = editor(of: members) ?? TextEditor()
      let width = json.member("width", of: members).flatMap { json.integer($0, in: 1...60) } ?? 1
      let column = TableColumn(
        title: title, key: key, shortTitle: json.string("short", of: members),
        width: width, role: json.word("role", of: members, among: Self.roles) ?? .plain,
        alignment: json.word("alignment", of: members, among: Self.alignments) ?? .left,
        valueRoles: valueRoles(of: members))
      return (column, editor)
    }
  }

  /// Reads the roles of certain values: `{"Maths": "warm"}`.
  private mutating func valueRoles(of members: Members) -> [String: StyleRole] {
    json.entries("roles", of: members).reduce(into: [:]) {
      $0[$1.name] = json.word($1.value, among: Self.roles)
    }
  }

  /// Reads the elements of a required member.
  mutating func elements(_ name: String, of members: Members, upTo limit: Int) -> [Value] {
    json.member(name, of: members).map { json.elements(of: $0, upTo: limit) } ?? []
  }

  private mutating func settings(of top: Members) -> [String: LayoutValue] {
    var settings: [String: LayoutValue] = [:]
    for (name, value) in json.entries("settings", of: top) {
      if [.array, .object, .null].contains(value.node.kind) {
        json.refuse(value, expected: "a string, a number or a boolean")
      } else {
        settings[name] = layoutValue(value)
      }
    }
    return settings
  }
}

extension JSONReader {
  /// Reads the key of an element, which must be unique among its siblings.
  mutating func key(of members: Members, seen: inout Set<String>) -> String? {
    member("key", of: members).flatMap { key($0, seen: &seen) }
  }

  fileprivate mutating func key(_ value: Value, seen: inout Set<String>) -> String? {
    guard let key = string(value) else { return nil }
    if !seen.insert(key).inserted { report("\(key.quoted()) was named before", at: value) }
    return key
  }
}
