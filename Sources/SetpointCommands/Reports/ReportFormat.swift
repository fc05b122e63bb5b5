import Diagnostics

/// The output formats of findings.
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

  /// Creates the writer of the format; `version` is that of the program, for SARIF.
  func makeWriter(version: String) -> any ReportWriter {
    switch self {
    case .text: TextReport()
    case .json: JSONReport(isArray: true)
    case .jsonl: JSONReport(isArray: false)
    case .github: GitHubReport()
    case .sarif: SARIFReport(version: version)
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
