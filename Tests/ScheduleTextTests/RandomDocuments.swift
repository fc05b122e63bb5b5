import ScheduleModel
import TestSupport

/// Documents and changes of them, at random.
struct RandomDocuments {
  var generator: SeededGenerator
  private var nextID = 0

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  private static let values = [
    "1", "1.0", "2", "\"a\"", "true", "null", "[1, 2]", "[1,2]", "{\"q\": [\"\"]}", "3",
  ]

  mutating func document() -> MarkedDocument {
    let entries = (0..<Int.random(in: 1...4, using: &generator)).map { _ in entry() }
    var document = MarkedDocument(unit: .fahrenheit, entries: entries)
    for _ in 0..<Int.random(in: 0...2, using: &generator) { changeMember(&document.members, [""]) }
    for _ in 0..<Int.random(in: 0...4, using: &generator) { addItem(&document) }
    return document
  }

  mutating func entry() -> MarkedDocument.Entry {
    nextID += 1
    let week = Week.random(unit: .fahrenheit, using: &generator)
    var entry = MarkedDocument.Entry(
      id: nextID, name: "S\(nextID)", week: week.only(.random(using: &generator)),
      members: ["id": "\(nextID)"])
    for _ in 0..<Int.random(in: 0...5, using: &generator) {
      changeMember(&entry.members, MarkedDocument.Entry.places)
    }
    return entry
  }

  /// The changes that a side may make beside edits within schedules: a schedule that is gone and a new one
  /// could also be a schedule that was renamed and edited.
  enum Kind: CaseIterable { case adds, removes, renames, replacesOne }

  /// Returns the document after each of some changes; the last is the side's document.
  mutating func changes(of document: MarkedDocument, count: Int) -> [MarkedDocument] {
    let kind = Kind.allCases.randomElement(using: &generator) ?? .adds
    // In the calendar, too, an added and a removed entry could be mistaken for an edited entry.
    let calendarKind =
      kind == .removes ? .removes : CalendarKind.allCases.randomElement(using: &generator) ?? .adds
    var current = document
    var states: [MarkedDocument] = []
    // A schedule is renamed or its cells are edited, so that one of the two still identifies it.
    let renamed = Set(document.entries.map(\.id).filter { _ in Bool.random(using: &generator) })
    if kind == .replacesOne, let last = current.entries.indices.last {
      current.entries[last].name = newName(in: current) ?? current.entries[last].name
      changeCell(&current.entries[last].week)
      states.append(current)
    }
    let weeks = Dictionary(uniqueKeysWithValues: document.entries.map { ($0.id, $0.week) })
    for _ in 0..<count {
      change(&current, kind, renamed, weeks)
      if Bool.random(using: &generator) { changeCalendar(&current, calendarKind) }
      states.append(current)
    }
    return states
  }

  private mutating func change(
    _ document: inout MarkedDocument, _ kind: Kind, _ renamed: Set<Int>, _ weeks: [Int: Week]
  ) {
    let index = Int.random(in: document.entries.indices, using: &generator)
    let id = document.entries[index].id
    switch Int.random(in: 0..<10, using: &generator) {
    case 9:
      // Few values, so that both sides add the same as well.
      let degrees = Temperature(Int.random(in: 60...61, using: &generator))
      let sides = Sides.random(using: &generator)
      let week = document.entries[index].week.with(sides) { side, _ in
        side == .heat ? degrees : degrees + Temperature(20)
      }
      // Half of the cells still identify a schedule that is renamed, too.
      let isRenamed = renamed.contains(id) || document.entries[index].name.hasPrefix("R")
      if !isRenamed || weeks[id].map({ isRecognizable(week, from: $0) }) ?? true {
        document.entries[index].week = week
      }
    case 0 where kind == .adds: document.entries.insert(entry(), at: index)
    case 1 where kind == .removes && document.entries.first?.id != id && id != 1:
      document.entries.remove(at: index)
      document.calendar.removeAll { $0.schedule == id }
    case 2 where kind != .replacesOne && renamed.contains(id):
      document.entries[index].name = newName(in: document) ?? document.entries[index].name
    case 3:
      document.entries.swapAt(
        index, Int.random(in: document.entries.indices, using: &generator))
    case 4: document.entries[index].notes = ["n", "m", nil].randomElement(using: &generator) ?? nil
    case 5: changeMember(&document.members, [""])
    case 6, 7: changeMember(&document.entries[index].members, MarkedDocument.Entry.places)
    default: if !renamed.contains(id) { changeCell(&document.entries[index].week) }
    }
  }

  /// One of few names, so that both sides give the same name to different schedules.
  private mutating func newName(in document: MarkedDocument) -> String? {
    let names = ["R1", "R2", "R3"].filter { !document.entries.map(\.name).contains($0) }
    return names.randomElement(using: &generator)
  }

  /// Whether at least half of the cells of a week are those of another.
  private func isRecognizable(_ week: Week, from old: Week) -> Bool {
    let cells = old.cells.filter(Set(week.cells).contains)
    return cells.count { week[$0] == old[$0] } * 2 >= week.cells.count
  }

  /// What a side may do to the calendar.
  enum CalendarKind: CaseIterable { case adds, removes, edits, moves }

  private mutating func changeCalendar(_ document: inout MarkedDocument, _ kind: CalendarKind) {
    guard kind != .adds else { return addItem(&document) }
    guard let index = document.calendar.indices.randomElement(using: &generator) else { return }
    if kind == .removes {
      document.calendar.remove(at: index)
    } else if kind == .moves {
      let item = document.calendar.remove(at: index)
      document.calendar.insert(
        item, at: Int.random(in: 0...document.calendar.count, using: &generator))
    } else if Bool.random(using: &generator) {
      document.calendar[index].weeks = ["odd", "even", nil].randomElement(using: &generator) ?? nil
    } else {
      document.calendar[index].member = ["1", "2", nil].randomElement(using: &generator) ?? nil
    }
  }

  private mutating func addItem(_ document: inout MarkedDocument) {
    nextID += 1
    guard let schedule = document.entries.randomElement(using: &generator) else { return }
    document.calendar.insert(
      MarkedDocument.CalendarItem(id: nextID, schedule: schedule.id),
      at: Int.random(in: 0...document.calendar.count, using: &generator))
  }

  private mutating func changeCell(_ week: inout Week) {
    // Few cells and few values, so that both sides meet.
    let row = RowAddress([.monday, .sunday].randomElement(using: &generator) ?? .monday, .wake)
    let side = week.sides.each.randomElement(using: &generator) ?? .heat
    week[row][side] = Temperature(
      tenths: (side == .heat ? 400 : 900) + Int.random(in: 0...4, using: &generator))
  }

  private mutating func changeMember(_ members: inout [MemberWay: String], _ places: [String]) {
    // One in two in the few places where both sides meet.
    let few = Array(places.prefix(4))
    let place =
      (Bool.random(using: &generator) ? few : places).randomElement(using: &generator) ?? ""
    let name = MemberWay(
      place + (["x", "y", "\u{E9}", "e\u{301}"].randomElement(using: &generator) ?? "x"))
    let value = Bool.random(using: &generator) || members[name] == nil
    members[name] = value ? Self.values.randomElement(using: &generator) : nil
  }
}
