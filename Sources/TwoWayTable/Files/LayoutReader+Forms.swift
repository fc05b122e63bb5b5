import Diagnostics
import JSONText

extension LayoutReader {
  /// Reads a member `editor`: a kind, or an object with a kind and arguments.
  ///
  /// Nil if it is missing or invalid.
  mutating func editor(of members: Members) -> (any FieldEditor)? {
    guard let value = members["editor"] else { return nil }
    guard let (kind, kindValue) = kind(ofEditor: value) else { return nil }
    var arguments: [String: LayoutValue] = [:]
    for (name, argument) in value.members where name != "kind" {
      arguments[name] = layoutValue(argument)
    }
    do throws(FieldEditorArgumentError) {
      if let editor = try registry.makeEditor(kind: kind, arguments: arguments) { return editor }
      json.report(
        "\(kind.quoted()) is not a kind of editor; expected "
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

  /// Reads a form. A field without an editor uses that of the table's field with the same key.
  mutating func form(_ name: String, _ value: Value, fields: [Field]) -> FormLayout? {
    let names = [
      "title", "labels", "save", "cancel", "delete", "question", "firstFocus", "fields",
      "sections", "rules",
    ]
    guard let members = json.members(of: value, named: names) else { return nil }
    var configuration = FormConfiguration()
    configuration.title = json.string("title", of: members) ?? ""
    configuration.showsLabels = json.boolean("labels", of: members) ?? true
    configuration.saveLabel = json.string("save", of: members)
    configuration.cancelLabel = json.string("cancel", of: members)
    if let value = members["delete"] {
      if let allows = value.node.boolean {
        configuration.allowsDelete = allows
      } else if let label = value.node.string {
        configuration.deleteLabel = label
        configuration.allowsDelete = true
      } else {
        json.refuse(value, expected: "the label of the button, true or false")
      }
    }
    configuration.deleteQuestion = json.string("question", of: members)
    let formFields = sectionsOrFields(name, of: members, table: fields)
    configuration.firstFocus = firstFocus(of: members, count: formFields.count)
    return FormLayout(
      name: name, fields: formFields, configuration: configuration,
      rules: rules(of: members, fields: formFields))
  }

  /// Reads the fields of a form: those of its `sections`, each with a heading, or its `fields`.
  private mutating func sectionsOrFields(
    _ form: String, of members: Members, table: [Field]
  ) -> [FormField] {
    var seen: Set<String> = []
    guard let sections = members["sections"] else {
      return formFields(form, of: members, heading: nil, from: 0, &seen, table: table)
    }
    if let fields = members["fields"] {
      json.report("a form has fields or sections, not both", at: fields, atName: true)
    }
    var fields: [FormField] = []
    for element in json.elements(of: sections, upTo: 100) {
      guard let section = json.members(of: element, named: ["title", "fields"]) else { continue }
      let title = json.member("title", of: section).flatMap { json.string($0) }
      fields += formFields(
        form, of: section, heading: title, from: fields.count, &seen, table: table)
    }
    return fields
  }

  /// Reads the rules over several fields: `{"anyOf": ["first", "last"], "reason": "a name is needed"}`.
  private mutating func rules(of members: Members, fields: [FormField]) -> [FormRule] {
    guard let value = members["rules"] else { return [] }
    return json.elements(of: value, upTo: 100).compactMap { element in
      let names = ["anyOf", "ascending", "reason"]
      guard let rule = json.members(of: element, named: names) else { return nil }
      let reason = json.string("reason", of: rule)
      let kinds = [rule["anyOf"], rule["ascending"]].compactMap(\.self)
      guard kinds.count == 1, let list = kinds.first else {
        json.report("a rule has either anyOf or ascending", at: element)
        return nil
      }
      let keys = json.elements(of: list, upTo: 100).compactMap { key -> String? in
        guard let name = json.string(key) else { return nil }
        if !fields.contains(where: { $0.key == name }) {
          json.report("\(name.quoted()) is not a field of this form", at: key)
        }
        return name
      }
      return rule["anyOf"] != nil
        ? .anyOf(keys, reason: reason) : .ascending(keys, reason: reason)
    }
  }

  private mutating func formFields(
    _ form: String, of members: Members, heading: String?, from first: Int,
    _ seen: inout Set<String>, table: [Field]
  ) -> [FormField] {
    var fields: [FormField] = []
    let names = ["key", "label", "editor", "placeholder", "required", "clears", "opens"]
    for (index, element) in elements("fields", of: members, upTo: 100).enumerated() {
      guard let field = json.members(of: element, named: names) else { continue }
      // In sections, a field is counted from the first one of the form.
      note(element, as: "forms.\(form).fields[\(first + index)]")
      let key = json.key(of: field, seen: &seen) ?? ""
      let inherited = table.first { $0.column.key == key }?.editor
      let editor = editor(of: field) ?? inherited ?? TextEditor()
      fields.append(
        FormField(
          key: key, label: json.string("label", of: field) ?? key, editor: editor,
          placeholder: json.string("placeholder", of: field) ?? "",
          isRequired: json.boolean("required", of: field) ?? false,
          heading: fields.isEmpty ? heading : nil,
          clearsOnEdit: json.boolean("clears", of: field) ?? true,
          opens: opens(of: field, key: key)))
    }
    return fields
  }

  /// Reads the command that Enter runs; by default the command with the key of the field.
  private mutating func opens(of field: Members, key: String) -> String? {
    guard let value = field["opens"] else { return nil }
    if let name = value.node.string, !name.isEmpty { return name }
    if let isOn = value.node.boolean { return isOn ? key : nil }
    json.refuse(value, expected: "the name of a command, true or false")
    return nil
  }

  /// Reads the field with the initial focus, from 0; `null` for the default.
  private mutating func firstFocus(of members: Members, count: Int) -> Int? {
    guard let value = members["firstFocus"], value.node.kind != .null else { return nil }
    let range = 0...max(0, count - 1)
    if let index = value.node.integer, range.contains(index) { return index }
    json.refuse(value, expected: "null or the number of a field, 0 to \(range.upperBound)")
    return nil
  }
}
