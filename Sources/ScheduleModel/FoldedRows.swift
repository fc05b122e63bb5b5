package import Diagnostics

/// Equal sentences about several rows, combined into one.
package struct FoldedRows<Element> {
  /// The combined elements, in order; at least one.
  package private(set) var elements: [Element]
  /// The sentence: `weekdays wake, return heat 62 -> 64`.
  package var sentence: Sentence {
    guard elements.count > 1, let kind else { return first }
    let names = periods.map(\.name).joined(separator: ", ")
    let joint = kind == .dayWithVerb ? ":" : names.isEmpty ? "" : " "
    return "\(before)\(days)\(joint)\(names)\(after)"
  }

  private let first: Sentence
  /// What the sentence is about; nil if that is not a row or a day.
  fileprivate let kind: Sentence.Subject.Kind?
  fileprivate var days = DayGroup([])
  fileprivate var periods: [Period] = []
  /// The text before the days and after the periods.
  fileprivate let before: Sentence
  fileprivate let after: Sentence
  /// A value that must also be equal, such as the code of a rule.
  fileprivate let key: AnyHashable

  fileprivate init(_ element: Element, _ sentence: Sentence, alike key: AnyHashable) {
    self.key = key
    let parts = sentence.aroundSubject
    (elements, first, kind) = ([element], sentence, parts?.subject.kind)
    (before, after) = (parts?.before ?? "", parts?.after ?? "")
    guard let row = parts.map({ RowAddress.all[$0.subject.row] }) else { return }
    days = DayGroup([row.day])
    if kind == .row { periods = [row.period] }
  }

  fileprivate mutating func add(_ other: Self) {
    elements += other.elements
    days = DayGroup(Set(days.days + other.days.days).sorted())
    for period in other.periods where !periods.contains(period) { periods.append(period) }
  }
}

extension Sequence {
  /// Combines sentences that are equal on several days, and then those that are equal in several periods of these days.
  ///
  /// - Parameters:
  ///   - key: what must be equal besides the words, such as a rule's code.
  ///   - sentence: the text of an element. Only sentences about a row or a day are combined.
  /// - Returns: the combined elements, in the order of the first of each.
  package func foldedRows(
    alike key: (Element) -> some Hashable, sentence: (Element) -> Sentence
  ) -> [FoldedRows<Element>] {
    let single = map { FoldedRows($0, sentence($0), alike: key($0)) }
    let days = Self.joined(single) { [$0.key, $0.before, $0.after, $0.kind, $0.periods] }
    return Self.joined(days) { [$0.key, $0.before, $0.after, $0.kind, $0.days] }
  }

  /// Combines elements of the same place; leaves elements that are not about a row or a day unchanged.
  private static func joined(
    _ folds: [FoldedRows<Element>], by place: (FoldedRows<Element>) -> [AnyHashable]
  ) -> [FoldedRows<Element>] {
    var result: [FoldedRows<Element>] = []
    var places: [[AnyHashable]: Int] = [:]
    for fold in folds {
      let place = place(fold)
      if fold.kind != nil, let index = places[place] {
        result[index].add(fold)
      } else {
        places[place] = result.count
        result.append(fold)
      }
    }
    return result
  }

  /// Describes the elements, one line each. Equal sentences about several days are one line unless `each`.
  package func lines(each: Bool, _ sentence: (Element) -> Sentence) -> [String] {
    // Closures, not key paths: in generic code a key path is built by type name on first use, which is slow.
    guard !each else { return map { sentence($0).text } }
    return foldedRows(alike: { _ in 0 }, sentence: sentence).map { $0.sentence.text }
  }
}

extension Sentence.StringInterpolation {
  /// Appends the row that the sentence is about, `Monday wake`.
  package mutating func appendInterpolation(about row: RowAddress) {
    appendSubject(.row, row: row.index, row.description)
  }
  package mutating func appendInterpolation(about row: Int) {
    appendInterpolation(about: RowAddress.all[row])
  }

  /// Appends the cell whose row the sentence is about, `Monday wake heat`.
  package mutating func appendInterpolation(about cell: CellAddress) {
    appendInterpolation(about: cell.row)
    appendInterpolation(" \(cell.field.name)")
  }

  /// Appends a time, which each front end writes for its clock.
  package mutating func appendInterpolation(_ time: TimeOfDay) { append(time: time.description) }

  /// Appends the day that the sentence is about, `Monday`.
  package mutating func appendInterpolation(about day: Weekday) {
    appendSubject(.day, row: RowAddress(day, .wake).index, day.title)
  }

  /// Appends the day that the sentence is about and its verb, `Monday has`. Several days have a colon instead of the verb.
  package mutating func appendInterpolation(about day: Weekday, verb: String) {
    let name = verb.isEmpty ? day.title : "\(day.title) \(verb)"
    appendSubject(.dayWithVerb, row: RowAddress(day, .wake).index, name)
  }
}

extension Sentence {
  /// The text with its times as a clock shows them.
  package func text(_ clock: ClockStyle) -> String {
    text(time: { TimeOfDay(canonical: $0)?.text(clock) ?? $0 })
  }

  /// The same text without the row at its start, if it starts with that row.
  package func text(without row: RowAddress, _ clock: ClockStyle) -> String {
    guard let (before, subject, after) = aroundSubject, before.text.isEmpty,
      subject.kind == .row, subject.row == row.index
    else { return text(clock) }
    return String(after.text(clock).drop { $0 == " " })
  }
}
