/// Equal sentences about several rows, combined into one.
package struct FoldedRows<Element> {
  /// The combined elements, in order; at least one.
  package private(set) var elements: [Element]
  /// The sentence: `weekdays wake, return heat 62 -> 64`.
  package var sentence: String {
    guard let days else { return rest }
    let names = periods.map(\.name).joined(separator: ", ")
    return "\(before)\(days)\(names.isEmpty ? "" : " ")\(names)\(rest)"
  }

  /// The days; nil if the sentence is not about a row.
  fileprivate var days: DayGroup?
  fileprivate var periods: [Period] = []
  /// The text before the days and after the periods.
  fileprivate let before: String
  fileprivate let rest: String

  /// Splits a sentence at the name of its row, or else of its day.
  fileprivate init(_ element: Element, row: RowAddress?, _ sentence: String) {
    elements = [element]
    for (name, period) in row.map({ [("\($0)", $0.period), ($0.day.title, nil)] }) ?? [] {
      guard let place = sentence.place(ofWords: name) else { continue }
      days = row.map { DayGroup([$0.day]) }
      periods = period.map { [$0] } ?? []
      before = String(sentence[..<place.lowerBound])
      rest = String(sentence[place.upperBound...])
      return
    }
    before = ""
    rest = sentence
  }

  fileprivate mutating func add(_ other: Self) {
    elements += other.elements
    for day in other.days?.days ?? [] { days?.insert(day) }
    for period in other.periods where !periods.contains(period) { periods.append(period) }
  }
}

extension Sequence {
  /// Combines sentences that are equal on several days, and then those that are equal in several periods of these days.
  ///
  /// - Parameters:
  ///   - key: what must be equal besides the words, such as a rule's code.
  ///   - row: the row of an element.
  ///   - sentence: the text of an element. Only sentences that name their row, `Monday wake`, or its day are combined.
  /// - Returns: the combined elements, in the order of the first of each.
  package func foldedRows<Key: Hashable>(
    alike key: (Element) -> Key, row: (Element) -> RowAddress?, sentence: (Element) -> String
  ) -> [FoldedRows<Element>] {
    let single = map { (key($0), FoldedRows($0, row: row($0), sentence($0))) }
    let days = Self.joined(single) { [$0, $1.before, $1.rest, $1.periods] }
    return Self.joined(days) { [$0, $1.before, $1.rest, $1.days, $1.periods.isEmpty] }.map(\.1)
  }

  /// Combines elements of the same place; leaves elements without a row unchanged.
  private static func joined<Key: Hashable>(
    _ folds: [(Key, FoldedRows<Element>)], by place: (Key, FoldedRows<Element>) -> [AnyHashable]
  ) -> [(Key, FoldedRows<Element>)] {
    var result: [(Key, FoldedRows<Element>)] = []
    var places: [[AnyHashable]: Int] = [:]
    for (key, fold) in folds {
      let place = place(key, fold)
      if fold.days != nil, let index = places[place] {
        result[index].1.add(fold)
      } else {
        places[place] = result.count
        result.append((key, fold))
      }
    }
    return result
  }
}

extension Sequence where Element: CustomStringConvertible {
  /// Describes the elements, one line each. Equal sentences about several days are one line unless `each`.
  package func lines(each: Bool, row: (Element) -> RowAddress?) -> [String] {
    // Closures, not key paths: in generic code a key path is built by type name on first use, which is slow.
    guard !each else { return map { $0.description } }
    return foldedRows(alike: { _ in 0 }, row: row) { $0.description }.map { $0.sentence }
  }
}

extension String {
  /// Finds the first occurrence of whole words that are followed by a space.
  fileprivate func place(ofWords words: String) -> Range<Index>? {
    if hasPrefix(words + " ") { return startIndex..<index(startIndex, offsetBy: words.count) }
    guard let place = firstRange(of: " \(words) ") else { return nil }
    return index(after: place.lowerBound)..<index(before: place.upperBound)
  }
}
