package import ScheduleModel

/// The way to a member, `days/monday/wake/x`; told apart by its bytes, as names in JSON are.
package struct MemberWay: Hashable, Comparable, Sendable, ExpressibleByStringLiteral {
  package let bytes: [UInt8]

  package init(_ text: String) { bytes = Array(text.utf8) }

  package init(stringLiteral text: String) { self.init(text) }

  package var text: String { String(decoding: bytes, as: UTF8.self) }

  package static func < (left: Self, right: Self) -> Bool {
    left.bytes.lexicographicallyPrecedes(right.bytes)
  }
}

/// Documents as texts with members that setpoint does not know, and what a reader of its own finds in
/// them again.
package struct MarkedDocument: Sendable {
  /// A schedule: its week, and the values of its unknown members by the way to them.
  package struct Entry: Hashable, Sendable {
    /// Identifies it in a test, under any name.
    package var id: Int
    package var name: String
    package var notes: String?
    package var week: Week
    /// The way from the schedule, such as `days/monday/wake/x`, and the text of the value.
    package var members: [MemberWay: String]

    /// Describes a schedule.
    package init(id: Int, name: String, week: Week, members: [MemberWay: String]) {
      self.id = id
      self.name = name
      self.week = week
      self.members = members
    }
  }

  /// An entry of the calendar.
  package struct CalendarItem: Hashable, Sendable {
    /// Identifies it in a test.
    package var id: Int
    /// Which schedule it names.
    package var schedule: Int
    package var weeks: String?
    /// The value of an unknown member.
    package var member: String?

    /// Describes an entry.
    package init(id: Int, schedule: Int) { (self.id, self.schedule) = (id, schedule) }

    /// Its date, which no other has.
    package var date: String { "\(2000 + id)-01-01" }
  }

  package var unit: TemperatureUnit
  package var entries: [Entry]
  package var calendar: [CalendarItem] = []
  /// The unknown members of the document.
  package var members: [MemberWay: String] = [:]

  /// Describes a document.
  package init(unit: TemperatureUnit, entries: [Entry]) {
    self.unit = unit
    self.entries = entries
  }

  /// The text in a layout.
  package func text(_ layout: TextLayout = .canonical) -> [UInt8] {
    var document = TextPiece.document(
      entries.map { (name: $0.name, schedule: $0.week) }, unit: unit)
    for (name, value) in members.sorted(by: { $0.key < $1.key }) {
      document.insert(name.text, .raw(value), at: 1, in: [])
    }
    for (index, entry) in entries.enumerated() {
      if let notes = entry.notes {
        document[path: ["schedules", "\(index)", "notes"]] = .text(notes)
      }
      for (way, value) in entry.members.sorted(by: { $0.key < $1.key }) {
        let steps = ["schedules", "\(index)"] + way.text.split(separator: "/").map(String.init)
        // First in its object for one in two, so that no place is special.
        let place = way.bytes.count.isMultiple(of: 2) ? 0 : 99
        document.insert(steps[steps.count - 1], .raw(value), at: place, in: steps.dropLast())
      }
    }
    if !calendar.isEmpty { document["calendar"] = .array(calendar.map(piece)) }
    return WrittenText(document, layout: layout).bytes
  }
}

extension MarkedDocument {
  private func piece(_ item: CalendarItem) -> TextPiece {
    let name = entries.first { $0.id == item.schedule }?.name ?? "?"
    var members: [(key: String, value: TextPiece)] = [
      ("schedule", .text(name)), ("from", .text(item.date)), ("to", .text(item.date)),
    ]
    if let weeks = item.weeks { members.append(("weeks", .text(weeks))) }
    if let member = item.member {
      members.insert(("x", .raw(member)), at: item.id % (members.count + 1))
    }
    return .object(members)
  }
}

extension MarkedDocument.Entry {
  /// The objects of a schedule that can contain members.
  package static let places: [String] =
    ["", "days/"]
    + Weekday.allCases.map { "days/\($0.name)/" }
    + RowAddress.all.map { "days/\($0.day.name)/\($0.period.name)/" }
}
