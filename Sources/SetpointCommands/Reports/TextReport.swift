package import Diagnostics
import ScheduleModel

/// One line per finding, with an excerpt of the source where that is wanted.
package struct TextReport: ReportWriter {
  private let excerptWidth: Int?
  private let isColored: Bool
  private let each: Bool

  /// Writes lines alone, or with an excerpt and a caret in at most `excerptWidth` columns; severities
  /// are coloured for a terminal that wants it, and that is all that acts on one. What is alike on
  /// several days is one line, at the first place, unless `each` is wanted.
  package init(excerptWidth: Int? = nil, isColored: Bool = false, each: Bool = false) {
    self.excerptWidth = excerptWidth
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
      result += (isColored ? diagnostic.coloredSummary : diagnostic.summary) + "\n"
      if let excerptWidth, source != nil,
        let excerpt = diagnostic.excerpt(of: text, width: excerptWidth)
      {
        result += excerpt + "\n"
      }
    }
    return result
  }

  package func end() -> String { "" }
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
