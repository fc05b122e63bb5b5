import Diagnostics

enum FindingPlace {
  case value(DocumentPath)
  /// The start of a member's name, or of a value without a name.
  case key(DocumentPath)
  /// A byte offset.
  case offset(Int)
}

/// A finding without line and column.
struct Finding: RankedFinding {
  var code: String?
  var severity: Severity
  var sentence: Sentence
  var path: DocumentPath
  var place: FindingPlace
  /// The place that the message refers to: `(first at line 4)`.
  var first: FindingPlace?
  /// Creates the fix; nil if there is none.
  var fix: ((inout SourceIndex) -> Fix?)?
}

/// The reported findings of one document.
struct FindingList {
  let options: CheckOptions
  private(set) var findings: LimitedFindings<Finding>

  init(options: CheckOptions) {
    self.options = options
    findings = LimitedFindings(limit: options.limit)
  }

  /// Adds a finding of `rule` about `path`; `place` is the start of the value by default.
  mutating func add(
    _ rule: RuleInfo, _ path: DocumentPath, at place: FindingPlace? = nil,
    first: FindingPlace? = nil,
    _ sentence: @autoclosure () -> Sentence, fix: ((inout SourceIndex) -> Fix?)? = nil
  ) {
    guard let severity = options.severity(of: rule) else { return }
    if options.listsFixesAlone, fix == nil { return }
    findings.add(
      Finding(
        code: rule.code, severity: severity, sentence: sentence(), path: path,
        place: place ?? .value(path), first: first, fix: fix),
      code: rule.code, severity: severity)
  }
}
