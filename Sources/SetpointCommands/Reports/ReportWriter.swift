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
}

/// Writes a report piece by piece, in bounded memory.
///
/// Call `start()` once, `text(for:in:)` for each input in order, and `end()` once; the concatenated results are the
/// report. Control characters are escaped.
struct ReportWriter: Sendable {
  let format: ReportFormat
  let lines: TextReport
  private var isEmpty = true

  init(_ format: ReportFormat, lines: TextReport) { (self.format, self.lines) = (format, lines) }

  var readsSource: Bool { format == .text ? lines.readsSource : format == .sarif }

  /// Returns the text before all findings.
  func start() -> String {
    switch format {
    case .json: "["
    case .sarif: SARIFReport.start
    case .text, .jsonl, .github: ""
    }
  }

  /// Returns the findings of one input; `source` is its text, if any.
  mutating func text(for diagnostics: [Diagnostic], in source: [UInt8]?) -> String {
    switch format {
    case .text: return lines.text(for: diagnostics, in: source)
    case .github: return diagnostics.map(\.workflowCommand).joined()
    case .jsonl: return diagnostics.map { $0.object(.compact) + "\n" }.joined()
    case .json: return elements(diagnostics.map { "  " + $0.object(.spaced) })
    case .sarif: return elements(SARIFReport.results(diagnostics, in: source))
    }
  }

  /// Separates the elements of an array from those before.
  private mutating func elements(_ texts: [String]) -> String {
    guard !texts.isEmpty else { return "" }
    defer { isEmpty = false }
    return (isEmpty ? "\n" : ",\n") + texts.joined(separator: ",\n")
  }

  /// Returns the text after all findings.
  func end() -> String {
    switch format {
    case .json: isEmpty ? "]\n" : "\n]\n"
    case .sarif: "\n]}]}\n"
    case .text, .jsonl, .github: ""
    }
  }
}

extension Diagnostic {
  /// A workflow command: `::error file=…,line=…,col=…,title=…::message`.
  fileprivate var workflowCommand: String {
    let command = severity == .info ? "notice" : severity.name
    var properties = ["file=\(Self.escaped(file.printable, isProperty: true))"]
    if let location {
      properties += ["line=\(location.line)", "col=\(location.column)"]
    }
    if let code { properties.append("title=\(code)") }
    let message = Self.escaped(message, isProperty: false)
    return "::\(command) \(properties.joined(separator: ","))::\(message)\n"
  }

  /// Escapes the characters with a meaning for the runner (actions/toolkit, command.ts).
  private static func escaped(_ text: String, isProperty: Bool) -> String {
    let escaped = text.replacingScalars(["%": "%25", "\r": "%0D", "\n": "%0A"])
    return isProperty ? escaped.replacingScalars([":": "%3A", ",": "%2C"]) : escaped
  }

  fileprivate func object(_ layout: JSONLayout) -> String {
    var writer = JSONWriter(layout)
    write(to: &writer, line: location?.line, fix: fix, naming: \.option)
    return String(decoding: writer.bytes.printableJSON, as: UTF8.self)
  }
}
