import JSONText
import ScheduleModel

extension UnknownMembers {
  /// Reads what the text of a schedule says beside `schedule`.
  init(in node: JSONNode, beside schedule: Schedule) {
    self.init()
    for place in SchedulePlaces(node) { add(place.unknown(beside: schedule)) }
  }

  /// Reads what a document says beside its schedules and their scale.
  init(inDocument root: JSONNode) {
    self.init()
    add(Self.found(in: root, at: .top, known: FileFormat.document.names))
    if let list = root[FileFormat.Member.schedules.name] { add(Self.elements(in: list)) }
  }

  private mutating func add(_ members: [(key: Key, value: JSONNode)]) {
    for (key, value) in members {
      self[key] = Value(
        spelling: Array(value.bytes), meaning: JSONMeaning.of(value), order: value.range.lowerBound)
    }
  }

  /// The members of an object but those that are known; of a known name the last one is.
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

  /// The elements of the list of schedules that are no schedules.
  static func elements(in list: JSONNode) -> [(key: Key, value: JSONNode)] {
    list.children.filter { $0.kind != .object }.enumerated().map { number, value in
      (Key(.list, [], number: number), value)
    }
  }
}

/// The objects in the text of a schedule that members may stand in.
struct SchedulePlaces: Sequence {
  /// An object and what it is.
  struct Element {
    let place: UnknownMembers.Place
    let object: JSONNode

    /// The members of the object that say something beside `schedule`.
    func unknown(
      beside schedule: Schedule
    ) -> [(key: UnknownMembers.Key, value: JSONNode)] {
      UnknownMembers.found(in: object, at: place, known: known(beside: schedule))
    }

    /// Notes that are no text were not read: they are kept as any other member.
    private func known(beside schedule: Schedule) -> [String] {
      switch place {
      case .top:
        FileFormat.schedule.members.filter {
          $0 == .notes ? schedule.notes != nil : $0 != .device || schedule.device != nil
        }.map(\.name)
      case .list: []
      case .days: FileFormat.week.names
      case .day: FileFormat.day.names
      case .row: schedule.week.sides.fields.map(\.name)
      }
    }
  }

  private let node: JSONNode

  init(_ node: JSONNode) { self.node = node }

  func makeIterator() -> [Element].Iterator {
    var elements = [Element(place: .top, object: node)]
    if let days = node[FileFormat.Member.days.name] {
      elements.append(Element(place: .days, object: days))
      for day in Weekday.allCases {
        guard let object = days[day.name] else { continue }
        elements.append(Element(place: .day(day), object: object))
        for period in Period.allCases {
          guard let row = object[period.name] else { continue }
          elements.append(Element(place: .row(RowAddress(day, period)), object: row))
        }
      }
    }
    return elements.makeIterator()
  }
}
