import ScheduleModel
import TestSupport

/// The expected result of a merge, computed from documents whose schedules are identified by a number, not
/// by what the program thinks.
struct MergeOracle {
  /// A schedule as it should be in the result.
  struct Expected: Hashable {
    var name: String
    var notes: String?
    var cells: [CellAddress: String]
    var members: [MemberWay: ReadJSON]
  }

  private(set) var schedules: [Int: Expected] = [:]
  private(set) var members: [MemberWay: ReadJSON]
  /// The conflicts: the number of the schedule, and the subject that both changed.
  private(set) var conflicts: Set<[UInt8]> = []
  /// The entries of the calendar in words, and the numbers of the conflicts about them.
  private(set) var calendar: [String] = []
  private(set) var calendarConflicts: [Int] = []
  /// Whether both sides moved entries differently.
  private(set) var hasTwoOrders = false

  init(base: MarkedDocument, ours: MarkedDocument, theirs: MarkedDocument) {
    members = [:]
    members = merged(base.members, ours.members, theirs.members, "") { "member \($0.text)" }
      .mapValues(Self.read)
    func entries(_ document: MarkedDocument) -> [Int: MarkedDocument.Entry] {
      Dictionary(uniqueKeysWithValues: document.entries.map { ($0.id, $0) })
    }
    let (old, mine, yours) = (entries(base), entries(ours), entries(theirs))
    for id in Set(old.keys).union(mine.keys).union(yours.keys) {
      merge(id, old[id], mine[id], yours[id])
    }
    mergeCalendars(base.calendar, ours.calendar, theirs.calendar, [mine, yours])
  }

  private typealias Items = [MarkedDocument.CalendarItem]

  private mutating func mergeCalendars(
    _ base: Items, _ ours: Items, _ theirs: Items, _ entries: [[Int: MarkedDocument.Entry]]
  ) {
    // A schedule that one side removed and the other changed stays, and so do its entries.
    var stay = Set(schedules.keys.filter { entries[0][$0] == nil || entries[1][$0] == nil })
    var result: Items = []
    while true {
      let before = conflicts
      (calendarConflicts, hasTwoOrders) = ([], false)
      result = mergedItems(base, ours, theirs, stay)
      // A schedule that one side removed stays if the other gave it entries.
      let restored = Set(result.map(\.schedule)).filter { schedules[$0] == nil }
        .filter { entries[0][$0] != nil || entries[1][$0] != nil }
      if restored.isSubset(of: stay) { break }
      conflicts = before
      stay.formUnion(restored)
    }
    for id in Set(result.map(\.schedule)) where schedules[id] == nil {
      guard let entry = entries[0][id] ?? entries[1][id] else { continue }
      schedules[id] = Self.expected(entry)
      note("\(id): removal")
    }
    calendar = result.map {
      Self.words("\($0.schedule)", $0.date, $0.weeks, $0.member)
    }
    calendarConflicts.sort()
  }

  private mutating func mergedItems(
    _ base: Items, _ ours: Items, _ theirs: Items, _ stay: Set<Int>
  ) -> Items {
    func item(_ id: Int, _ items: Items) -> MarkedDocument.CalendarItem? {
      items.first { $0.id == id }
    }
    let (oldIDs, ourIDs, theirIDs) = (base.map(\.id), ours.map(\.id), theirs.map(\.id))
    /// Whether one side removed an entry without a need to ask the other.
    func isGone(_ id: Int, _ side: Items) -> Bool {
      guard let old = item(id, base), !stay.contains(old.schedule) else { return false }
      let ids = side.map(\.id)
      let isMoved = oldIDs.contains { other in
        guard other != id, let place = ids.firstIndex(of: id),
          let otherPlace = ids.firstIndex(of: other), let before = oldIDs.firstIndex(of: id),
          let otherBefore = oldIDs.firstIndex(of: other)
        else { return false }
        return (place < otherPlace) != (before < otherBefore)
      }
      return item(id, side) == old && !isMoved
    }
    let shared = oldIDs.filter { ourIDs.contains($0) && theirIDs.contains($0) }
    let (byUs, byThem) = (
      ourIDs.filter(shared.contains), theirIDs.filter(shared.contains)
    )
    hasTwoOrders = byUs != shared && byThem != shared && byUs != byThem
    var order = byUs == shared ? byThem : byUs
    /// Where an entry can be: after those before it on its side, and before those after it.
    func bounds(_ id: Int, _ ids: [Int]) -> (Int, Int) {
      let place = ids.firstIndex(of: id) ?? 0
      let (before, after) = (Set(ids[..<place]), Set(ids[(place + 1)...]))
      return (
        (order.lastIndex(where: before.contains) ?? -1) + 1,
        order.firstIndex(where: after.contains) ?? order.count
      )
    }
    let own = ourIDs.filter { !theirIDs.contains($0) && !isGone($0, ours) }
    for id in own where !hasTwoOrders {
      let (start, end) = bounds(id, ourIDs)
      hasTwoOrders = start > end
      if !hasTwoOrders { order.insert(id, at: start) }
    }
    if hasTwoOrders { order = ourIDs.filter { shared.contains($0) || own.contains($0) } }
    // By the entry of ours at which theirs are missing.
    var rejected: Set<Int> = []
    var homeless: Set<Int> = []
    for id in theirIDs where !ourIDs.contains(id) && !isGone(id, theirs) {
      let (start, end) = bounds(id, theirIDs)
      if oldIDs.contains(id) {
        order.insert(id, at: start)
      } else if start > end {
        homeless.insert(id)
        order.insert(id, at: start)
      } else if let other = order[start..<end].first(where: {
        !oldIDs.contains($0) && !theirIDs.contains($0)
      }) {
        rejected.insert(other)
      } else {
        order.insert(id, at: end)
      }
    }
    var result: Items = []
    for id in order {
      let sides = [item(id, base), item(id, ours), item(id, theirs)]
      if rejected.contains(id) { calendarConflicts.append(result.count + 1) }
      if homeless.contains(id) {
        calendarConflicts.append(result.count + 1)
        continue
      }
      if let old = sides[0], sides[1] == nil || sides[2] == nil, !stay.contains(old.schedule) {
        calendarConflicts.append(result.count + 1)
        result += sides[1].map { [$0] } ?? []
      } else if sides[0] != nil, sides[1] != nil, sides[2] != nil {
        result.append(self.item(sides.compactMap(\.self), number: result.count + 1))
      } else {
        result += [sides[1] ?? sides[2]].compactMap(\.self)
      }
    }
    return result
  }

  /// An entry of all sides: its conditions and its member are merged by themselves.
  private mutating func item(
    _ sides: Items, number: Int
  ) -> MarkedDocument.CalendarItem {
    var result = sides[1]
    let weeks = sides.map(\.weeks)
    if Self.isConflict(weeks[0], weeks[1], weeks[2]) {
      calendarConflicts.append(number)
    } else if weeks[0] == weeks[1] {
      result.weeks = weeks[2]
    }
    let members = sides.map(\.member)
    if Self.isConflict(members[0], members[1], members[2]) {
      note(": member calendar/\(number)/x")
    } else if members[0] == members[1] {
      result.member = members[2]
    }
    return result
  }

  private static func words(
    _ schedule: String?, _ date: String?, _ weeks: String?, _ member: String?
  ) -> String {
    [schedule, date, weeks, member].map { $0 ?? "-" }.joined(separator: " ")
  }

  /// The entries of the calendar in a text, in words; `ids` has the numbers of the schedules.
  static func foundCalendar(in text: [UInt8], _ ids: [String: Int]) -> [String] {
    (ReadJSON(text)["calendar"]?.elements ?? []).map { node in
      let member: String? = if case .number(let text)? = node["x"] { text } else { nil }
      return words(
        node["schedule"]?.text.flatMap { ids[$0] }.map { "\($0)" }, node["to"]?.text,
        node["weeks"]?.text, member)
    }
  }

  private mutating func merge(
    _ id: Int, _ old: MarkedDocument.Entry?, _ mine: MarkedDocument.Entry?,
    _ yours: MarkedDocument.Entry?
  ) {
    switch (old, mine, yours) {
    case (_, nil, nil): break
    case (let old?, let one?, nil), (let old?, nil, let one?):
      guard !Self.isSame(old, one) else { return }
      schedules[id] = Self.expected(one)
      note("\(id): removal")
    case (nil, let one?, _), (nil, _, let one?): schedules[id] = Self.expected(one)
    case (let old?, let mine?, let yours?):
      var result = Self.expected(mine)
      let names = merged(
        ["name": old.name], ["name": mine.name], ["name": yours.name], "", { _ in nil })
      result.name = names["name"] ?? mine.name
      let name = "\(id)"
      if Self.isConflict(old.name, mine.name, yours.name) { note("\(name): name") }
      func one(_ text: String?) -> [MemberWay: String] { text.map { ["notes": $0] } ?? [:] }
      result.notes =
        merged(one(old.notes), one(mine.notes), one(yours.notes), name, { $0.text })["notes"]
      let (before, after) = (Self.cells(old), Self.cells(yours))
      let sides = mergedSides(before, result.cells, after, name)
      for cell in CellAddress.all {
        if result.cells[cell] == nil || after[cell] == nil {
          // A side that one of the two lacks is there as a whole, or not at all.
          let isThere = cell.field.side.map(sides.contains) ?? true
          result.cells[cell] = isThere ? result.cells[cell] ?? after[cell] : nil
        } else if Self.isConflict(before[cell], result.cells[cell], after[cell]) {
          note("\(name): \(cell)")
        } else if result.cells[cell] == before[cell] {
          result.cells[cell] = after[cell]
        }
      }
      result.members = merged(old.members, mine.members, yours.members, name) {
        "member \($0.text)"
      }
      .mapValues(Self.read)
      schedules[id] = result
    }
  }

  private mutating func mergedSides(
    _ old: [CellAddress: String], _ mine: [CellAddress: String], _ yours: [CellAddress: String],
    _ name: String
  ) -> Set<Side> {
    var (sides, own): (Set<Side>, Set<Side>) = ([], [])
    var isConflict = false
    for side in Side.allCases {
      let columns = [old, mine, yours].map { $0.filter { $0.key.field == side.field } }
      if !columns[1].isEmpty { own.insert(side) }
      if columns[1].isEmpty != columns[2].isEmpty, columns[0] != columns[1],
        columns[0] != columns[2]
      {
        isConflict = true
      }
      if !(columns[0] == columns[1] ? columns[2] : columns[1]).isEmpty { sides.insert(side) }
    }
    guard isConflict || sides.isEmpty else { return sides }
    note("\(name): sides")
    return own
  }

  private mutating func merged(
    _ old: [MemberWay: String], _ mine: [MemberWay: String], _ yours: [MemberWay: String],
    _ name: String,
    _ conflict: (MemberWay) -> String?
  ) -> [MemberWay: String] {
    var result = mine
    for key in Set(old.keys).union(mine.keys).union(yours.keys) {
      let values = [old[key], mine[key], yours[key]].map { $0.map(Self.meaning) }
      if Self.isConflict(values[0], values[1], values[2]) {
        if let what = conflict(key) { note("\(name): \(what)") }
      } else if values[0] == values[1], values[1] != values[2] {
        result[key] = yours[key]
      }
    }
    return result
  }

  private mutating func note(_ conflict: String) { conflicts.insert(Array(conflict.utf8)) }

  private static func isConflict(_ old: String?, _ mine: String?, _ yours: String?) -> Bool {
    mine != yours && mine != old && yours != old
  }

  /// The values that the tests write in two ways.
  private static func meaning(_ text: String) -> String {
    text == "1.0" ? "1" : text == "[1,2]" ? "[1, 2]" : text
  }

  static func read(_ text: String) -> ReadJSON { ReadJSON(Array("\(meaning(text)) ".utf8)) }

  private static func isSame(_ left: MarkedDocument.Entry, _ right: MarkedDocument.Entry) -> Bool {
    expected(left) == expected(right)
  }

  private static func expected(_ entry: MarkedDocument.Entry) -> Expected {
    Expected(
      name: entry.name, notes: entry.notes, cells: cells(entry),
      members: entry.members.mapValues(read))
  }

  private static func cells(_ entry: MarkedDocument.Entry) -> [CellAddress: String] {
    Dictionary(uniqueKeysWithValues: entry.week.cells.map { ($0, "\(entry.week[$0])") })
  }
}

// MARK: Reading a result

extension MergeOracle {
  /// Reads a text: its schedules by the number that each has as a member, and the unknown members.
  static func found(in text: [UInt8]) -> (
    schedules: [Int: Expected], members: [MemberWay: ReadJSON]
  ) {
    let root = ReadJSON(text)
    var schedules: [Int: Expected] = [:]
    for node in root["schedules"]?.elements ?? [] {
      var expected = Expected(
        name: node["name"]?.text ?? "", notes: node["notes"]?.text, cells: [:], members: [:])
      expected.members = unknown(in: node, known: ["name", "notes", "days"], below: "")
      for (day, object) in known(in: node["days"], Weekday.allCases.map(\.name)) {
        for (period, row) in known(in: object, Period.allCases.map(\.name)) {
          for (field, value) in known(in: row, Field.displayOrder.map(\.name)) {
            guard let day = Weekday(day), let period = Period(period), let field = Field(field)
            else { continue }
            let text: String? = if case .number(let text) = value { text } else { value.text }
            expected.cells[CellAddress(day, period, field)] = text
          }
          expected.members.merge(
            unknown(in: row, known: Field.displayOrder.map(\.name), below: "days/\(day)/\(period)/")
          ) { $1 }
        }
        expected.members.merge(
          unknown(in: object, known: Period.allCases.map(\.name), below: "days/\(day)/")
        ) { $1 }
      }
      if let days = node["days"] {
        expected.members.merge(
          unknown(in: days, known: Weekday.allCases.map(\.name), below: "days/")
        ) { $1 }
      }
      guard case .number(let id)? = node["id"], let id = Int(id), schedules[id] == nil else {
        schedules[-1 - schedules.count] = expected
        continue
      }
      schedules[id] = expected
    }
    let known = ["format", "version", "unit", "schedules", "calendar"]
    return (schedules, unknown(in: root, known: known, below: ""))
  }

  private static func known(in node: ReadJSON?, _ names: [String]) -> [(String, ReadJSON)] {
    names.compactMap { name in node?[name].map { (name, $0) } }
  }

  private static func unknown(
    in node: ReadJSON, known: [String], below way: String
  ) -> [MemberWay: ReadJSON] {
    guard case .object(let members) = node else { return [:] }
    var result: [MemberWay: ReadJSON] = [:]
    for member in members where !known.contains(String(decoding: member.name, as: UTF8.self)) {
      let value = member.value == .number("1.0") ? .number("1") : member.value
      result[MemberWay(way + String(decoding: member.name, as: UTF8.self))] = value
    }
    return result
  }
}
