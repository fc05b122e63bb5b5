import JSONText
import ScheduleModel
import TwoWayTable

/// The JSON Schema of layout files of the week. What it rejects, the reader rejects.
enum LayoutSchema {
  private typealias Parts = SchemaParts

  static let json: JSONValue = {
    let optional = [
      JSONReader.schemaMember, "title", "arrangement", "newRows", "forms", "settings",
    ]
    let layout = Parts.object(
      [
        Parts.schemaMember, ("title", Parts.type("string")),
        ("arrangement", Parts.oneOf(["across", "week", "list"], "How the table lies.")),
        (
          "sections",
          titles(keys: Weekday.allCases.map(\.name), upTo: 1...7, count: 1...1000, "The days.")
        ),
        (
          "rows",
          titles(keys: Period.allCases.map(\.name), upTo: 1...1, count: 1...100, "The periods.")
        ),
        ("newRows", never),
        ("fields", Parts.array(of: field, count: 1...100, "The columns of a period.")),
        ("forms", Parts.object([("row", form)], optional: ["row"])),
        ("settings", Parts.object([("clock", clock)], optional: ["clock"])),
      ], optional: optional)
    guard case .object(let members) = layout else { return layout }
    return .object(members + [.init("$defs", .object(["key": key, "editor": editor]))])
  }()

  /// What tables of other things allow, and the week does not.
  private static let never: JSONValue = .object(["enum": .array([.boolean(false)])])
  private static let key = Parts.oneOf(Field.displayOrder.map(\.name))
  private static let clock: JSONValue = .object(["enum": .array([.integer(12), .integer(24)])])

  private static let editor = Parts.any(
    Parts.oneOf(["time", "temperature", "number"]),
    Parts.object(
      [("kind", Parts.oneOf(["time", "temperature", "number", "choice"]))], isOpen: true),
    description: "What edits a value: a kind, or an object with its kind and arguments.")

  private static func titles(
    keys: [String], upTo length: ClosedRange<Int>, count: ClosedRange<Int>, _ description: String
  ) -> JSONValue {
    Parts.array(
      of: Parts.object(
        [
          ("keys", Parts.array(of: Parts.oneOf(keys), count: length)),
          ("title", Parts.type("string")), ("short", Parts.type("string")),
        ], optional: ["short"]), count: count, description)
  }

  private static let field = Parts.object(
    [
      ("key", Parts.reference("key")), ("title", Parts.type("string")),
      ("short", Parts.type("string")), ("width", Parts.number("integer", in: 1...60)),
      ("alignment", Parts.oneOf(["left", "right", "decimal"])),
      ("role", Parts.oneOf(StyleRole.ofColumns.map(\.name))),
      ("roles", Parts.object([])), ("editor", Parts.reference("editor")),
    ], optional: ["title", "short", "alignment", "role", "roles", "editor"])

  private static let formFields = Parts.array(
    of: Parts.object(
      [
        ("key", Parts.reference("key")), ("label", Parts.type("string")),
        ("editor", Parts.reference("editor")), ("placeholder", Parts.type("string")),
        ("required", Parts.type("boolean")), ("clears", Parts.type("boolean")), ("opens", never),
      ], optional: ["label", "editor", "placeholder", "required", "clears", "opens"]),
    count: 1...100)

  private static let keys = Parts.array(of: Parts.reference("key"), count: 1...100)

  private static let form = Parts.object(
    [
      ("title", Parts.type("string")), ("labels", Parts.type("boolean")),
      ("save", Parts.type("string")), ("cancel", Parts.type("string")),
      ("delete", never), ("firstFocus", Parts.type("integer", "null")), ("fields", formFields),
      (
        "sections",
        Parts.array(
          of: Parts.object([("title", Parts.type("string")), ("fields", formFields)]),
          count: 1...100)
      ),
      (
        "rules",
        Parts.array(
          of: Parts.object(
            [("anyOf", keys), ("ascending", keys), ("reason", Parts.type("string"))],
            optional: ["anyOf", "ascending", "reason"]), count: 1...100)
      ),
    ],
    optional: [
      "title", "labels", "save", "cancel", "delete", "firstFocus", "fields", "sections", "rules",
    ], "The form of a row: its fields, or sections of them.")
}
