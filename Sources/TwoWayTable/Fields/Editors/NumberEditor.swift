import Diagnostics

/// Edits a number below 1,000,000,000 with up to six decimals: `"min": 0, "max": 100, "step": 0.5`.
///
/// `+2` adds to the current value; so does `-2` if values cannot be negative. With `"exact": true`, values must be
/// multiples of the step, counted from the least value; `max` is then the last multiple up to it.
public struct NumberEditor: FieldEditor {
  private let least: DecimalNumber?
  private let greatest: DecimalNumber?
  private let step: DecimalNumber
  private let isExact: Bool

  /// Creates an editor; throws for more than six decimals, a step that is not above zero, and `min` above `max`.
  public init(
    min: Double? = nil, max: Double? = nil, step: Double = 1, isExact: Bool = false
  ) throws(FieldEditorArgumentError) {
    let numbers = ["min": min, "max": max, "step": step].compactMapValues { $0 }
    var arguments = FieldEditorArguments(
      numbers.mapValues { .number($0) }.merging(["exact": .boolean(isExact)]) { $1 })
    try self.init(arguments: &arguments)
  }

  /// Reads `min`, `max`, `step` (default 1) and `exact`.
  public init(arguments: inout FieldEditorArguments) throws(FieldEditorArgumentError) {
    least = try Self.number("min", &arguments)
    let most = try Self.number("max", &arguments)
    step = try Self.number("step", &arguments) ?? DecimalNumber("1") ?? .zero
    isExact = try arguments.boolean("exact") ?? false
    guard step > .zero else {
      throw FieldEditorArgumentError("step must be above zero", argument: "step")
    }
    if let least, let most, least > most {
      throw FieldEditorArgumentError("min is above max", argument: "min")
    }
    let last = isExact ? most?.rounded(to: step, from: least ?? .zero) : most
    if let last, let most, last > most {
      greatest = last.adding(step, times: -1)
    } else {
      greatest = last
    }
  }

  /// The least and the greatest value, if there is one.
  public var bounds: (least: String?, greatest: String?) {
    (least?.description, greatest?.description)
  }

  private static func number(
    _ name: String, _ arguments: inout FieldEditorArguments
  ) throws(FieldEditorArgumentError) -> DecimalNumber? {
    guard let number = try arguments.number(name) else { return nil }
    guard let decimal = DecimalNumber(number) else {
      throw FieldEditorArgumentError(
        "\(name) has more than six decimals, or is too large", argument: name)
    }
    return decimal
  }

  /// Accepts digits, signs, a point or a comma, and spaces.
  public func accepts(_ scalar: Unicode.Scalar) -> Bool {
    "0123456789+-., ".unicodeScalars.contains(scalar)
  }

  /// Parses a number, or an offset from `current`.
  public func parse(_ typed: String, current: String) -> Result<String, FieldProblem> {
    let text = typed.filter { $0 != " " }
    guard let number = DecimalNumber(text) else {
      return .failure(FieldProblem(.noNumber, typed.quoted()))
    }
    var value = number
    if text.first == "+" || text.first == "-" && least.map({ $0 >= .zero }) == true {
      guard let old = DecimalNumber(current) else {
        return .failure(FieldProblem(.noNumberToAddTo, text))
      }
      guard let sum = old.adding(number) else { return .failure(FieldProblem(.sumTooLarge)) }
      value = sum
    }
    let near = limited(value)
    guard near == value else {
      return .failure(
        FieldProblem(
          value > near ? .atMost : .atLeast, value.description, near.description,
          nearest: near.description))
    }
    let rounded = value.rounded(to: step, from: least ?? .zero)
    guard !isExact || rounded == value else {
      return .failure(
        FieldProblem(
          .betweenSteps, value.description, rounded.description, nearest: rounded.description))
    }
    return .success(value.description)
  }

  /// Adds `count` steps, or as many as the limits allow; nil at the limit.
  public func step(_ value: String, by count: Int) -> String? {
    let old = DecimalNumber(value)
    let start = old ?? least ?? .zero
    guard let moved = old == nil ? start : start.adding(step, times: count) else { return nil }
    let new = limited(moved)
    return new == old ? nil : new.description
  }

  private func limited(_ value: DecimalNumber) -> DecimalNumber {
    min(max(value, least ?? value), greatest ?? value)
  }
}
