extension [String] {
  /// Joins the texts with commas, and `word` before the last: `a, b or c`.
  package func listed(_ word: String) -> String {
    guard count > 1, let last else { return first ?? "" }
    return "\(dropLast().joined(separator: ", ")) \(word) \(last)"
  }
}
