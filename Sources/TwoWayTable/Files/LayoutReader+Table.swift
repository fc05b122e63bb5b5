import Diagnostics
import JSONText

extension LayoutReader {
  /// Reads the value at the top; nil when there is no table in it.
  mutating func read(_ root: JSONNode) -> Contents? {
    let names = ["title", "arrangement", "sections", "rows", "fields", "forms", "settings"]
    guard let top = members(root, at: JSONPath(), of: "a layout", named: names) else { return nil }
    let arrangement = word("arrangement", of: top, among: Self.arrangements)
    let sections = titles("sections", of: top, upTo: 1000, LayoutPlace.section) {
      .sectionKey($0, $1)
    }
    let rows = titles("rows", of: top, upTo: 100, LayoutPlace.row) { .rowKey($0, $1) }
    let fields = fields(of: top)
    let forms = forms(of: top, fields: fields)
    let settings = settings(of: top)
    guard !sections.isEmpty, !rows.isEmpty, !fields.isEmpty else { return nil }
    let layout = TableLayout(
      title: string("title", of: top) ?? "", sections: sections, rows: rows,
      columns: fields.map(\.column))
    return Contents(
      layout: layout, editors: fields.map(\.editor), arrangement: arrangement, forms: forms,
      settings: settings)
  }

  /// A column and the editor that its description stands for.
  struct Field {
    let column: TableColumn
    let editor: any FieldEditor
  }

  private static let arrangements: [(String, GridArrangement)] = [
    ("across", .across), ("week", .across), ("list", .list),
  ]
  private static let alignments: [(String, ColumnAlignment)] = [
    ("left", .left), ("right", .right), ("decimal", .decimal),
  ]
  private static let roles = StyleRole.allCases.map { ($0.name, $0) }

  /// Sections or rows: what they are called, and which keys of the data they stand for.
  private mutating func titles(
    _ name: String, of top: Members, upTo limit: Int, _ place: (Int) -> LayoutPlace,
    keyPlace: (Int, Int) -> LayoutPlace
  ) -> [TableLayout.Title] {
    var titles: [TableLayout.Title] = []
    var seen: Set<String> = []
    for (index, element) in elements(name, of: top, upTo: limit).enumerated() {
      note(place(index), at: element.path)
      guard
        let members = members(
          element.node, at: element.path, of: String(name.dropLast()).withArticle,
          named: ["keys", "title", "short"])
      else { continue }
      var keys: [String] = []
      for (number, key) in elements("keys", of: members, upTo: 100).enumerated() {
        note(keyPlace(index, number), at: key.path)
        guard let text = string(key.node, at: key.path) else { continue }
        if !seen.insert(text).inserted {
          report("\(text.quoted()) was named before", at: key.path)
        }
        keys.append(text)
      }
      let title = member("title", of: members).flatMap { string($0.node, at: $0.path) } ?? ""
      titles.append(.init(title, short: string("short", of: members) ?? title, keys: keys))
    }
    return titles
  }

  private mutating func fields(of top: Members) -> [Field] {
    var fields: [Field] = []
    var seen: Set<String> = []
    let names = ["key", "title", "short", "width", "alignment", "role", "editor"]
    for (index, element) in elements("fields", of: top, upTo: 100).enumerated() {
      guard
        let members = members(element.node, at: element.path, of: "a field", named: names)
      else { continue }
      let key = key(of: members, place: .fieldKey(index), seen: &seen)
      let title = string("title", of: members) ?? key
      let (description, editor) = editor(of: members) ?? registry.defaultEditor(forKey: key)
      note(.fieldEditor(index), at: members["editor"]?.path ?? element.path)
      let column = TableColumn(
        title: title, key: key, shortTitle: string("short", of: members),
        width: width(of: members), role: word("role", of: members, among: Self.roles) ?? .plain,
        alignment: word("alignment", of: members, among: Self.alignments) ?? .left,
        editor: description)
      fields.append(Field(column: column, editor: editor))
    }
    return fields
  }

  /// The key of a field, which no other field of the same table or form may have.
  mutating func key(
    of members: Members, place: LayoutPlace, seen: inout Set<String>
  ) -> String {
    guard let member = member("key", of: members),
      let key = string(member.node, at: member.path)
    else { return "" }
    note(place, at: member.path)
    if !seen.insert(key).inserted { report("\(key.quoted()) was named before", at: member.path) }
    return key
  }

  private mutating func width(of members: Members) -> Int {
    guard let (node, path) = member("width", of: members) else { return 1 }
    guard let width = node.integer, (1...60).contains(width) else {
      report(
        "\(Self.name(path)) is \(node.words); expected a whole number, 1 to 60", at: path)
      return 1
    }
    return width
  }

  private mutating func settings(of top: Members) -> [String: LayoutValue] {
    guard let (node, path) = top["settings"],
      members(node, at: path, of: "settings", named: nil) != nil
    else { return [:] }
    var settings: [String: LayoutValue] = [:]
    for (key, value) in node.members {
      let place = path.member(key)
      note(.setting(key), at: place)
      guard ![.array, .object, .null].contains(value.kind) else {
        report(
          "\(Self.name(place)) is \(value.words); expected a string, a number or a boolean",
          at: place)
        continue
      }
      settings[key] = layoutValue(value, at: place)
    }
    return settings
  }
}

extension String {
  /// The word behind `a`: all that are needed here begin with a consonant.
  fileprivate var withArticle: String { "a \(self)" }
}
