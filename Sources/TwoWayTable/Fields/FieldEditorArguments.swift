/// Why an editor cannot be created from its arguments.
public struct FieldEditorArgumentError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The invalid argument; nil if one is missing.
  public let argument: String?
  /// One sentence, lower case, without a full stop.
  public let reason: String
  var isUnknown = false
  /// The reason.
  public var description: String { reason }

  /// Describes an invalid argument.
  public init(_ reason: String, argument: String? = nil) {
    self.argument = argument
    self.reason = reason
  }
}

/// The arguments of a field editor in a layout, besides its kind: `"min": 0, "max": 100`.
///
/// Arguments are read by name; a value of another type or range is an error. Unread ones are reported as unknown.
public struct FieldEditorArguments: Hashable, Sendable {
  private let values: [String: LayoutValue]
  /// The names read so far, in order.
  package private(set) var known: [String] = []

  /// Creates arguments from values by name.
  public init(_ values: [String: LayoutValue] = [:]) {
    self.values = values
  }

  /// The names that were not read, sorted.
  package var unknown: [String] { values.keys.filter { !known.contains($0) }.sorted() }

  /// Returns a string; nil if it is missing.
  public mutating func string(_ name: String) throws(FieldEditorArgumentError) -> String? {
    try take(name, "a string", \.string)
  }

  /// Returns a number; nil if it is missing.
  public mutating func number(_ name: String) throws(FieldEditorArgumentError) -> Double? {
    try take(name, "a number", \.number)
  }

  /// Returns a whole number in `range`; nil if it is missing.
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

  /// Returns a boolean; nil if it is missing.
  public mutating func boolean(_ name: String) throws(FieldEditorArgumentError) -> Bool? {
    try take(name, "a boolean", \.boolean)
  }

  /// Returns a list of strings; nil if it is missing.
  public mutating func strings(_ name: String) throws(FieldEditorArgumentError) -> [String]? {
    let list = try take(name, "an array of strings") { (value) -> [LayoutValue]? in
      if case .list(let elements) = value { elements } else { nil }
    }
    guard let elements = list else { return nil }
    let texts = elements.compactMap(\.string)
    guard texts.count == elements.count else {
      throw FieldEditorArgumentError("\(name) must contain only strings", argument: name)
    }
    return texts
  }

  private mutating func take<Taken>(
    _ name: String, _ expected: String, _ read: (LayoutValue) -> Taken?
  ) throws(FieldEditorArgumentError) -> Taken? {
    if !known.contains(name) { known.append(name) }
    guard let value = values[name] else { return nil }
    guard let taken = read(value) else {
      throw FieldEditorArgumentError(
        "\(name) is \(value.kind); expected \(expected)", argument: name)
    }
    return taken
  }
}

/// A value in a layout file.
public enum LayoutValue: Hashable, Sendable {
  case string(String)
  case number(Double)
  case boolean(Bool)
  case list([LayoutValue])

  /// The text; nil for other types.
  public var string: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// The number; nil for other types.
  public var number: Double? {
    if case .number(let number) = self { number } else { nil }
  }

  /// The boolean; nil for other types.
  public var boolean: Bool? {
    if case .boolean(let flag) = self { flag } else { nil }
  }

  /// The type with its article, for messages.
  var kind: String {
    switch self {
    case .string: "a string"
    case .number: "a number"
    case .boolean: "a boolean"
    case .list: "an array"
    }
  }
}
