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
