package import Diagnostics
package import JSONText

/// The findings as JSON objects: in an array, or one per line.
package struct JSONReport: ReportWriter {
  /// How the objects stand together.
  package enum Style: Sendable {
    /// As one array, an object per line.
    case array
    /// By themselves, an object per line (JSON Lines).
    case lines
  }

  private typealias Parts = SchemaParts

  static let schema = Parts.array(
    of: Parts.object(members, "A finding; with --format jsonl one stands on each line."))

  /// The members of a finding.
  static let members: [(String, JSONValue)] = [
    ("file", Parts.type("string")), ("line", Parts.type("integer", "null")),
    ("column", Parts.type("integer", "null", description: "In characters, from 1.")),
    ("offset", Parts.type("integer", "null", description: "In bytes, from 0.")),
    ("code", Parts.type("string", "null")),
    ("severity", Parts.oneOf(Severity.allCases.map(\.name))),
    ("message", Parts.type("string")),
    ("path", Parts.type("string", description: "The way to the place in the document.")),
    ("schedule", Parts.type("string", "null")), ("tag", Parts.type("integer", "null")),
    ("fix", Parts.any(fix, Parts.type("null"))),
  ]

  private static let fix = Parts.object([
    ("applicability", Parts.oneOf(["safe", "unsafe"])),
    (
      "edits",
      Parts.array(
        of: Parts.object([
          ("offset", Parts.type("integer")), ("length", Parts.type("integer")),
          ("text", Parts.type("string")),
        ]))
    ),
  ])

  private let style: Style
  private var isEmpty = true

  /// Writes objects in a style.
  package init(style: Style) {
    self.style = style
  }

  package var readsSource: Bool { false }

  package func start() -> String { style == .array ? "[" : "" }

  package mutating func text(for diagnostics: [Diagnostic], in source: [UInt8]?) -> String {
    var result = ""
    for diagnostic in diagnostics {
      let object = diagnostic.json.text(style == .array ? .spaced : .compact)
      switch style {
      case .array: result += (isEmpty ? "\n  " : ",\n  ") + object
      case .lines: result += object + "\n"
      }
      isEmpty = false
    }
    return result
  }

  package func end() -> String { style == .lines ? "" : isEmpty ? "]\n" : "\n]\n" }
}

extension Diagnostic {
  /// The finding as the object that the JSON formats and the NDJSON mode have for it.
  package var json: JSONValue {
    .object([
      "file": .string(file), "line": .optional(location?.line),
      "column": .optional(location?.column), "offset": .optional(location?.offset),
      "code": .optional(code), "severity": .string(severity.name), "message": .string(message),
      "path": .string(path), "schedule": .optional(schedule), "tag": .optional(tag),
      "fix": fix?.json ?? .null,
    ])
  }
}

extension Fix {
  fileprivate var json: JSONValue {
    let edits = edits.map { edit in
      JSONValue.object([
        "offset": .integer(edit.offset), "length": .integer(edit.length),
        "text": .string(String(decoding: edit.text, as: UTF8.self)),
      ])
    }
    return .object([
      "applicability": .string(applicability.rawValue), "edits": .array(edits),
    ])
  }
}
