/// Suggests names for misspelt words.
package enum Spelling {
  /// Returns the nearest candidate to `word`; nil if none is near.
  ///
  /// Near means: the same in another case, a prefix of at least three letters (`mon`), the name with up to four more
  /// letters (`wakeup`), or typos: one in names of three to five letters, two in longer ones.
  package static func nearest(to word: String, among candidates: [String]) -> String? {
    let word = word.lowercased()
    let near = candidates.compactMap { name in
      slips(in: word, for: name.lowercased()).map { (name, $0) }
    }
    return near.min { $0.1 < $1.1 }?.0
  }

  /// Assigns words to names, the nearest pairs first; each word is used once.
  package static func pairs(of names: [String], with words: [String]) -> [String: String] {
    guard !names.isEmpty else { return [:] }
    var near: [(slips: Int, name: Int, word: Int)] = []
    for (place, word) in words.enumerated() {
      let word = word.lowercased()
      for (index, name) in names.enumerated() {
        if let slips = slips(in: word, for: name) { near.append((slips, index, place)) }
      }
    }
    var pairs: [String: String] = [:]
    var taken: Set<Int> = []
    for (_, name, word) in near.sorted(by: <)
    where pairs[names[name]] == nil && !taken.contains(word) {
      pairs[names[name]] = words[word]
      taken.insert(word)
    }
    return pairs
  }

  /// The distance of a lower-case word from a name; nil if it is not near.
  private static func slips(in word: String, for name: String) -> Int? {
    // Skip words much longer than any name.
    guard (2...24).contains(word.utf8.count) else { return nil }
    if word.utf8.count >= 3, name.hasPrefix(word) { return 0 }
    let more = word.utf8.count - name.utf8.count
    if (1...4).contains(more), more < name.utf8.count, word.hasPrefix(name) { return 2 }
    // Each letter more or less is a slip: most pairs need no comparison.
    guard abs(more) <= 2 else { return nil }
    let slips = slips(from: Array(word.utf8), to: Array(name.utf8))
    return slips <= (name.utf8.count < 3 ? 0 : name.utf8.count <= 5 ? 1 : 2) ? slips : nil
  }

  /// Counts the letters to insert, remove, replace or swap with their neighbour (optimal string alignment distance).
  private static func slips(from: [UInt8], to: [UInt8]) -> Int {
    var above = Array(0...to.count)
    var (before, current) = (above, above)
    for row in from.indices {
      current[0] = row + 1
      for column in to.indices {
        var cost = min(
          above[column + 1] + 1, current[column] + 1,
          above[column] + (from[row] == to[column] ? 0 : 1))
        if row > 0, column > 0, from[row] == to[column - 1], from[row - 1] == to[column] {
          cost = min(cost, before[column - 1] + 1)
        }
        current[column + 1] = cost
      }
      (before, above, current) = (above, current, before)
    }
    return above[to.count]
  }
}
