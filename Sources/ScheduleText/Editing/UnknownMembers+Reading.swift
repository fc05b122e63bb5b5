import JSONText
import ScheduleModel

extension UnknownMembers {
  /// Reads the members of a schedule's text that `schedule` does not represent.
  init(in node: JSONNode, beside schedule: Schedule) {
    self.init()
    for place in SchedulePlace.all(in: node) { add(place.unknown(beside: schedule)) }
  }

  /// Reads the unknown members of a document.
  init(inDocument root: JSONNode) {
    self.init()
    add(Self.found(in: root, at: .top, known: FileFormat.document.names))
    if let list = root[FileFormat.Member.schedules.name] { add(Self.elements(in: list)) }
  }

  /// Reads the unknown members of a calendar entry.
  init(inEntry node: JSONNode) {
    self.init()
    add(Self.found(in: node, at: .top, known: FileFormat.calendarEntry.names))
  }

  private mutating func add(_ members: [(key: Key, value: JSONNode)]) {
    for (key, value) in members {
      self[key] = Value(
        spelling: Array(value.bytes), meaning: value.meaning, order: value.range.lowerBound)
    }
  }

  /// The unknown members of an object; of a repeated known name, all but the last.
  static func found(
    in object: JSONNode, at place: Place, known: [String]
  ) -> [(key: Key, value: JSONNode)] {
    let children = Array(object.children)
    let names = children.map { Array($0.key.utf8) }
    guard children.count != known.count || names != known.map({ Array($0.utf8) }) else { return [] }
    let last = known.compactMap { name in names.lastIndex(of: Array(name.utf8)) }
    var counts: [[UInt8]: Int] = [:]
    return children.indices.filter { !last.contains($0) }.map { index in
      let number = counts[names[index], default: 0]
      counts[names[index]] = number + 1
      return (Key(place, names[index], number: number), children[index])
    }
  }

  /// The elements of the list of schedules that are not schedules.
  static func elements(in list: JSONNode) -> [(key: Key, value: JSONNode)] {
    list.children.filter { $0.kind != .object }.enumerated().map { number, value in
      (Key(.list, [], number: number), value)
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
    guard let days = schedule[FileFormat.Member.days.name] else { return places }
    places.append(SchedulePlace(place: .days, object: days))
    for day in Weekday.allCases {
      guard let object = days[day.name] else { continue }
      places.append(SchedulePlace(place: .day(day), object: object))
      for period in Period.allCases {
        guard let row = object[period.name] else { continue }
        places.append(SchedulePlace(place: .row(RowAddress(day, period)), object: row))
      }
    }
    return places
  }

  /// The members of the object that `schedule` does not represent.
  func unknown(beside schedule: Schedule) -> [(key: UnknownMembers.Key, value: JSONNode)] {
    let known =
      switch place {
      // Notes that are not text are kept like unknown members.
      case .top:
        FileFormat.schedule.members.filter {
          $0 == .notes ? schedule.notes != nil : $0 != .device || schedule.device != nil
        }.map(\.name)
      case .list: [String]()
      case .days: FileFormat.week.names
      case .day: FileFormat.day.names
      case .row: schedule.week.sides.fields.map(\.name)
      }
    return UnknownMembers.found(in: object, at: place, known: known)
  }
}
