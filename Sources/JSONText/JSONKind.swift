/// The types of JSON values; integers and reals are separate, as in jansson.
public enum JSONKind: Sendable, Hashable {
  case object, array, string, integer, real, boolean, null

  /// The type with its article, for messages.
  package var description: String {
    switch self {
    case .object: "an object"
    case .array: "an array"
    case .string: "a string"
    case .integer, .real: "a number"
    case .boolean: "a boolean"
    case .null: "null"
    }
  }
}
