/// A value as a layout file writes it.
public enum LayoutValue: Hashable, Sendable {
  /// Text.
  case string(String)
  /// Any number.
  case number(Double)
  /// True or false.
  case boolean(Bool)
  /// Values in order.
  case list([LayoutValue])

  /// The text; nil for other kinds.
  public var string: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// The number; nil for other kinds.
  public var number: Double? {
    if case .number(let number) = self { number } else { nil }
  }

  /// The Boolean; nil for other kinds.
  public var boolean: Bool? {
    if case .boolean(let flag) = self { flag } else { nil }
  }

  /// The kind with its article, as messages name it.
  var kind: String {
    switch self {
    case .string: "a string"
    case .number: "a number"
    case .boolean: "a boolean"
    case .list: "an array"
    }
  }
}
