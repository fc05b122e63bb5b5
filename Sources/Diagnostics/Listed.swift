extension Collection<String> {
  /// Lists the first texts, and counts the rest: `a, b and 3 more`.
  package func listed(upTo limit: Int = 20) -> String {
    prefix(limit).joined(separator: ", ") + (count > limit ? " and \(count - limit) more" : "")
  }
}

extension [String] {
  /// Joins the texts with commas, and `word` before the last: `a, b or c`.
  package func listed(_ word: String) -> String {
    guard count > 1, let last else { return first ?? "" }
    return "\(dropLast().joined(separator: ", ")) \(word) \(last)"
  }
}

/// Returns a number with its noun: `1 cell`, `2 cells`.
package func counted(_ count: Int, _ noun: String) -> String {
  "\(count) \(noun)\(count == 1 ? "" : "s")"
}
