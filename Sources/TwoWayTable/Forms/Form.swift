/// Fields below each other, edited with the keyboard alone, with buttons to save, cancel and delete.
///
/// A form is a value with a copy of the data: what is typed changes nothing else until it is handed
/// back, and cancelling leaves nothing behind. Typing replaces the value of the field with the focus;
/// F2, the arrows, Home and End edit it in place. Fields are taken by leaving them; a text that is no
/// value stays, with its reason, and keeps the form from being saved.
public struct Form: Sendable {
  /// A button.
  public enum Button: Hashable, Sendable {
    /// Hands the changed values back.
    case save
    /// Hands nothing back.
    case cancel
    /// Asks, then deletes.
    case delete
  }

  /// What has the focus.
  public enum Focus: Hashable, Sendable {
    /// A field, from 0.
    case field(Int)
    /// A button.
    case button(Button)
  }

  /// A field, its value, and what is being typed into it.
  struct Entry: Sendable {
    let field: FormField
    let original: String
    let placeholder: String
    var value: String
    /// Whether the field stands for values that differ. It is empty until something is typed for all of them.
    let isMixed: Bool
    /// What is typed and not taken yet; nil while the value is shown.
    var line: TextLine?
    /// Why what is typed is not a value.
    var problem: FieldProblem?
    /// The choice that the space bar ticks, where several can be chosen.
    var candidate = 0
  }

  /// Whether something is made or changed.
  public let mode: FormMode
  /// How the form looks.
  public let configuration: FormConfiguration
  /// What must hold of several fields together.
  public let rules: [FormRule]
  /// What has the focus; nil for nothing.
  public internal(set) var focus: Focus?
  /// Whether the question is shown if the form shall delete.
  public internal(set) var isAsking = false
  var entries: [Entry]

  /// Makes a form; `values` are data, or placeholders in a form that adds, by key. A field named in `mixed`
  /// stands for values that differ: it is empty, and unless something is typed for all of them nothing of it
  /// is returned.
  public init(
    _ fields: [FormField], values: [String: String] = [:], mixed: Set<String> = [],
    mode: FormMode = .edit, configuration: FormConfiguration = .init(), rules: [FormRule] = []
  ) {
    self.mode = mode
    self.configuration = configuration
    self.rules = rules
    entries = fields.map { field in
      let field = field.replacing(editor: field.editor.using(configuration.words))
      let given = values[field.key] ?? ""
      let isMixed = mode == .edit && mixed.contains(field.key)
      let placeholder =
        isMixed
        ? configuration.words[.differ]
        : mode == .add && !given.isEmpty ? field.editor.display(given) : field.placeholder
      let value = mode == .add || isMixed ? "" : given
      return Entry(
        field: field, original: value, placeholder: placeholder, value: value, isMixed: isMixed)
    }
    focus = configuration.firstFocus.flatMap { fields.indices.contains($0) ? .field($0) : nil }
  }

  /// Makes a form that a layout file describes.
  public init(_ layout: FormLayout, values: [String: String] = [:], mode: FormMode = .edit) {
    self.init(
      layout.fields, values: values, mode: mode, configuration: layout.configuration,
      rules: layout.rules)
  }

  /// The value of a field as it would be saved; nil for a key that no field has.
  public func value(of key: String) -> String? {
    entries.first { $0.field.key == key }.map(\.checked).map { (try? $0.get()) ?? "" }
  }

  /// The values of all fields as they would be saved, by key; empty where there is none.
  public var values: [String: String] {
    Dictionary(
      entries.map { ($0.field.key, (try? $0.checked.get()) ?? "") }, uniquingKeysWith: { $1 })
  }

  /// Gives a field a value, as one that opens another screen gets it; a key that no field has is
  /// passed over.
  public mutating func set(_ value: String, of key: String) {
    guard let index = entries.firstIndex(where: { $0.field.key == key }) else { return }
    entries[index].value = value
    entries[index].line = nil
    entries[index].problem = nil
  }

  /// Whether every field holds a value, the one being typed included, and every rule is kept.
  public var canSave: Bool { firstProblem == nil && brokenRule == nil }

  /// The first rule over several fields that is broken, and why; nil while a field holds no value.
  public var brokenRule: (rule: FormRule, problem: FieldProblem)? {
    guard !rules.isEmpty, firstProblem == nil else { return nil }
    let values = values
    // A rule about values that differ could not say which of them break it.
    let mixed = Set(entries.filter { $0.isMixed && $0.checked == .success("") }.map(\.field.key))
    for rule in rules where mixed.isDisjoint(with: rule.fields) {
      if let problem = rule.problem(of: values) { return (rule, problem) }
    }
    return nil
  }

  /// The first field that holds no value, and why.
  public var firstProblem: (field: Int, problem: FieldProblem)? {
    for (index, entry) in entries.enumerated() {
      if case .failure(let problem) = entry.checked { return (index, problem) }
    }
    return nil
  }

  /// What saving would hand back now, of the fields that hold values.
  public var changes: FormChanges {
    FormChanges(
      entries.compactMap { entry in
        guard case .success(let value) = entry.checked, value != entry.original else { return nil }
        return .init(entry.field.key, value)
      })
  }

  /// Whether the field with the focus is one whose choices the space bar goes through.
  package var isAtChoice: Bool {
    guard case .field(let index) = focus else { return false }
    return entries[index].isChoice
  }

  /// The buttons, in order.
  public var buttons: [Button] {
    configuration.allowsDelete ?? (mode == .edit) ? [.save, .cancel, .delete] : [.save, .cancel]
  }
}

extension Form.Entry {
  /// The value that would be saved, or why there is none.
  var checked: Result<String, FieldProblem> {
    let text = line?.text ?? value
    if text.isEmpty { return required() }
    guard line != nil else { return .success(value) }
    return field.editor.parse(text, current: value)
  }

  /// What is shown of the value.
  var shown: String { value.isEmpty ? "" : field.editor.display(value) }

  /// Whether the field is cycled and not typed into.
  var isChoice: Bool { !field.editor.choices.isEmpty }

  /// Whether several choices can be ticked.
  var isSeveral: Bool { isChoice && field.editor.allowsSeveral }

  /// Takes what is typed, if it is a value; otherwise keeps it, and why it is none.
  mutating func commit() {
    guard line != nil else { return }
    switch checked {
    case .success(let new):
      value = new
      line = nil
      problem = nil
    case .failure(let reason):
      problem = reason
    }
  }

  /// What an empty field holds, or that it needs a value.
  private func required() -> Result<String, FieldProblem> {
    guard field.isRequired, !isMixed else { return .success("") }
    return .failure(
      field.label.isEmpty ? FieldProblem(.valueNeeded) : FieldProblem(.isNeeded, field.label))
  }
}
