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
