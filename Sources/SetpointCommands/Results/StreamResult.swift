import JSONText

/// What the streams answer, an object on each line: what describes it.
enum StreamResult {
  private typealias Parts = SchemaParts

  /// A finding, behind the id of its record.
  static let findings = Parts.object(
    [id] + JSONReport.members, optional: ["id"],
    "A finding. Its line is the record's; with --envelope its place is that within the document.")

  /// `validate --ndjson --annotate`.
  static let annotated = object(
    [
      found, ("record", Parts.type("object", "array", "string", "number", "boolean", "null")),
      base64,
    ],
    optional: ["base64"], "A record with what was found in it; null for one that is no JSON.")

  /// `validate --fix --ndjson`.
  static let fixes = object(
    [("document", document), base64, ("fixes", Parts.number("integer", in: 0...Int.max)), found],
    optional: ["base64"], "A document after its repair, and what is left; null for what is no JSON."
  )

  /// `format --ndjson`.
  static let formatted = object(
    [("changed", Parts.type("boolean")), ("document", document), found],
    optional: ["changed", "document", "findings"],
    "A document in canonical form on one line, or why there is none.")

  /// `export --ndjson`.
  static let exports = object(
    [
      ("schedule", Parts.type("string", "null")),
      ("output", Parts.type("string", description: "What the device reads.")),
      ("changes", Parts.array(of: Parts.type("string"), "The cells that an option let change.")),
      found,
    ], optional: ["output", "changes", "findings"],
    "A schedule as the device reads it, or why it is not exported.")

  /// `import --ndjson`.
  static let imports = object(
    [("schedule", Parts.type("string", "null")), ("document", document), found],
    "What a device holds as a document, and the name of its schedule where there is one; null where the findings say why there is none."
  )

  /// `diff --ndjson`.
  static let differences = object(
    [("differences", DifferenceResult.schema), found], optional: ["differences", "findings"],
    "Two documents that differ, or why they cannot be compared. Equal ones have no answer.")

  /// `--ack`.
  static let done = Parts.object(
    [
      id, ("done", .object(["const": .boolean(true)])),
      ("errors", Parts.number("integer", in: 0...Int.max)),
      ("warnings", Parts.number("integer", in: 0...Int.max)),
    ], "Stands behind the answers to a record; the id is the line's number where records have none."
  )

  private static let id = ("id", JSONValue.object([:]))
  private static let found = ("findings", JSONReport.schema)
  private static let document = Parts.type("object", "null")
  private static let base64 = (
    "base64", Parts.type("string", description: "The bytes of a record that is no JSON.")
  )

  private static func object(
    _ members: [(String, JSONValue)], optional: [String] = [], _ description: String
  ) -> JSONValue {
    let line = ("line", Parts.number("integer", in: 1...Int.max))
    return Parts.object(
      [id, line] + members, optional: ["id", "line"] + optional,
      description + " Has the record's id with --envelope, else the number of its line.")
  }
}
