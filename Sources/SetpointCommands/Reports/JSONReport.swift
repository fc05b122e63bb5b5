import Diagnostics
import JSONText

/// The findings as JSON: an array, or one object per line.
struct JSONReport: ReportWriter {
  /// Whether the findings are an array; otherwise JSON Lines.
  private let isArray: Bool
  private var isEmpty = true

  init(isArray: Bool) { self.isArray = isArray }

  func start() -> String { isArray ? "[" : "" }

  mutating func text(for diagnostics: [Diagnostic], in source: [UInt8]?) -> String {
    var result = ""
    for diagnostic in diagnostics {
      let object = JSONValue.object(diagnostic.members).text(isArray ? .spaced : .compact)
      result += isArray ? (isEmpty ? "\n  " : ",\n  ") + object : object + "\n"
      isEmpty = false
    }
    return result
  }

  func end() -> String { !isArray ? "" : isEmpty ? "]\n" : "\n]\n" }
}

extension Diagnostic {
  /// The members of the finding as a JSON object, in the JSON formats and in streams.
  var members: [JSONValue.Member] {
    [
      .init("file", .string(file)), .init("line", .optional(location?.line)),
      .init("column", .optional(location?.column)), .init("offset", .optional(location?.offset)),
      .init("code", .optional(code)), .init("severity", .string(severity.name)),
      .init("message", .string(message)), .init("path", .string(path)),
      .init("schedule", .optional(schedule)), .init("tag", .optional(tag)),
      .init("fix", fix?.json ?? .null),
    ]
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
