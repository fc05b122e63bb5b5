/// Edits any text; `"longest": 40` limits its length.
public struct TextEditor: FieldEditor {
  /// The most characters of a value.
  public let longest: Int

  /// Creates an editor for texts of up to `longest` characters.
  public init(longest: Int = 1000) {
    self.longest = max(1, longest)
  }

  /// Reads `longest`.
  public init(arguments: inout FieldEditorArguments) throws(FieldEditorArgumentError) {
    self.init(longest: try arguments.integer("longest", in: 1...10_000) ?? 1000)
  }

  /// Accepts any text up to `longest` characters; U+0000, which JSON files cannot have, and U+FFFD, which the terminal
  /// types for a byte that is not UTF-8, only if the current text has it.
  public func parse(_ typed: String, current: String) -> Result<String, FieldProblem> {
    guard typed.count <= longest else {
      return .failure(
        FieldProblem(
          .tooLong, "\(longest)", "\(typed.count)",
          nearest: String(typed.prefix(longest))))
    }
    let isWrong = { (text: String) in
      text.unicodeScalars.contains { $0 == "\u{FFFD}" || $0 == "\0" }
    }
    return isWrong(typed) && !isWrong(current) ? .failure(FieldProblem(.notUTF8)) : .success(typed)
  }
}
