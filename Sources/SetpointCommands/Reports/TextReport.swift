import Diagnostics
import ScheduleModel

/// One line per finding, optionally with an excerpt of the source.
struct TextReport: ReportWriter {
  /// The most columns of an excerpt and its caret; nil for none.
  var excerptWidth: Int?
  /// The columns at which lines are wrapped between words.
  var columns: Int?
  /// Whether severities are coloured.
  var isColored = false
  /// Whether equal findings on several days are separate lines; otherwise they are one, at the first place.
  var each = false

  var readsSource: Bool { excerptWidth != nil }

  func text(for diagnostics: [Diagnostic], in source: [UInt8]?) -> String {
    guard !diagnostics.isEmpty else { return "" }
    var result = ""
    let text = SourceText(source ?? [])
    for diagnostic in each ? diagnostics : diagnostics.folded {
      let line = isColored ? diagnostic.coloredSummary : diagnostic.summary
      // Colour sequences have no width; they precede any possible line break.
      let hidden = line.unicodeScalars.count - diagnostic.summary.unicodeScalars.count
      result += columns.map { Self.wrapped(line, at: $0, hidden) } ?? line
      result += "\n"
      if let excerptWidth, source != nil,
        let excerpt = diagnostic.excerpt(of: text, width: excerptWidth)
      {
        result += excerpt + "\n"
      }
    }
    return result
  }

  /// The line, wrapped between words and indented; `hidden` characters of its first part have no width.
  private static func wrapped(_ line: String, at columns: Int, _ hidden: Int) -> String {
    var lines: [String] = []
    for word in line.split(separator: " ", omittingEmptySubsequences: false) {
      let room = columns + (lines.count == 1 ? hidden : 0)
      if let last = lines.last, last.unicodeScalars.count + 1 + word.unicodeScalars.count <= room {
        lines[lines.count - 1] += " " + word
      } else {
        lines.append(lines.isEmpty ? String(word) : "  " + word)
      }
    }
    return lines.joined(separator: "\n")
  }
}

extension [Diagnostic] {
  /// The findings, with equal ones on several days combined at the place of the first.
  fileprivate var folded: [Diagnostic] {
    let folds = foldedRows(
      alike: { $0.group },
      row: { $0.tag.flatMap { try? CellAddress(tag: $0).row } }, sentence: \.message)
    return folds.map { fold in
      var first = fold.elements[0]
      guard let tag = first.tag, fold.elements.count > 1 else { return first }
      first.message = "\(fold.sentence) (tag \(tag) and \(fold.elements.count - 1) more)"
      first.tag = nil
      return first
    }
  }
}

extension Diagnostic {
  /// The parts, besides the message, that combined findings share.
  var group: [String?] { [code, severity.name, schedule, file] }

  /// The finding on one line, its severity in colour (ECMA-48: 31 red, 33 yellow, 36 cyan).
  fileprivate var coloredSummary: String {
    let color =
      switch severity {
      case .error: "31"
      case .warning: "33"
      case .info: "36"
      }
    return summary(showing: "\u{1B}[1;\(color)m\(severity.name)\u{1B}[0m")
  }
}
