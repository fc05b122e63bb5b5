import Diagnostics
import ScheduleModel

/// Where in the text a finding stands.
enum Place {
  /// At the first byte of a value.
  case value(DocumentPath)
  /// At the name of a member; at the first byte of a value that has none.
  case key(DocumentPath)
  /// At a byte.
  case offset(Int)
}

/// What a rule found, before anybody asked for lines and columns.
struct Finding {
  /// The rule's code.
  var code: String
  /// The severity it is reported with.
  var severity: Severity
  /// One sentence, printable.
  var message: String
  /// What it is about.
  var path: DocumentPath
  /// Where it stands.
  var place: Place
  /// The place that the message points back to: `(first at line 4)`.
  var first: Place?
  /// Makes the repair; nil where there is none.
  var fix: ((inout SourceIndex) -> Fix?)?
}

/// The findings of one document that are reported.
struct FindingList {
  let options: CheckOptions
  private(set) var findings: LimitedFindings<Finding>

  init(options: CheckOptions) {
    self.options = options
    findings = LimitedFindings(limit: options.limit)
  }

  /// Adds what `rule` found at `path`; `place` is that of the value unless another one is given.
  mutating func add(
    _ rule: RuleInfo, _ path: DocumentPath, at place: Place? = nil, first: Place? = nil,
    _ message: @autoclosure () -> String, fix: ((inout SourceIndex) -> Fix?)? = nil
  ) {
    guard let severity = options.severity(of: rule) else { return }
    if options.listsFixesAlone, fix == nil { return }
    findings.add(
      Finding(
        code: rule.code, severity: severity, message: message(), path: path,
        place: place ?? .value(path), first: first, fix: fix),
      code: rule.code, severity: severity)
  }
}
