/// What must hold of several fields together before a form can be saved.
public struct FormRule: Sendable {
  /// The keys of the fields that it is about; the first has the focus when saving is refused.
  public let fields: [String]
  private let problem: @Sendable ([String: String]) -> FieldProblem?

  /// Makes a rule of an app: `problem` looks at the values of all fields, and returns why they cannot be
  /// saved, nil if they can.
  public init(
    about fields: [String], problem: @escaping @Sendable ([String: String]) -> FieldProblem?
  ) {
    self.fields = fields
    self.problem = problem
  }

  /// At least one of the fields holds a value.
  public static func anyOf(_ fields: [String], reason: String? = nil) -> FormRule {
    FormRule(about: fields) { values in
      guard fields.allSatisfy({ (values[$0] ?? "").isEmpty }) else { return nil }
      return reason.map { FieldProblem($0) }
        ?? FieldProblem(.anyNeeded, fields.joined(separator: ", "))
    }
  }

  /// Each field holds more than the one before: numbers by their size, times and dates by the clock
  /// and the calendar. A field without a value is passed over.
  public static func ascending(_ fields: [String], reason: String? = nil) -> FormRule {
    FormRule(about: fields) { values in
      let filled = fields.filter { !(values[$0] ?? "").isEmpty }
      for (first, second) in zip(filled, filled.dropFirst())
      where !isLess(values[first] ?? "", values[second] ?? "") {
        return reason.map { FieldProblem($0) } ?? FieldProblem(.outOfOrder, second, first)
      }
      return nil
    }
  }

  /// Why these values cannot be saved; nil if they can.
  package func problem(of values: [String: String]) -> FieldProblem? { problem(values) }

  private static func isLess(_ left: String, _ right: String) -> Bool {
    if let left = DecimalNumber(left), let right = DecimalNumber(right) { return left < right }
    return left < right
  }
}
