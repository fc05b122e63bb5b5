import Diagnostics

/// Edits a subset of a list of values: `"choices": ["salt", "milk", "nuts"]`.
///
/// A value is the chosen texts in order, joined by `, `. Type prefixes with commas between, or `+milk` and `-salt`.
public struct SeveralEditor: FieldEditor {
  /// The values, in order.
  public let choices: [String]

  /// Creates an editor for a list of values; throws for a value that has a comma or begins with a sign.
  public init(choices: [String]) throws(FieldEditorArgumentError) {
    self.choices = choices
    for choice in choices where choice.contains(",") || "+-".contains(choice.first ?? " ") {
      throw FieldEditorArgumentError(
        "\(choice.quoted()) contains a comma or begins with a sign", argument: "choices")
    }
  }

  /// Reads `choices`, which is required.
  public init(arguments: inout FieldEditorArguments) throws(FieldEditorArgumentError) {
    try self.init(choices: try ChoiceEditor(arguments: &arguments).choices)
  }

  /// Any number of the choices.
  public var allowsSeveral: Bool { true }

  /// Parses choices or their prefixes, separated by commas; if all have a sign, they change `current`.
  public func parse(_ typed: String, current: String) -> Result<String, FieldProblem> {
    let parts = typed.split(separator: ",").map { $0.trimmed }.filter { !$0.isEmpty }
    let changes = !parts.isEmpty && parts.allSatisfy { "+-".contains($0.first ?? " ") }
    let chosen = current.split(separator: ",").map { $0.trimmed }
    var result = Set(changes ? choices.filter(chosen.contains) : [])
    for part in parts {
      let name = changes ? String(part.dropFirst()) : part
      switch ChoiceEditor(choices: choices).parse(name, current: "") {
      case .success(let choice):
        if part.hasPrefix("-"), changes { result.remove(choice) } else { result.insert(choice) }
      case .failure(let problem): return .failure(problem)
      }
    }
    return .success(choices.filter(result.contains).joined(separator: ", "))
  }

  /// Nil: sets have no order.
  public func step(_ value: String, by count: Int) -> String? { nil }
}
