/// The members of a file that setpoint does not know, by their place.
///
/// Their values are not interpreted, but they belong to the schedule: they are moved, compared and merged with it.
package struct UnknownMembers: Hashable, Sendable {
  /// The object that contains a member.
  package enum Place: Hashable, Sendable {
    /// The schedule, the document or the calendar entry.
    case top
    case days
    case day(Weekday)
    case row(RowAddress)
  }

  /// Identifies a member. Names are compared by bytes and may repeat.
  package struct Key: Hashable, Sendable {
    package let place: Place
    /// The name in UTF-8, unescaped.
    package let name: [UInt8]
    /// The index among members of the same name, from 0.
    package let number: Int

    package init(_ place: Place, _ name: [UInt8], number: Int = 0) {
      self.place = place
      self.name = name
      self.number = number
    }
  }

  private var values: [Key: Value] = [:]

  package init() {}

  /// The keys in the order of reading.
  package var keys: [Key] {
    let sorted = values.sorted { left, right in
      let (first, second) = (left.value.order, right.value.order)
      // A total order, also of keys from the same place of two files.
      guard first == second else { return first < second }
      return left.key.name == right.key.name
        ? left.key.number < right.key.number
        : left.key.name.lexicographicallyPrecedes(right.key.name)
    }
    return sorted.map(\.key)
  }

  /// The value of a member; nil removes it.
  package subscript(key: Key) -> Value? {
    get { values[key] }
    set { values[key] = newValue }
  }

  /// A JSON value; equal to other spellings of the same value at any place.
  package struct Value: Hashable, Sendable {
    /// The text of the value.
    package let spelling: [UInt8]
    /// A normal form, equal for all spellings.
    package let meaning: [UInt8]
    /// The index among the unknown members of its schedule.
    package let order: Int

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
  /// The path from the schedule or the document to the member, `days/monday/wake/fan`.
  package var path: String {
    let days = FileFormat.Member.days.name
    let steps =
      switch place {
      case .top: [String]()
      case .days: [days]
      case .day(let day): [days, day.name]
      case .row(let row): [days, row.day.name, row.period.name]
      }
    let again = number == 0 ? "" : " (number \(number + 1))"
    return (steps + [String(decoding: name, as: UTF8.self)]).joined(separator: "/") + again
  }
}
