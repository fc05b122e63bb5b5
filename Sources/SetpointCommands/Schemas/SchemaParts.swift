import JSONText

/// The parts that JSON Schemas (draft 2020-12) are put together from.
enum SchemaParts {
  /// An object with these members; those that are not `optional` must be there, and, unless it
  /// `isOpen`, there are no others.
  static func object(
    _ members: [(String, JSONValue)], optional: [String] = [], isOpen: Bool = false,
    _ description: String? = nil
  ) -> JSONValue {
    let required = members.map(\.0).filter { !optional.contains($0) }
    return described(
      description,
      [
        .init("type", .string("object")),
        required.isEmpty ? nil : .init("required", strings(required)),
        .init("properties", .object(members.map { .init($0.0, $0.1) })),
        isOpen ? nil : .init("additionalProperties", .boolean(false)),
      ])
  }

  /// An object with names of a kind.
  static func map(
    names: JSONValue?, _ values: JSONValue, _ description: String? = nil
  ) -> JSONValue {
    described(
      description,
      [
        .init("type", .string("object")), names.map { .init("propertyNames", $0) },
        .init("additionalProperties", values),
      ])
  }

  /// An array.
  static func array(
    of items: JSONValue, count: ClosedRange<Int>? = nil, _ description: String? = nil
  ) -> JSONValue {
    described(
      description,
      [
        .init("type", .string("array")), .init("items", items),
        count.map { .init("minItems", .integer($0.lowerBound)) },
        count.map { .init("maxItems", .integer($0.upperBound)) },
      ])
  }

  /// A value of a type, `string`, or of one of several.
  static func type(_ names: String..., description: String? = nil) -> JSONValue {
    described(
      description, [.init("type", names.count == 1 ? .string(names[0]) : strings(names))])
  }

  /// A string that fits a regular expression.
  static func text(matching pattern: String, _ description: String? = nil) -> JSONValue {
    described(
      description, [.init("type", .string("string")), .init("pattern", .string(pattern))])
  }

  /// A number of a range.
  static func number(
    _ type: String, in range: ClosedRange<Int>, _ description: String? = nil
  ) -> JSONValue {
    described(
      description,
      [
        .init("type", .string(type)), .init("minimum", .integer(range.lowerBound)),
        .init("maximum", .integer(range.upperBound)),
      ])
  }

  /// One of some strings.
  static func oneOf(_ words: [String], _ description: String? = nil) -> JSONValue {
    described(description, [.init("enum", strings(words))])
  }

  /// What fits one of several schemas at least.
  static func any(_ schemas: JSONValue..., description: String? = nil) -> JSONValue {
    described(description, [.init("anyOf", .array(schemas))])
  }

  /// What stands in `$defs`.
  static func reference(_ name: String) -> JSONValue {
    .object(["$ref": .string("#/$defs/\(name)")])
  }

  /// Strings as an array.
  static func strings(_ words: [String]) -> JSONValue { .array(words.map { .string($0) }) }

  /// The member with which a file names its schema, for editors.
  static let schemaMember = (
    JSONReader.schemaMember, type("string", description: "The schema of the file, for editors.")
  )

  private static func described(
    _ description: String?, _ members: [JSONValue.Member?]
  ) -> JSONValue {
    let description = description.map { JSONValue.Member("description", .string($0)) }
    return .object([description].compactMap { $0 } + members.compactMap { $0 })
  }
}
