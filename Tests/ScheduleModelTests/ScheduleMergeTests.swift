import ScheduleModel
import TestSupport
import Testing

@Suite struct ScheduleMergeTests {
  private static let cell = CellAddress(.tuesday, .leave, .heat)

  private static func collection(_ names: String...) -> Contents {
    var generator = SeededGenerator(seed: 9)
    return Contents(
      unit: .fahrenheit,
      schedules: names.map {
        Schedule(name: $0, week: .random(unit: .fahrenheit, using: &generator))
      })
  }

  /// A value that differs from `old`.
  private static func change(
    of old: CellValue, using generator: inout SeededGenerator
  ) -> CellValue {
    let step = Int.random(in: 1...3, using: &generator)
    return switch old {
    case .time(let time): .time(TimeOfDay(wrapping: time.minutes + step))
    case .temperature(let value): .temperature(Temperature(tenths: value.tenths + step))
    case .absent: .absent
    }
  }

  /// The merges of a side that removed a schedule with a side that keeps it, each as ours once.
  private static func bothWays(
    _ base: Contents, removing: Contents, keeping: Contents
  ) -> [(merge: ScheduleMerge, byUs: Bool)] {
    [
      (ScheduleMerge(base: base, ours: removing, theirs: keeping), true),
      (ScheduleMerge(base: base, ours: keeping, theirs: removing), false),
    ]
  }

  /// Random sets of edits: the merge is both carried out, and lists exactly the cells that both
  /// changed otherwise.
  @Test(
    "the merge has both sets of edits and lists conflicts",
    arguments: 0..<200 as Range<UInt64>)
  func keepsBothSetsOfEdits(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var base = Self.collection("Winter", "Summer", "Away")
    for index in base.schedules.indices {
      base.schedules[index].week = .random(unit: .fahrenheit, using: &generator)
    }
    typealias Place = Pair<Int, CellAddress>
    func edits() -> [Place: CellValue] {
      var result: [Place: CellValue] = [:]
      for _ in 0..<Int.random(in: 0...60, using: &generator) {
        let index = Int.random(in: 0..<3, using: &generator)
        guard let cell = CellAddress.all.randomElement(using: &generator) else { continue }
        result[Place(index, cell)] = Self.change(
          of: base.schedules[index].week[cell], using: &generator)
      }
      return result
    }
    let (mine, yours) = (edits(), edits())
    func applied(_ edits: [Place: CellValue], to document: Contents)
      -> Contents
    {
      var document = document
      for (place, value) in edits { document.schedules[place.first].week[place.second] = value }
      return document
    }
    let merge = ScheduleMerge(
      base: base, ours: applied(mine, to: base), theirs: applied(yours, to: base))
    #expect(merge.contents == applied(mine, to: applied(yours, to: base)))
    let expected = mine.filter { yours[$0] != nil && yours[$0] != $1 }.keys
    let listed = merge.conflicts.compactMap { conflict -> Place? in
      guard let cell = conflict.cell else { return nil }
      return Place(base.schedules.firstIndex { $0.name == conflict.scheduleName } ?? -1, cell)
    }
    #expect(Set(listed) == Set(expected))
    #expect(listed.count == merge.conflicts.count)
    // The other way round the same cells are in conflict, and the rest is the same.
    let reversed = ScheduleMerge(
      base: base, ours: applied(yours, to: base), theirs: applied(mine, to: base))
    #expect(reversed.conflicts.count == merge.conflicts.count)
    if merge.conflicts.isEmpty { #expect(reversed.contents == merge.contents) }
  }

  /// Schedules come, go, change names and places: nothing that one side alone did is lost.
  @Test("changes of one side are all merged", arguments: 0..<200 as Range<UInt64>)
  func changesSideTaken(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let base = Self.collection("A", "B", "C", "D")
    let changed = RandomChange.of(base, using: &generator)
    let forward = ScheduleMerge(base: base, ours: changed, theirs: base)
    #expect(forward.contents == changed)
    #expect(forward.conflicts.isEmpty)
    let backward = ScheduleMerge(base: base, ours: base, theirs: changed)
    #expect(Set(backward.contents.schedules) == Set(changed.schedules))
    #expect(backward.contents.unit == changed.unit)
    #expect(backward.conflicts.isEmpty, "\(backward.conflicts)")
    let both = ScheduleMerge(base: base, ours: changed, theirs: changed)
    #expect(both.contents == changed)
    #expect(both.conflicts.isEmpty, "\(both.conflicts)")
  }

  @Test("a conflict is listed with its three values, and ours stays") func conflictListedThree() {
    let base = Self.collection("Winter")
    var (ours, theirs) = (base, base)
    let old = base.schedules[0].week[Self.cell]
    ours.schedules[0].week[Self.cell] = .temperature(Temperature(64))
    theirs.schedules[0].week[Self.cell] = .temperature(Temperature(60))
    let merge = ScheduleMerge(base: base, ours: ours, theirs: theirs)
    #expect(merge.contents == ours)
    #expect(
      merge.conflicts.map(\.description) == [
        "\"Winter\" Tuesday leave heat: \(old) -> ours 64, theirs 60 (tag 114)"
      ])
  }

  @Test("a schedule renamed by one side and edited by the other gets both changes")
  func scheduleRenamedEdited() {
    let base = Self.collection("Winter", "Summer")
    var (ours, theirs) = (base, base)
    ours.schedules[0].name = "Cold"
    theirs.schedules[0].week[Self.cell] = .temperature(Temperature(60))
    let merge = ScheduleMerge(base: base, ours: ours, theirs: theirs)
    #expect(merge.contents.schedules.map(\.name) == ["Cold", "Summer"])
    #expect(merge.contents.schedules[0].week[Self.cell] == .temperature(Temperature(60)))
    #expect(merge.conflicts.isEmpty)
  }

  @Test("a schedule removed by one side and changed by the other stays and is listed")
  func scheduleRemovedChanged() {
    let base = Self.collection("Winter", "Summer")
    var (ours, theirs) = (base, base)
    ours.schedules.remove(at: 1)
    theirs.schedules[1].week[Self.cell] = .temperature(Temperature(60))
    for (merge, byUs) in Self.bothWays(base, removing: ours, keeping: theirs) {
      #expect(merge.contents.schedules == theirs.schedules)
      #expect(
        merge.conflicts.map(\.description) == [
          "schedule \"Summer\": ours \(byUs ? "removed, theirs changed" : "changed, theirs removed"); kept"
        ])
    }
  }

  @Test("an entry for a removed schedule does not apply to another that got its name")
  func entryForRemoved() throws {
    var base = Self.collection("A", "C")
    func calendar(_ entries: String...) throws -> [CalendarEntry] {
      try entries.map { try CalendarEntry($0, schedules: ["A", "C"]) }
    }
    try base.setCalendar(calendar("C odd", "A mon"))
    var (ours, theirs) = (base, base)
    ours.schedules.remove(at: 1)
    ours.schedules[0].name = "C"
    try ours.setCalendar(calendar("C mon"))
    try theirs.setCalendar(calendar("C odd", "A mon", "C tue"))
    theirs.schedules[1].identity = .found()
    for (merge, byUs) in Self.bothWays(base, removing: ours, keeping: theirs) {
      #expect(merge.contents.schedules.map(\.name) == ["C", "C 2"])
      #expect(merge.contents.schedules.map(\.week) == base.schedules.map(\.week))
      #expect(merge.contents.calendar.map(\.description) == ["C 2 odd", "C mon", "C 2 tue"])
      #expect(merge.conflicts.map(\.subject) == [.removal(byUs: byUs)])
      #expect(merge.conflicts.map(\.scheduleName) == ["C 2"])
    }
  }

  @Test("a schedule that stays keeps its entry, as does the side that removed it and added another")
  func entryReplaced() throws {
    var base = Self.collection("A", "B", "C")
    let all = ["A", "B", "C"]
    base.calendar = [try CalendarEntry("B odd", schedules: all)]
    var (ours, theirs) = (base, base)
    ours.schedules[1].week[Self.cell] = .temperature(Temperature(60))
    theirs.schedules.remove(at: 1)
    theirs.calendar = [try CalendarEntry("C even", schedules: all)]
    let merge = ScheduleMerge(base: base, ours: ours, theirs: theirs)
    #expect(merge.contents.schedules == ours.schedules)
    #expect(merge.contents.calendar == base.calendar + theirs.calendar)
    #expect(merge.conflicts.map(\.subject) == [.removal(byUs: false)])
  }

  @Test("a schedule that stays because of an added entry keeps its other entries")
  func entryRestores() throws {
    var base = Self.collection("A", "B", "C")
    func calendar(_ entries: String...) throws -> [CalendarEntry] {
      try entries.map { try CalendarEntry($0, schedules: ["A", "B", "C"]) }
    }
    base.calendar = try calendar("A odd", "B mon", "C even")
    var (ours, theirs) = (base, base)
    ours.calendar.append(contentsOf: try calendar("B tue"))
    theirs.schedules.remove(at: 1)
    theirs.calendar.remove(at: 1)
    for (merge, byUs) in Self.bothWays(base, removing: theirs, keeping: ours) {
      #expect(merge.contents == ours)
      #expect(merge.conflicts.map(\.subject) == [.removal(byUs: byUs)])
    }
  }

  @Test("a schedule that was removed but not its entries stays, with its name and its entries")
  func entriesLeft() throws {
    var base = Self.collection("A", "C")
    let entry = try CalendarEntry("C odd", schedules: ["C"])
    base.calendar = [entry]
    var (ours, theirs) = (base, base)
    ours.calendar.append(try CalendarEntry("C tue", schedules: ["C"]))
    theirs.schedules.remove(at: 1)
    for (merge, byUs) in Self.bothWays(base, removing: theirs, keeping: ours) {
      #expect(merge.contents == ours)
      #expect(merge.conflicts.map(\.subject) == [.removal(byUs: byUs)])
    }
  }

  @Test("a change of scale and an edit are both merged") func changeScaleEdit() {
    let base = Contents.standard(.fahrenheit)
    let ours = base.converted(to: .celsius)
    var theirs = base
    theirs.schedules[0].week[Self.cell] = .temperature(Temperature(64))
    let merge = ScheduleMerge(base: base, ours: ours, theirs: theirs)
    #expect(merge.contents.unit == .celsius)
    #expect(merge.contents.schedules[0].week[Self.cell] == .temperature(Temperature(tenths: 178)))
    #expect(merge.conflicts.isEmpty)
  }

  @Test("without a base, equal added schedules become one") func withoutBaseBoth() {
    let ours = Self.collection("Winter", "Summer")
    var theirs = Self.collection("Winter", "Away")
    theirs.schedules[0] = ours.schedules[0]
    let merge = ScheduleMerge(base: nil, ours: ours, theirs: theirs)
    #expect(merge.contents.schedules.map(\.name).sorted() == ["Away", "Summer", "Winter"])
    #expect(merge.conflicts.isEmpty)
  }

  @Test("a merge never leaves a document without schedules") func removingEverythingTogether() {
    let base = Self.collection("A", "B")
    var (ours, theirs) = (base, base)
    ours.schedules.remove(at: 0)
    theirs.schedules.remove(at: 1)
    let merge = ScheduleMerge(base: base, ours: ours, theirs: theirs)
    #expect(merge.contents.schedules.map(\.name) == ["B"])
    #expect(merge.conflicts.map(\.subject) == [.nothingLeft])
  }
}

/// Two values that together are a key.
private struct Pair<First: Hashable & Sendable, Second: Hashable & Sendable>: Hashable, Sendable {
  let first: First
  let second: Second

  init(_ first: First, _ second: Second) {
    self.first = first
    self.second = second
  }
}
