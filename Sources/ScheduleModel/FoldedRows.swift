/// What is said alike of several rows of the table, said once.
package struct FoldedRows<Element> {
  /// What was said one by one, in its order; at least one.
  package private(set) var elements: [Element]
  /// What is said of all of them: `weekdays wake, return heat 62 -> 64`.
  package var sentence: String {
    guard let days else { return rest }
    let names = periods.map(\.name).joined(separator: ", ")
    return "\(before)\(days)\(names.isEmpty ? "" : " ")\(names)\(rest)"
  }

  /// The days, and nil where the sentence is not about a row.
  fileprivate var days: DayGroup?
  fileprivate var periods: [Period] = []
  /// What stands before the days and behind the periods.
  fileprivate let before: String
  fileprivate let rest: String

  /// Takes a sentence apart where its row stands, or else where its day does.
  fileprivate init(_ element: Element, row: RowAddress?, _ sentence: String) {
    elements = [element]
    for (name, period) in row.map({ [("\($0)", $0.period), ($0.day.name, nil)] }) ?? [] {
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
  /// Says once what is alike on several days, and then what is alike in several periods of those days.
  ///
  /// - Parameters:
  ///   - key: what must be equal besides the words, such as a rule's code.
  ///   - row: the row that an element is about.
  ///   - sentence: an element in words. Only those are folded that name their row, `monday wake`, or its day.
  /// - Returns: the elements in the order of the first of each fold.
  package func foldedRows<Key: Hashable>(
    alike key: (Element) -> Key, row: (Element) -> RowAddress?, sentence: (Element) -> String
  ) -> [FoldedRows<Element>] {
    let single = map { (key($0), FoldedRows($0, row: row($0), sentence($0))) }
    let days = Self.joined(single) {
      Place(key: $0, before: $1.before, rest: $1.rest, days: nil, periods: $1.periods)
    }
    let all = Self.joined(days) {
      Place(
        key: $0, before: $1.before, rest: $1.rest, days: $1.days,
        periods: $1.periods.isEmpty ? nil : [])
    }
    return all.map(\.1)
  }

  /// Joins those of the same place; what is about no row stays as it is.
  private static func joined<Key: Hashable>(
    _ folds: [(Key, FoldedRows<Element>)], by place: (Key, FoldedRows<Element>) -> Place<Key>
  ) -> [(Key, FoldedRows<Element>)] {
    var result: [(Key, FoldedRows<Element>)] = []
    var places: [Place<Key>: Int] = [:]
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
  /// The elements in words, a line each; what is alike on several days is one line, unless `each` is
  /// wanted.
  package func lines(each: Bool, row: (Element) -> RowAddress?) -> [String] {
    // Closures: in generic code, a key path is made by the names of its types, when it is first used.
    guard !each else { return map { $0.description } }
    return foldedRows(alike: { _ in 0 }, row: row) { $0.description }.map { $0.sentence }
  }
}

/// What must be equal for two to be said as one.
private struct Place<Key: Hashable>: Hashable {
  let key: Key
  let before: String
  let rest: String
  let days: DayGroup?
  let periods: [Period]?
}

extension String {
  /// Where words stand as such, the first time, with a blank behind them.
  fileprivate func place(ofWords words: String) -> Range<Index>? {
    if hasPrefix(words + " ") { return startIndex..<index(startIndex, offsetBy: words.count) }
    guard let place = firstRange(of: " \(words) ") else { return nil }
    return index(after: place.lowerBound)..<index(before: place.upperBound)
  }
}
