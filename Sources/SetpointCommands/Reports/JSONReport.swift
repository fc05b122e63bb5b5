package import Diagnostics
package import JSONText

/// The findings as JSON: an array, or one object per line.
package struct JSONReport: ReportWriter {
  package enum Style: Sendable {
    /// One array, an object per line.
    case array
    /// One object per line (JSON Lines).
    case lines
  }

  private let style: Style
  private var isEmpty = true

  package init(style: Style) {
    self.style = style
  }

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
  /// The finding as a JSON object, in the JSON formats and in streams.
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
