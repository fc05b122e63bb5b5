/// Finds what a misspelt name was meant to be.
package enum Spelling {
  /// The candidate that `word` most likely stands for; nil when none is near.
  ///
  /// Near means: the same in another case, a beginning of at least three letters (`mon`), the name
  /// with up to four letters more (`wakeup`), or at most one slip in names of up to five letters,
  /// two in longer ones.
  package static func nearest(to word: String, among candidates: [String]) -> String? {
    let word = word.lowercased()
    // A name much longer than any candidate is none, however long the file made it.
    guard (2...24).contains(word.utf8.count) else { return nil }
    let rated = candidates.compactMap { candidate -> (name: String, slips: Int)? in
      if word.utf8.count >= 3, candidate.hasPrefix(word) { return (candidate, 0) }
      let more = word.utf8.count - candidate.utf8.count
      if (1...4).contains(more), word.hasPrefix(candidate) { return (candidate, 1) }
      let slips = slips(from: Array(word.utf8), to: Array(candidate.utf8))
      return slips <= (candidate.utf8.count <= 5 ? 1 : 2) ? (candidate, slips) : nil
    }
    return rated.min { $0.slips < $1.slips }?.name
  }

  /// Counts the letters to insert, remove, replace or exchange with their neighbour (the optimal
  /// string alignment distance).
  package static func slips(from: [UInt8], to: [UInt8]) -> Int {
    var before: [Int] = []
    var above = Array(0...to.count)
    for row in from.indices {
      var current = [row + 1]
      for column in to.indices {
        var cost = min(
          above[column + 1] + 1, current[column] + 1,
          above[column] + (from[row] == to[column] ? 0 : 1))
        if row > 0, column > 0, from[row] == to[column - 1], from[row - 1] == to[column] {
          cost = min(cost, before[column - 1] + 1)
        }
        current.append(cost)
      }
      (before, above) = (above, current)
    }
    return above[to.count]
  }
}
