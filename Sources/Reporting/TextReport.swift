package import Diagnostics
import JSONText
import ScheduleModel
import TerminalScreen

/// One line per finding, optionally with an excerpt of the source.
package struct TextReport: Sendable {
  /// The most columns of an excerpt and its caret; nil for none.
  var excerptWidth: Int?
  /// The columns at which lines are wrapped between words.
  var columns: Int?
  var isColored = false
  /// Whether equal findings on several days are separate lines; otherwise they are one, at the first place.
  var each = false

  /// ECMA-48: red, yellow, cyan.
  private static let colors: [Severity: String] = [.error: "31", .warning: "33", .info: "36"]

  package var readsSource: Bool { excerptWidth != nil }

  package func text(for diagnostics: [Diagnostic], in source: [UInt8]?) -> String {
    guard !diagnostics.isEmpty else { return "" }
    var result = ""
    let text = SourceText(source ?? [])
    for found in each ? diagnostics : diagnostics.folded {
      let diagnostic = found.worded(\.textWithOptions)
      let (name, color) = (diagnostic.severity.name, Self.colors[diagnostic.severity] ?? "")
      let word = isColored ? "\u{1B}[1;\(color)m\(name)\u{1B}[0m" : name
      let line = diagnostic.summary(showing: word)
      // Colour sequences have no width; they precede any possible line break.
      let hidden = word.unicodeScalars.count - name.unicodeScalars.count
      let lines = columns.map { line.wrapped(columns: $0, indent: "  ", hidden: hidden) } ?? [line]
      result += lines.map { $0 + "\n" }.joined()
      if let excerptWidth, source != nil,
        let excerpt = diagnostic.excerpt(of: text, width: excerptWidth)
      {
        result += excerpt + "\n"
      }
    }
    return result.inLocale
  }
}

extension [Diagnostic] {
  /// The findings, with equal ones on several days combined at the place of the first.
  package var folded: [Diagnostic] {
    foldedRows(alike: \.group) { $0.tag == nil ? Sentence($0.message) : $0.sentence }.map { fold in
      var first = fold.elements[0]
      guard let tag = first.tag, fold.elements.count > 1 else { return first }
      first.sentence = "\(fold.sentence) (tag \(tag) and \(fold.elements.count - 1) more)"
      first.tag = nil
      return first
    }
  }

  /// The findings of an import, with the schedule if there are several; equal ones on several days or rows are combined
  /// at the place of the first. At most `limit` are listed, and one counts the rest.
  package func grouped(limit: Int = 20) -> [Diagnostic] {
    let folds = foldedRows(alike: \.group, sentence: \.sentence)
    let shown = folds.count > limit ? folds.prefix(limit - 1) : folds[...]
    var result = shown.map { fold in
      var finding = fold.elements[0]
      let schedule = finding.schedule.map { "\($0.quoted()): " } ?? ""
      finding.sentence = "\(schedule)\(fold.sentence)"
      return finding
    }
    let left = folds.dropFirst(shown.count).reduce(0) { $0 + $1.elements.count }
    if left > 0, let last = folds.last?.elements[0] {
      result.append(
        Diagnostic(
          file: last.file, code: last.code, severity: last.severity,
          message: "and \(left) more of these"))
    }
    return result
  }
}

extension Diagnostic {
  /// Returns the source line of the finding and a line with a caret.
  ///
  /// A long line is cut around the caret to `width` columns, after two blanks. Control characters are shown as `?` and
  /// tabs as spaces, so that the caret is aligned.
  package func excerpt(of source: SourceText, width: Int = 78) -> String? {
    guard let location, JSONSyntaxError(notText: source.bytes) == nil else { return nil }
    // A character has at most four bytes.
    let line = source.line(around: location.offset, upTo: 4 * width)
    let (before, after) = (Self.shown(line.before), Self.shown(line.after))
    guard !before.isEmpty || !after.isEmpty else { return nil }
    // The caret can follow the line.
    let room = max(width / 2, width - max(1, after.terminalColumns))
    var (left, columns) = (before[...], before.terminalColumns)
    while columns > room, let first = left.popFirst() { columns -= String(first).terminalColumns }
    let indent = String(repeating: " ", count: columns)
    let right = after.cut(to: width - columns, with: "")
    return "  \(left)\(right)\n  \(indent)^"
  }

  private static func shown(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes, as: UTF8.self).unicodeScalars.reduce(into: "") {
      $0.unicodeScalars.append($1 == "\t" ? " " : $1.isControl ? "?" : $1)
    }
  }

  /// The parts, besides the message, that combined findings share.
  package var group: [String?] { [code, severity.name, schedule, file] }
}
