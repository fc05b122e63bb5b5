/// Why an editor cannot be made from its arguments.
public struct FieldEditorArgumentError: Error, Hashable, Sendable {
  /// The argument that is wrong; nil where one is missing.
  public let argument: String?
  /// One sentence, lower case, without a full stop.
  public let reason: String
  /// Whether no such argument exists.
  var isUnknown = false

  /// Describes a fault.
  public init(_ reason: String, argument: String? = nil) {
    self.argument = argument
    self.reason = reason
  }
}

/// What a layout says to a field editor besides its kind: `"min": 0, "max": 100`.
///
/// Arguments are taken by name. Those that no editor took are reported as unknown, so that an editor
/// need not list its arguments anywhere else.
public struct FieldEditorArguments: Hashable, Sendable {
  private let values: [String: LayoutValue]
  /// The names asked for so far, in order.
  package private(set) var known: [String] = []

  /// Wraps named values.
  public init(_ values: [String: LayoutValue] = [:]) {
    self.values = values
  }

  /// The names that nobody asked for, sorted.
  package var unknown: [String] { values.keys.filter { !known.contains($0) }.sorted() }

  /// Takes the value `name`, whatever its kind; nil when it is not given.
  public mutating func value(_ name: String) -> LayoutValue? {
    if !known.contains(name) { known.append(name) }
    return values[name]
  }

  /// Takes a text; nil when it is not given.
  ///
  /// - Throws: `FieldEditorArgumentError` for a value of another kind.
  public mutating func string(_ name: String) throws(FieldEditorArgumentError) -> String? {
    try take(name, "a string", \.string)
  }

  /// Takes a number; nil when it is not given.
  ///
  /// - Throws: `FieldEditorArgumentError` for a value of another kind.
  public mutating func number(_ name: String) throws(FieldEditorArgumentError) -> Double? {
    try take(name, "a number", \.number)
  }

  /// Takes a whole number in `range`; nil when it is not given.
  ///
  /// - Throws: `FieldEditorArgumentError` for a value of another kind or outside the range.
  public mutating func integer(
    _ name: String, in range: ClosedRange<Int>
  ) throws(FieldEditorArgumentError) -> Int? {
    guard let number = try number(name) else { return nil }
    guard let integer = Int(exactly: number), range.contains(integer) else {
      throw FieldEditorArgumentError(
        "\(name) must be a whole number, \(range.lowerBound) to \(range.upperBound)",
        argument: name)
    }
    return integer
  }

  /// Takes a boolean; nil when it is not given.
  ///
  /// - Throws: `FieldEditorArgumentError` for a value of another kind.
  public mutating func boolean(_ name: String) throws(FieldEditorArgumentError) -> Bool? {
    try take(name, "a boolean", \.boolean)
  }

  /// Takes a list of texts; nil when it is not given.
  ///
  /// - Throws: `FieldEditorArgumentError` for a value of another kind.
  public mutating func strings(_ name: String) throws(FieldEditorArgumentError) -> [String]? {
    guard let value = try take(name, "an array of strings", { $0.kind == "an array" ? $0 : nil })
    else { return nil }
    guard case .list(let elements) = value else { return nil }
    let texts = elements.compactMap(\.string)
    guard texts.count == elements.count else {
      throw FieldEditorArgumentError("\(name) holds something else than strings", argument: name)
    }
    return texts
  }

  private mutating func take<Taken>(
    _ name: String, _ expected: String, _ read: (LayoutValue) -> Taken?
  ) throws(FieldEditorArgumentError) -> Taken? {
    guard let value = value(name) else { return nil }
    guard let taken = read(value) else {
      throw FieldEditorArgumentError(
        "\(name) is \(value.kind); expected \(expected)", argument: name)
    }
    return taken
  }
}
