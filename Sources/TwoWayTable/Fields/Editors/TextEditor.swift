/// Edits any text; `"longest": 40` limits its characters.
public struct TextEditor: FieldEditor {
  /// The most characters that a value has.
  public let longest: Int

  /// Makes an editor for texts of up to `longest` characters.
  public init(longest: Int = 1000) {
    self.longest = max(1, longest)
  }

  /// Reads `longest`.
  public init(arguments: inout FieldEditorArguments) throws(FieldEditorArgumentError) {
    self.init(longest: try arguments.integer("longest", in: 1...10_000) ?? 1000)
  }

  /// Takes the text as it is.
  public func parse(_ typed: String, current: String) -> Result<String, FieldProblem> {
    guard typed.count <= longest else {
      return .failure(
        FieldProblem(
          .tooLong, "\(longest)", "\(typed.count)",
          nearest: String(typed.prefix(longest))))
    }
    return .success(typed)
  }
}
