/// What a file holds beside the table: members that setpoint does not know, each by its place.
///
/// Nothing here looks into them, but they are a part of what a schedule says: they go where it goes,
/// and are compared and merged as its cells are.
package struct UnknownMembers: Hashable, Sendable {
  /// The object or list that a member stands in.
  package enum Place: Hashable, Sendable {
    /// The schedule itself; of a document, the document.
    case top
    /// The list of schedules, which may hold what is no schedule.
    case list
    /// The days of a schedule.
    case days
    case day(Weekday)
    case row(RowAddress)
  }

  /// Which member: names are told apart by their bytes, and a name may come again.
  package struct Key: Hashable, Sendable {
    /// Where it stands.
    package let place: Place
    /// The name in UTF-8, escapes resolved; empty in a list.
    package let name: [UInt8]
    /// Which of those with this name, from 0.
    package let number: Int

    /// Names a member.
    package init(_ place: Place, _ name: [UInt8], number: Int = 0) {
      self.place = place
      self.name = name
      self.number = number
    }
  }

  private var values: [Key: Value] = [:]

  /// Makes a list without a member.
  package init() {}

  /// Whether there is none.
  package var isEmpty: Bool { values.isEmpty }

  /// Which members there are, in the order in which they were read.
  package var keys: [Key] {
    values.keys.sorted { left, right in
      let (first, second) = (values[left]?.order ?? 0, values[right]?.order ?? 0)
      return first == second ? left.isBefore(right) : first < second
    }
  }

  /// The value of a member; setting nil takes it out, setting a new one adds it.
  package subscript(key: Key) -> Value? {
    get { values[key] }
    set { values[key] = newValue }
  }
}

extension UnknownMembers {
  /// A JSON value: equal to another one that means the same, however and wherever it is written.
  package struct Value: Hashable, Sendable {
    /// The value as it is written.
    package let spelling: [UInt8]
    /// What it means, in a form that is the same for all spellings.
    package let meaning: [UInt8]
    /// Where it was read, among the others of its schedule.
    package let order: Int

    /// Joins a spelling, its meaning and its place.
    package init(spelling: [UInt8], meaning: [UInt8], order: Int) {
      self.spelling = spelling
      self.meaning = meaning
      self.order = order
    }

    package static func == (left: Self, right: Self) -> Bool { left.meaning == right.meaning }

    package func hash(into hasher: inout Hasher) { hasher.combine(meaning) }
  }
}

extension UnknownMembers.Key {
  /// Puts keys that were read at the same place of two files into one order.
  fileprivate func isBefore(_ other: Self) -> Bool {
    name == other.name ? number < other.number : name.lexicographicallyPrecedes(other.name)
  }

  /// The way from the schedule, or the document, to the member, `days/monday/wake/fan`.
  package var path: String {
    let days = FileFormat.Member.days.name
    let steps =
      switch place {
      case .top: [String]()
      case .list: [FileFormat.Member.schedules.name]
      case .days: [days]
      case .day(let day): [days, day.name]
      case .row(let row): [days, row.day.name, row.period.name]
      }
    let last = name.isEmpty && place == .list ? [] : [String(decoding: name, as: UTF8.self)]
    let again = number == 0 ? "" : " (number \(number + 1))"
    return (steps + last).joined(separator: "/") + again
  }
}
