import Diagnostics

/// Edits one of a list of values: `"choices": ["low", "middle", "high"]`.
public struct ChoiceEditor: FieldEditor {
  /// The values, in cycling order.
  public let choices: [String]

  /// Creates an editor for a list of values.
  public init(choices: [String]) {
    self.choices = choices
  }

  /// Reads `choices`, which is required.
  public init(arguments: inout FieldEditorArguments) throws(FieldEditorArgumentError) {
    guard let choices = try arguments.strings("choices") else {
      throw FieldEditorArgumentError("a choice editor needs choices, an array of strings")
    }
    guard !choices.isEmpty else {
      throw FieldEditorArgumentError("choices is empty", argument: "choices")
    }
    guard Set(choices).count == choices.count else {
      throw FieldEditorArgumentError("choices names a value twice", argument: "choices")
    }
    self.init(choices: choices)
  }

  /// Returns the choice equal to the text, or the only choice that starts with it, in any case.
  public func parse(_ typed: String, current: String) -> Result<String, FieldProblem> {
    if choices.contains(typed) { return .success(typed) }
    let wanted = typed.lowercased()
    let candidates = choices.filter { $0.lowercased().hasPrefix(wanted) }
    if let exact = candidates.first(where: { $0.lowercased() == wanted }) { return .success(exact) }
    if candidates.count == 1 { return .success(candidates[0]) }
    let list = choices.map(\.printable).joined(separator: ", ")
    return .failure(FieldProblem(.noChoice, typed.quoted(), list, nearest: candidates.first))
  }
}
