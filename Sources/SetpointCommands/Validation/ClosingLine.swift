/// The summary below the findings on a terminal: their number and the remedy.
struct ClosingLine {
  /// Whether the safe fixes were applied.
  let hasFixed: Bool
  /// Whether the unsafe fixes were applied as well.
  let allowsUnsafe: Bool

  /// The line for the findings of a run; `fixable` counts those with a fix.
  func text(_ counts: FindingCounts, _ fixable: (safe: Int, unsafe: Int)) -> String {
    let files = counts.inputs == 1 ? "1 file" : "\(counts.inputs) files"
    guard counts.total > 0 else { return "no problems in \(files)" }
    let problems = counts.total == 1 ? "1 problem" : "\(counts.total) problems"
    let place = counts.inputs == 1 ? files : "\(counts.found) of \(files)"
    return "\(problems) in \(place)" + advice(fixable).map { "; \($0)" }.joined()
  }

  private func advice(_ fixable: (safe: Int, unsafe: Int)) -> [String] {
    let safe = hasFixed ? 0 : fixable.safe
    let unsafe = hasFixed && allowsUnsafe ? 0 : fixable.unsafe
    return [
      safe > 0 ? "\(safe) fixable with --fix" : nil,
      unsafe > 0 ? "\(unsafe) \(safe > 0 ? "more" : "fixable") with --fix --unsafe" : nil,
    ].compactMap(\.self)
  }
}
