import Diagnostics
import JSONText

extension LayoutReader {
  /// The editor that a member `editor` stands for: a kind, or an object with a kind and arguments.
  ///
  /// Nil when there is no such member, or something is wrong with it.
  mutating func editor(of members: Members) -> (FieldEditorDescription, any FieldEditor)? {
    guard let value = members["editor"] else { return nil }
    guard let (kind, kindValue) = kind(ofEditor: value) else { return nil }
    var arguments: [String: LayoutValue] = [:]
    for (name, argument) in value.members where name != "kind" {
      arguments[name] = layoutValue(argument)
    }
    let description = FieldEditorDescription(kind, arguments)
    do throws(FieldEditorArgumentError) {
      if let editor = try registry.editor(description) { return (description, editor) }
      json.report(
        "\(kind.quoted()) is no kind of editor; expected "
          + registry.kinds.map { $0.quoted() }.listed("or"), at: kindValue)
    } catch {
      let argument = value.members.last { $0.name == error.argument }?.value
      json.report(error.reason.printable, at: argument ?? value, atName: error.isUnknown)
    }
    return nil
  }

  private mutating func kind(ofEditor value: Value) -> (String, Value)? {
    if let name = value.node.string { return (name, value) }
    let expectation = "the name of an editor, or an object with its kind"
    guard let object = json.members(of: value, named: nil, like: expectation),
      let kind = json.member("kind", of: object), let name = json.string(kind)
    else { return nil }
    return (name, kind)
  }

  /// The forms by name, in order. A field of a form that gives no editor has that of the table's
  /// field with the same key.
  mutating func forms(of top: Members, fields: [Field]) -> [FormLayout] {
    guard let members = top["forms"].flatMap({ json.members(of: $0, named: nil) }) else {
      return []
    }
    return members.all.compactMap { form($0.name, $0.value, fields: fields) }
  }

  private mutating func form(_ name: String, _ value: Value, fields: [Field]) -> FormLayout? {
    let names = [
      "title", "labels", "save", "cancel", "delete", "question", "firstFocus", "fields",
    ]
    note(.form(name), at: value, atName: true)
    guard let members = json.members(of: value, named: names) else { return nil }
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
      guard let field = json.members(of: element, named: names) else { continue }
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
    guard let value = members["firstFocus"] else { return 0 }
    if value.node.kind == .null { return nil }
    let range = 0...max(0, count - 1)
    if let index = value.node.integer, range.contains(index) { return index }
    json.refuse(value, expected: "null or the number of a field, 0 to \(range.upperBound)")
    return nil
  }
}
