package import Diagnostics
import ScheduleModel

/// One line per finding, with an excerpt of the source where that is wanted.
package struct TextReport: ReportWriter {
  private let excerptWidth: Int?
  private let columns: Int?
  private let isColored: Bool
  private let each: Bool

  /// Writes lines alone, or with an excerpt and a caret in at most `excerptWidth` columns.
  ///
  /// Lines are broken between words at `columns`. Severities are coloured with `isColored`. Findings that are alike
  /// on several days are one line, at the first place, unless `each` is set.
  package init(
    excerptWidth: Int? = nil, columns: Int? = nil, isColored: Bool = false, each: Bool = false
  ) {
    self.excerptWidth = excerptWidth
    self.columns = columns
    self.isColored = isColored
    self.each = each
  }

  package var readsSource: Bool { excerptWidth != nil }

  package func start() -> String { "" }

  package func text(for diagnostics: [Diagnostic], in source: [UInt8]?) -> String {
    guard !diagnostics.isEmpty else { return "" }
    var result = ""
    let text = SourceText(source ?? [])
    for diagnostic in each ? diagnostics : diagnostics.folded {
      let line = isColored ? diagnostic.coloredSummary : diagnostic.summary
      // Colours take no room; they come before any place where a line is broken.
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

  package func end() -> String { "" }

  /// The line, broken between words and indented; `hidden` characters of its first part take no room.
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
  /// The findings, with those that are alike on several days as one, at the place of the first.
  fileprivate var folded: [Diagnostic] {
    let folds = foldedRows(
      alike: { [$0.code, $0.severity.name, $0.schedule, $0.file] },
      row: { $0.tag.flatMap { try? CellTag(checking: $0).cell.row } }, sentence: \.message)
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
  /// The finding on one line, its severity in colour (ECMA-48: 31 red, 33 yellow, 36 cyan).
  fileprivate var coloredSummary: String {
    let color =
      switch severity {
      case .error: "31"
      case .warning: "33"
      case .info: "36"
      }
    let plain = summary
    // The file's name may hold the same words; what follows it begins behind its end.
    let start = plain.index(plain.startIndex, offsetBy: file.printable.count)
    guard let range = plain[start...].firstRange(of: ": \(severity.name)") else { return plain }
    return plain[..<range.lowerBound] + ": \u{1B}[1;\(color)m\(severity.name)\u{1B}[0m"
      + plain[range.upperBound...]
  }
}
