package import Diagnostics

/// One line per finding, with an excerpt of the source where that is wanted.
package struct TextReport: ReportWriter {
  private let excerptWidth: Int?

  /// Writes lines alone, or with an excerpt and a caret in at most `excerptWidth` columns.
  package init(excerptWidth: Int? = nil) {
    self.excerptWidth = excerptWidth
  }

  package func start() -> String { "" }

  package func text(for diagnostics: [Diagnostic], in source: [UInt8]?) -> String {
    guard !diagnostics.isEmpty else { return "" }
    var result = ""
    var text = SourceText(source ?? [])
    for diagnostic in diagnostics {
      result += diagnostic.line + "\n"
      if let excerptWidth, source != nil,
        let excerpt = diagnostic.excerpt(of: &text, width: excerptWidth)
      {
        result += excerpt + "\n"
      }
    }
    return result
  }

  package func end() -> String { "" }
}
