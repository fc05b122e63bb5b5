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
