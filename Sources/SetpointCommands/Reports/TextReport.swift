package import Diagnostics
import ScheduleModel

/// One line per finding, optionally with an excerpt of the source.
package struct TextReport: ReportWriter {
  private let excerptWidth: Int?
  private let columns: Int?
  private let isColored: Bool
  private let each: Bool

  /// Writes lines, optionally with an excerpt and a caret in at most `excerptWidth` columns.
  ///
  /// Lines are wrapped between words at `columns`. Severities are coloured if `isColored`. Equal findings on several
  /// days are one line, at the first place, unless `each`.
  package init(
    excerptWidth: Int? = nil, columns: Int? = nil, isColored: Bool = false, each: Bool = false
  ) {
    self.excerptWidth = excerptWidth
    self.columns = columns
    self.isColored = isColored
    self.each = each
  }

  package var readsSource: Bool { excerptWidth != nil }

  package func text(for diagnostics: [Diagnostic], in source: [UInt8]?) -> String {
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
    let plain = summary
    // Search after the file name, which may contain the same words.
    let start = plain.index(plain.startIndex, offsetBy: file.printable.count)
    guard let range = plain[start...].firstRange(of: ": \(severity.name)") else { return plain }
    return plain[..<range.lowerBound] + ": \u{1B}[1;\(color)m\(severity.name)\u{1B}[0m"
      + plain[range.upperBound...]
  }
}
