/// What is said alike of several rows of the table, said once.
package struct FoldedRows<Element> {
  /// What was said one by one, in its order; at least one.
  package private(set) var elements: [Element]
  /// What is said of all of them: `weekdays wake, return heat 62 -> 64`.
  package var sentence: String {
    days.map { "\($0) \(periods.map(\.name).joined(separator: ", "))\(rest)" } ?? rest
  }

  /// The days, and nil where the sentence is not about a row.
  fileprivate var days: DayGroup?
  fileprivate var periods: [Period] = []
  fileprivate let rest: String

  fileprivate init(_ element: Element, row: RowAddress?, _ rest: String) {
    elements = [element]
    days = row.map { DayGroup([$0.day]) }
    periods = row.map { [$0.period] } ?? []
    self.rest = rest
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
  ///   - sentence: an element in words. Only those are folded that begin with their row, `monday wake`.
  /// - Returns: the elements in the order of the first of each fold.
  package func foldedRows<Key: Hashable>(
    alike key: (Element) -> Key, row: (Element) -> RowAddress?, sentence: (Element) -> String
  ) -> [FoldedRows<Element>] {
    let single = map { element -> (Key, FoldedRows<Element>) in
      let text = sentence(element)
      guard let row = row(element), text.hasPrefix("\(row) ") else {
        return (key(element), FoldedRows(element, row: nil, text))
      }
      return (
        key(element), FoldedRows(element, row: row, String(text.dropFirst("\(row)".count)))
      )
    }
    let days = Self.joined(single) { Place(key: $0, rest: $1.rest, days: nil, periods: $1.periods) }
    let all = Self.joined(days) { Place(key: $0, rest: $1.rest, days: $1.days, periods: []) }
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
  let rest: String
  let days: DayGroup?
  let periods: [Period]
}
