/// The kinds of JSON value, with integers and other numbers told apart as jansson does.
package enum JSONKind: Sendable, Hashable {
  case object, array, string, integer, real, boolean, null

  /// The kind with its article, as messages name it.
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
