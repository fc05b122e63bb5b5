import Diagnostics

/// A form with fields and buttons to save, cancel and delete, operated by the keyboard.
///
/// A form is a value with a copy of the data, which changes only when the owner applies the outcome. Typing replaces
/// the value of the field with the focus; F2, the arrows, Home and End edit it in place. Leaving a field accepts its
/// text; invalid text stays with a reason and prevents saving.
public struct Form: Sendable {
  /// A button.
  public enum Button: Hashable, Sendable {
    /// Returns the changed values.
    case save
    /// Returns no changes.
    case cancel
    /// Asks, then deletes.
    case delete
  }

  /// The element with the focus.
  public enum Focus: Hashable, Sendable {
    /// A field, from 0.
    case field(Int)
    case button(Button)
  }

  /// A field, its value, and the text being typed.
  struct Entry: Sendable {
    let field: FormField
    let original: String
    var value: String
    /// Whether the field represents different values; it is then empty until something is typed for all.
    let isMixed: Bool
    /// The text being typed; nil while the value is shown.
    var line: TextLine?
    /// Why the typed text is invalid.
    var problem: FieldProblem?
    /// The choice that the space bar ticks, if several can be chosen.
    var candidate = 0
    /// The letters that selected the choice.
    var search = ""
  }

  /// The settings of the form.
  public package(set) var configuration: FormConfiguration
  /// The rules over several fields.
  public let rules: [FormRule]
  /// The element with the focus.
  public internal(set) var focus: Focus
  /// Whether the form asks to confirm deletion.
  public internal(set) var isAsking = false
  /// Why the owner refused something; shown instead of a problem.
  package var refusal: String?
  package var showsAnswers = true
  /// Whether the role `cursor` shows the focus, as in a coloured table; otherwise brackets do.
  public var isColored = false
  var entries: [Entry]

  /// Creates a form. `values` are by key. Fields in `mixed` have different values: empty, and returned only if typed.
  public init(
    _ fields: [FormField], values: [String: String] = [:], mixed: Set<String> = [],
    configuration: FormConfiguration = .init(), rules: [FormRule] = []
  ) {
    self.configuration = configuration
    self.rules = rules
    entries = fields.map { field in
      let isMixed = mixed.contains(field.key)
      let value = isMixed ? "" : values[field.key] ?? ""
      return Entry(field: field, original: value, value: value, isMixed: isMixed)
    }
    let first = configuration.firstFocus ?? 0
    focus = fields.indices.contains(first) ? .field(first) : .button(.save)
  }

  /// The values of all fields as they would be saved, by key; empty if missing.
  public var values: [String: String] {
    entries.reduce(into: [:]) { $0[$1.field.key] = (try? $1.checked.get()) ?? "" }
  }

  /// Sets a field that opens another screen to a canonical value, which is not checked; ignores unknown keys.
  public mutating func set(_ value: String, of key: String) {
    guard let index = entries.firstIndex(where: { $0.field.key == key }) else { return }
    entries[index].set(value)
  }

  /// Whether every value is valid, including the one being typed, and no rule is broken.
  package var canSave: Bool { firstProblem == nil && brokenRule == nil }

  /// The first broken rule and the reason; nil while a field is invalid.
  package var brokenRule: (rule: FormRule, problem: FieldProblem)? {
    guard !rules.isEmpty, firstProblem == nil else { return nil }
    let values = values
    // Skip rules about different values, which could not name the values that break it.
    let mixed = Set(entries.filter { $0.isMixed && $0.checked == .success("") }.map(\.field.key))
    for rule in rules where mixed.isDisjoint(with: rule.fields) {
      let problem = rule.problem(values) { key in
        entries.first { $0.field.key == key && !$0.field.label.isEmpty }?.field.label ?? key
      }
      if let problem { return (rule, problem) }
    }
    return nil
  }

  package var firstProblem: (field: Int, problem: FieldProblem)? {
    for (index, entry) in entries.enumerated() {
      if case .failure(let problem) = entry.checked { return (index, problem) }
    }
    return nil
  }

  /// The changed values that saving would return, of the valid fields, by key.
  public var changes: [String: String] {
    entries.reduce(into: [:]) { changes, entry in
      guard case .success(let value) = entry.checked, value != entry.original else { return }
      changes[entry.field.key] = value
    }
  }

  /// Whether the space bar cycles the choices of the field with the focus.
  package var isAtChoice: Bool {
    guard case .field(let index) = focus else { return false }
    return entries[index].isChoice
  }

  /// The displayed value that Escape restores while text is typed into the field with the focus; otherwise nil.
  package var valueBeforeTyping: String? {
    guard case .field(let index) = focus, entries[index].line != nil else { return nil }
    return entries[index].shown
  }

  /// The buttons, in order.
  public var buttons: [Button] {
    configuration.allowsDelete ?? false ? [.save, .cancel, .delete] : [.save, .cancel]
  }
}

extension Form.Entry {
  /// The value to save, or why it is invalid.
  var checked: Result<String, FieldProblem> {
    let text = line?.text.trimmed ?? value
    if text.isEmpty {
      guard field.isRequired, !isMixed else { return .success("") }
      return .failure(
        field.label.isEmpty ? FieldProblem(.valueNeeded) : FieldProblem(.isNeeded, field.label))
    }
    guard line != nil else { return .success(value) }
    return field.editor.parse(text, current: value)
  }

  var shown: String { value.isEmpty ? "" : field.editor.display(value) }

  /// Whether the field has choices instead of typed text.
  var isChoice: Bool { !field.editor.choices.isEmpty }

  /// Whether several choices can be ticked.
  var isSeveral: Bool { isChoice && field.editor.allowsSeveral }

  /// The line to type into: the text so far; empty if the key replaces the value; otherwise the value.
  func line(replacing replaces: Bool) -> TextLine {
    line ?? (replaces && field.clearsOnEdit ? TextLine() : TextLine(shown))
  }

  var ticked: [String] { value.split(separator: ",").map { $0.trimmed } }

  /// Accepts the typed text if it is valid; otherwise keeps it with the reason.
  mutating func commit() {
    guard line != nil else { return }
    switch checked {
    case .success(let new): set(new)
    case .failure(let reason): problem = reason
    }
  }

  /// Sets the value, in place of typed text.
  mutating func set(_ new: String) { (value, line, problem) = (new, nil, nil) }
}
