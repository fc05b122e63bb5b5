import Diagnostics
import JSONText
import Reporting
import Streams

enum ReportFormat: String, CaseIterable, Sendable {
  /// One line per finding, for people.
  case text
  /// An array of objects.
  case json
  /// One object per line.
  case jsonl
  /// Workflow commands, which GitHub shows at the lines of a change.
  case github
  /// SARIF 2.1.0, for code scanning.
  case sarif

  /// Creates a writer; `text` is the one for people.
  func makeWriter(text: TextReport) -> any ReportWriter {
    switch self {
    case .text: text
    case .json: JSONReport(isArray: true)
    case .jsonl: JSONReport(isArray: false)
    case .github: GitHubReport()
    case .sarif: SARIFReport()
    }
  }
}

/// Writes a report piece by piece, in bounded memory.
///
/// Call `start()` once, `text(for:in:)` for each input in order, and `end()` once; the concatenated results are the
/// report. Control characters are escaped.
protocol ReportWriter: Sendable {
  /// Whether the report includes excerpts of the text.
  var readsSource: Bool { get }
  /// Returns the text before all findings.
  func start() -> String
  /// Returns the findings of one input; `source` is its text, if any.
  mutating func text(for diagnostics: [Diagnostic], in source: [UInt8]?) -> String
  /// Returns the text after all findings.
  func end() -> String
}

extension ReportWriter {
  var readsSource: Bool { false }

  func start() -> String { "" }

  func end() -> String { "" }
}

extension TextReport: ReportWriter {}

/// Workflow commands: `::error file=…,line=…,col=…,title=…::message`.
struct GitHubReport: ReportWriter {
  func text(for diagnostics: [Diagnostic], in source: [UInt8]?) -> String {
    diagnostics.reduce(into: "") { result, diagnostic in
      let command = diagnostic.severity == .info ? "notice" : diagnostic.severity.name
      var properties = ["file=\(Self.escaped(diagnostic.file.printable, isProperty: true))"]
      if let location = diagnostic.location {
        properties += ["line=\(location.line)", "col=\(location.column)"]
      }
      if let code = diagnostic.code { properties.append("title=\(code)") }
      let message = Self.escaped(diagnostic.message, isProperty: false)
      result += "::\(command) \(properties.joined(separator: ","))::\(message)\n"
    }
  }

  /// Escapes the characters with a meaning for the runner (actions/toolkit, command.ts).
  private static func escaped(_ text: String, isProperty: Bool) -> String {
    let escaped = text.replacingScalars(["%": "%25", "\r": "%0D", "\n": "%0A"])
    return isProperty ? escaped.replacingScalars([":": "%3A", ",": "%2C"]) : escaped
  }
}

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
      var writer = JSONWriter(isArray ? .spaced : .compact)
      diagnostic.write(
        to: &writer, line: diagnostic.location?.line, fix: diagnostic.fix, naming: \.option)
      let object = String(decoding: writer.bytes.printableJSON, as: UTF8.self)
      result += isArray ? (isEmpty ? "\n  " : ",\n  ") + object : object + "\n"
      isEmpty = false
    }
    return result
  }

  func end() -> String { !isArray ? "" : isEmpty ? "]\n" : "\n]\n" }
}
