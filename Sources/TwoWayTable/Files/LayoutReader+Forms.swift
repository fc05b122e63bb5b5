import Diagnostics
import JSONText

extension LayoutReader {
  /// The editor that a member `editor` stands for: a kind, or an object with a kind and arguments.
  ///
  /// Nil when there is no such member, or something is wrong with it.
  mutating func editor(of members: Members) -> (EditorDescription, any FieldEditor)? {
    guard let (node, path) = members["editor"] else { return nil }
    var arguments: [String: LayoutValue] = [:]
    var kindPath = path
    let kind: String
    if let name = node.string {
      kind = name
    } else {
      guard node.kind == .object else {
        report(
          "\(Self.name(path)) is \(node.words); expected the name of an editor, or an object "
            + "with its kind", at: path)
        return nil
      }
      guard let object = self.members(node, at: path, of: "an editor", named: nil),
        let member = member("kind", of: object), let name = string(member.node, at: member.path)
      else { return nil }
      kind = name
      kindPath = member.path
      for (key, value) in node.members where key != "kind" {
        arguments[key] = layoutValue(value, at: path.member(key))
      }
    }
    let description = EditorDescription(kind, arguments)
    do throws(EditorArgumentError) {
      if let editor = try registry.editor(description) { return (description, editor) }
      report(
        "\(kind.quoted()) is no kind of editor; expected "
          + Self.list(registry.kinds.map { $0.quoted() }), at: kindPath)
    } catch {
      let place = error.argument.map { path.member($0) } ?? path
      report(error.reason.printable, at: place, atKey: error.isUnknown)
    }
    return nil
  }

  /// The forms by name, in order. A field of a form that gives no editor has that of the table's
  /// field with the same key.
  mutating func forms(of top: Members, fields: [Field]) -> [FormLayout] {
    guard let (node, path) = top["forms"],
      members(node, at: path, of: "forms", named: nil) != nil
    else { return [] }
    return node.members.compactMap { name, value in
      form(name, value, at: path.member(name), fields: fields)
    }
  }

  private mutating func form(
    _ name: String, _ node: JSONNode, at path: JSONPath, fields: [Field]
  ) -> FormLayout? {
    let names = [
      "title", "labels", "save", "cancel", "delete", "question", "firstFocus", "fields",
    ]
    note(.form(name), at: path, atKey: true)
    guard let members = members(node, at: path, of: "a form", named: names) else { return nil }
    var configuration = FormConfiguration()
    configuration.title = string("title", of: members) ?? ""
    configuration.showsLabels = boolean("labels", of: members) ?? true
    if let save = string("save", of: members) { configuration.saveLabel = save }
    if let cancel = string("cancel", of: members) { configuration.cancelLabel = cancel }
    if let delete = string("delete", of: members) {
      configuration.deleteLabel = delete
      configuration.allowsDelete = true
    }
    if let question = string("question", of: members) { configuration.deleteQuestion = question }
    let formFields = formFields(name, of: members, table: fields)
    configuration.firstFocus = firstFocus(of: members, count: formFields.count)
    return FormLayout(
      name: name, fields: formFields, configuration: configuration,
      saysFirstFocus: members["firstFocus"] != nil)
  }

  private mutating func formFields(
    _ form: String, of members: Members, table: [Field]
  ) -> [FormField] {
    var fields: [FormField] = []
    var seen: Set<String> = []
    let names = ["key", "label", "editor", "placeholder", "required"]
    for (index, element) in elements("fields", of: members, upTo: 100).enumerated() {
      guard
        let field = self.members(element.node, at: element.path, of: "a form's field", named: names)
      else { continue }
      let key = key(of: field, place: .formField(form, index), seen: &seen)
      let inherited = table.first { $0.column.key == key }?.editor
      let editor =
        editor(of: field)?.1 ?? inherited ?? registry.defaultEditor(forKey: key).1
      fields.append(
        FormField(
          key: key, label: string("label", of: field) ?? key, editor: editor,
          placeholder: string("placeholder", of: field) ?? "",
          isRequired: boolean("required", of: field) ?? false))
    }
    return fields
  }

  /// The field that has the focus at first, from 0; `null` for none.
  private mutating func firstFocus(of members: Members, count: Int) -> Int? {
    guard let (node, path) = members["firstFocus"] else { return 0 }
    if node.kind == .null { return nil }
    guard let index = node.integer, (0..<max(1, count)).contains(index) else {
      report(
        "\(Self.name(path)) is \(node.words); expected null or the number of a field, "
          + "0 to \(max(1, count) - 1)", at: path)
      return nil
    }
    return index
  }
}
