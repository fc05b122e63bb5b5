/// A condition on several fields for saving a form.
public struct FormRule: Sendable {
  /// The keys of the fields; the first gets the focus if saving fails.
  public let fields: [String]
  /// Returns why these values cannot be saved, with the labels of fields; nil if they can.
  let problem: @Sendable ([String: String], (_ key: String) -> String) -> FieldProblem?
}

extension FormRule {
  /// Creates a rule: `problem` returns why the values of all fields cannot be saved, nil if they can.
  public init(
    about fields: [String], problem: @escaping @Sendable ([String: String]) -> FieldProblem?
  ) {
    self.init(fields: fields) { values, _ in problem(values) }
  }

  /// Requires a value in at least one of the fields.
  public static func anyOf(_ fields: [String], reason: String? = nil) -> FormRule {
    FormRule(fields: fields) { values, label in
      guard fields.allSatisfy({ (values[$0] ?? "").isEmpty }) else { return nil }
      return reason.map { FieldProblem($0) }
        ?? FieldProblem(.anyNeeded, fields.map(label).joined(separator: ", "))
    }
  }

  /// Requires each value to be greater than the previous one, by size or in time. Skips fields without a value.
  public static func ascending(_ fields: [String], reason: String? = nil) -> FormRule {
    FormRule(fields: fields) { values, label in
      let filled = fields.filter { !(values[$0] ?? "").isEmpty }
      for (first, second) in zip(filled, filled.dropFirst())
      where !isLess(values[first] ?? "", values[second] ?? "") {
        return reason.map { FieldProblem($0) }
          ?? FieldProblem(.outOfOrder, label(second), label(first))
      }
      return nil
    }
  }

  private static func isLess(_ left: String, _ right: String) -> Bool {
    if let left = DecimalNumber(left), let right = DecimalNumber(right) { return left < right }
    return left < right
  }
}
