import JSONText
import ScheduleModel

extension UnknownMembers {
  init(in schedule: JSONNode) {
    self.init(
      SchedulePlace.all(in: schedule).flatMap {
        Self.found(in: $0.object, at: $0.place, known: $0.known)
      })
  }

  /// Reads the members of a document or a calendar entry other than `known`.
  init(in object: JSONNode, besides known: [StaticString]) {
    self.init(Self.found(in: object, at: .top, known: known))
  }

  private init(_ members: [(key: Key, value: JSONNode)]) {
    self.init()
    for (key, value) in members {
      self[key] = Value(
        spelling: Array(value.bytes), meaning: value.normal.encoded(), order: value.range.lowerBound
      )
    }
  }

  /// The unknown members of an object; of a repeated known name, all but the last.
  static func found(
    in object: JSONNode, at place: Place, known: [StaticString]
  ) -> [(key: Key, value: JSONNode)] {
    let read = known.compactMap { object.member($0)?.range }
    var counts: [[UInt8]: Int] = [:]
    return object.children.filter { !read.contains($0.range) }.map { member in
      let name = Array(member.key.utf8)
      let number = counts[name, default: 0]
      counts[name] = number + 1
      return (Key(place, name, number: number), member)
    }
  }
}

/// An object in a schedule's text that can have members, and its place.
struct SchedulePlace {
  let place: UnknownMembers.Place
  let object: JSONNode

  /// Finds the objects in the text of a schedule.
  static func all(in schedule: JSONNode) -> [SchedulePlace] {
    var places = [SchedulePlace(place: .top, object: schedule)]
    guard let days = schedule.member(FileFormat.Member.days.key) else { return places }
    places.append(SchedulePlace(place: .days, object: days))
    for day in Weekday.allCases {
      guard let object = days.member(day.key) else { continue }
      places.append(SchedulePlace(place: .day(day), object: object))
      for period in Period.allCases {
        guard let row = object.member(period.key) else { continue }
        places.append(SchedulePlace(place: .row(RowAddress(day, period)), object: row))
      }
    }
    return places
  }

  /// The names of the known members, in the order of writing.
  var known: [StaticString] {
    switch place {
    case .top: FileFormat.schedule.keys
    case .days: FileFormat.week.keys
    case .day: FileFormat.day.keys
    case .row: FileFormat.period.keys
    }
  }
}
