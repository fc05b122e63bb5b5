package import Diagnostics

/// The forms in which findings are told.
package enum ReportFormat: String, CaseIterable, Sendable {
  /// A line per finding, for people.
  case text
  /// An array of objects.
  case json
  /// An object per line.
  case jsonl
  /// Workflow commands, which GitHub shows at the lines of a change.
  case github
  /// SARIF 2.1.0, for code scanning.
  case sarif

  /// Makes the writer of the format; `version` is that of the program, for SARIF.
  package func makeWriter(version: String) -> any ReportWriter {
    switch self {
    case .text: TextReport()
    case .json: JSONReport(style: .array)
    case .jsonl: JSONReport(style: .lines)
    case .github: GitHubReport()
    case .sarif: SARIFReport(version: version)
    }
  }
}

/// Writes a report piece by piece, so that it never stands in memory as a whole.
///
/// Ask for `start()` once, for `text(for:in:)` once per input in the order of the inputs, for `end()`
/// once; what they return, one after the other, is the report. Nothing in it acts on a terminal.
package protocol ReportWriter: Sendable {
  /// Whether findings are written with something of the text that they are about.
  var readsSource: Bool { get }
  /// Returns what stands before all findings.
  mutating func start() -> String
  /// Returns the findings of one input; `source` is its text, nil where there is none.
  mutating func text(for diagnostics: [Diagnostic], in source: [UInt8]?) -> String
  /// Returns what stands behind all findings.
  mutating func end() -> String
}
