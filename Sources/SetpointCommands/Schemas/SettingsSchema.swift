import JSONText

/// The JSON Schema of the settings file. What it rejects, the reader rejects.
enum SettingsSchema {
  private typealias Parts = SchemaParts

  static let json: JSONValue = {
    let members = [
      Parts.schemaMember,
      (
        "theme",
        Parts.type("string", description: "A built-in theme, one beside this file, or a file.")
      ),
      (
        "clock",
        .object([
          "description": .string("18:30 or 6:30p."),
          "enum": .array([.integer(12), .integer(24), .string("12"), .string("24")]),
        ])
      ),
      ("view", Parts.oneOf(["week", "list", "auto"], "How the table lies.")),
      ("mouse", Parts.type("boolean", description: "Whether the mouse is heeded.")),
      ("layout", Parts.type("string", description: "A layout beside this file, or a file.")),
      (
        "keys",
        Parts.map(
          names: nil, Parts.type("string", "null"),
          "Keys such as F5, ^T or \"z x\", and what they do; null takes a key away.")
      ),
    ]
    return Parts.object(members, optional: members.map(\.0))
  }()
}
