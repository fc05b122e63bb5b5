import JSONText
import TwoWayTable

/// The JSON Schema of theme files. What it rejects, the reader rejects.
enum ThemeSchema {
  private typealias Parts = SchemaParts

  static let json: JSONValue = {
    let theme = Parts.object(
      [
        Parts.schemaMember,
        (
          "name", Parts.text(matching: "^[^\\u0000-\\u001F\\u007F-\\u009F]+$", "What it is called.")
        ),
        (
          "base",
          Parts.oneOf(Theme.builtIn.map(\.name), "What it changes; default when left out.")
        ),
        (
          "roles",
          Parts.object(
            StyleRole.allCases.map { ($0.name, Parts.reference("look")) },
            optional: StyleRole.allCases.map(\.name), "What stands out, and how.")
        ),
      ], optional: [JSONReader.schemaMember, "base", "roles"])
    guard case .object(let members) = theme else { return theme }
    let parts = JSONValue.object(["look": look, "color": color])
    return .object(members + [.init("$defs", parts)])
  }()

  private static let look = Parts.any(
    Parts.reference("color"),
    Parts.object(
      ["foreground", "background"].map { ($0, Parts.reference("color")) } + emphases,
      optional: ["foreground", "background"] + emphases.map(\.0)))

  private static let emphases = ["bold", "underline", "reverse"].map {
    ($0, Parts.type("boolean"))
  }

  private static let color = Parts.any(
    Parts.number("integer", in: 0...255),
    Parts.text(
      matching: "^(default|(bright-)?(black|red|green|yellow|blue|magenta|cyan|white)"
        + "|\\+?[0-9]+|#[0-9A-Fa-f]{6})$"),
    description: "default, a name, a number of the palette or #rrggbb.")
}
