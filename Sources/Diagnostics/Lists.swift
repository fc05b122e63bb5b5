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

extension Sequence {
  /// Joins neighbours into runs; `join` returns nil where a new run begins.
  package func joiningNeighbors(_ join: (Element, Element) -> Element?) -> [Element] {
    reduce(into: []) { runs, element in
      if let last = runs.last, let run = join(last, element) {
        runs[runs.count - 1] = run
      } else {
        runs.append(element)
      }
    }
  }
}

extension Array {
  /// The first index whose element `follows`, in an array in which every element after it does; the end if none does.
  package func partitioningIndex(where follows: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if follows(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
