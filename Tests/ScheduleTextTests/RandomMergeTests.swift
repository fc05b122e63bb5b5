import ScheduleModel
import ScheduleText
import TestSupport
import Testing

/// Random merges and recoveries, from bytes to bytes, compared with a model that knows which schedule
/// is which.
@Suite("Merging and recovering at random")
struct RandomMergeTests {
  private static let seeds = Rounds.seeds(25)

  @Test("every member stays with its schedule, day and period, and conflicts are exactly right")
  func merges() throws {
    for seed in Self.seeds {
      var random = RandomDocuments(seed: seed)
      let base = random.document()
      let ours = random.changes(of: base, count: 6).last ?? base
      let theirs = random.changes(of: base, count: 6).last ?? base
      let old = try Self.read(base, &random)
      let merge = try Self.read(ours, &random).merging(
        Self.read(theirs, &random), since: old, file: "seed \(seed)")
      Self.compare(
        merge.text, merge.conflicts, MergeOracle(base: base, ours: ours, theirs: theirs),
        "seed \(seed)")
    }
  }

  @Test("changes of one side alone are all merged, in their order")
  func oneSided() throws {
    for seed in Self.seeds {
      var random = RandomDocuments(seed: seed)
      let base = random.document()
      var theirs = base
      // Any kinds of change after one another.
      for _ in 0..<3 { theirs = random.changes(of: theirs, count: 2).last ?? theirs }
      let (old, new) = (try Self.read(base, &random), try Self.read(theirs, &random))
      for (ours, other) in [(old, new), (new, old), (new, new)] {
        let merge = try ours.merging(other, since: old, file: "")
        #expect(merge.conflicts.isEmpty, "seed \(seed): \(merge.conflicts)")
        let result = try ScheduleDocument(reading: merge.text, file: "")
        #expect(result.contents == new.contents, "seed \(seed)")
      }
    }
  }

  @Test(
    "a schedule that one side renamed and replaced and the other changed is kept twice and listed")
  func replaced() throws {
    for seed in Self.seeds {
      var random = RandomDocuments(seed: seed)
      let base = random.document()
      var (ours, theirs) = (base, base)
      ours.entries[0].name = "Replaced"
      ours.entries[0].members = ["id": "0"]
      ours.entries[0].week = random.entry().week
      theirs.entries[0].notes = "changed"
      for (mine, other) in [(ours, theirs), (theirs, ours)] {
        let old = try Self.read(base, &random)
        let merge = try Self.read(mine, &random).merging(
          Self.read(other, &random), since: old, file: "")
        var both = ours
        both.calendar = []
        both.entries[0].id = 0
        both.entries.append(theirs.entries[0])
        let found = MergeOracle.found(in: merge.text)
        let expected = MergeOracle(base: both, ours: both, theirs: both)
        #expect(found.schedules == expected.schedules, "seed \(seed)")
        #expect(
          merge.conflicts.contains {
            $0.scheduleName == base.entries[0].name
              && [.removal(byUs: true), .removal(byUs: false)].contains($0.subject)
          }, "seed \(seed): \(merge.conflicts)")
      }
    }
  }

  @Test("recovered edits are merged like others, also when recovered twice")
  func recoveries() throws {
    for seed in Self.seeds {
      var random = RandomDocuments(seed: seed)
      let base = random.document()
      let states = random.changes(of: base, count: 6)
      let edited = states.last ?? base
      let isChanged = Bool.random(using: &random.generator)
      let current = isChanged ? random.changes(of: base, count: 6).last ?? base : base
      let start = try Self.read(base, &random)
      let file = try Self.read(current, &random)
      let oracle = MergeOracle(base: base, ours: current, theirs: edited)

      var journal = Self.header(start).line
      var before = start.contents
      for state in states {
        let after = try Self.read(state, &random).contents
        if let entry = JournalEntry(from: before, to: after, base: start.contents) {
          journal += entry.line
        }
        before = after
      }
      let found = try #require(Journal(journal))
      let first = try #require(Recovery(found, current: file))
      #expect(first.edited == before && first.unplacedCount == 0, "seed \(seed)")
      Self.compare(
        try Self.applied(first, to: file), first.merge.conflicts, oracle, "seed \(seed)")

      // Recovered on the screen, and the editor killed again before it saved.
      let merged = first.merge.contents
      guard let entry = JournalEntry(from: file.contents, to: merged, base: file.contents) else {
        continue
      }
      let again = try #require(
        Journal(Self.header(file).line + entry.line))
      let second = try #require(Recovery(again, current: file))
      #expect(second.merge.conflicts.isEmpty, "seed \(seed)")
      Self.compare(try Self.applied(second, to: file), nil, oracle, "seed \(seed), twice")
    }
  }

  private static func header(_ document: ScheduleDocument) -> JournalHeader {
    JournalHeader(
      document: "/home.json", of: document, holder: LockHolder(process: 1, host: "h", time: "t"))
  }

  private static func applied(
    _ recovery: Recovery, to file: ScheduleDocument
  ) throws -> [UInt8] {
    var document = file
    document.contents = recovery.merge.contents
    return try document.text(file: "")
  }

  private static func read(
    _ document: MarkedDocument, _ random: inout RandomDocuments
  ) throws -> ScheduleDocument {
    let layout = TextLayout.all.randomElement(using: &random.generator) ?? .canonical
    return try ScheduleDocument(reading: document.text(layout), file: "")
  }

  private static func compare(
    _ text: [UInt8], _ conflicts: [MergeConflict]?, _ oracle: MergeOracle, _ seed: String
  ) {
    let found = MergeOracle.found(in: text)
    #expect(found.members == oracle.members, "\(seed): members of the document")
    #expect(Set(found.schedules.keys) == Set(oracle.schedules.keys), "\(seed): which schedules")
    let ids = Dictionary(found.schedules.map { ($1.name, $0) }) { first, _ in first }
    #expect(ids.count == found.schedules.count, "\(seed): names")
    for (name, schedules) in Dictionary(grouping: oracle.schedules, by: \.value.name) {
      // The merge numbers the second of two schedules with the same name.
      let names = schedules.count == 1 ? [name] : [name, "\(name) 2"]
      #expect(schedules.compactMap { found.schedules[$0.key]?.name }.sorted() == names, "\(seed)")
    }
    for (id, expected) in oracle.schedules {
      #expect(found.schedules[id]?.notes == expected.notes, "\(seed), schedule \(id)")
      #expect(found.schedules[id]?.cells == expected.cells, "\(seed), schedule \(id)")
      #expect(found.schedules[id]?.members == expected.members, "\(seed), schedule \(id)")
    }
    #expect(MergeOracle.foundCalendar(in: text, ids) == oracle.calendar, "\(seed): calendar")
    guard let conflicts else { return }
    let numbers = conflicts.compactMap { conflict -> Int? in
      if case .calendar(let number) = conflict.subject { number } else { nil }
    }
    #expect(numbers.sorted() == oracle.calendarConflicts, "\(seed): calendar")
    #expect(
      conflicts.contains { $0.subject == .calendarOrder } == oracle.hasTwoOrders, "\(seed): order")
    let told = conflicts.filter { conflict in
      if case .calendar = conflict.subject { return false }
      return ![.order, .sameName, .calendarOrder].contains(conflict.subject)
    }.map { conflict in
      let what =
        switch conflict.subject {
        case .cell(let cell): "\(cell)"
        case .member(let key, let entry):
          "member \(entry.map { "calendar/\($0)/" } ?? "")\(key.path)"
        case .removal: "removal"
        default: "\(conflict.subject)"
        }
      let id = conflict.scheduleName.flatMap { ids[$0] }.map { "\($0)" }
      return Array("\(id ?? ""): \(what)".utf8)
    }
    #expect(Set(told) == oracle.conflicts && told.count == oracle.conflicts.count, "\(seed)")
  }
}
