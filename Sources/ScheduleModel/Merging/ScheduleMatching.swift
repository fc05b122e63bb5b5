/// Which schedules of two documents are the same schedule, renamed or not.
///
/// Answered here alone, for differences, merging, recovery, saving and dialogs.
package struct ScheduleMatching: Hashable, Sendable {
  /// For each schedule of the second document its place in the first, nil for one that is new there.
  package let sources: [Int?]
  private let targets: [Int?]

  /// Matches by identity, which says all within a session: what an edit made is no other schedule,
  /// whatever it is called. What was read from another text is matched by name; of what is left, by all
  /// that the schedules say, then by equal weeks alone; then by likeness, so that a schedule renamed and
  /// edited is still known, and one that was removed is not taken for another that was added.
  package init(from old: [Schedule], to new: [Schedule]) {
    var pairs = Pairs(old, new)
    pairs.join { $0.identity }
    pairs.passOver { $0.identity.isNew }
    pairs.join { ExactText($0.name) }
    pairs.join { schedule in
      var nameless = schedule
      nameless.name = ""
      return nameless
    }
    pairs.join { $0.week }
    pairs.joinByLikeness()
    (sources, targets) = (pairs.sources, pairs.targets)
  }

  /// For a schedule of the first document its place in the second; nil for one that is gone.
  package func target(of place: Int) -> Int? { targets[place] }
}

/// Places of two lists that belong together.
private struct Pairs {
  private let old: [Schedule]
  private let new: [Schedule]
  private(set) var sources: [Int?]
  private(set) var targets: [Int?]
  private var freeOld: [Int]
  private var freeNew: [Int]

  init(_ old: [Schedule], _ new: [Schedule]) {
    (self.old, self.new) = (old, new)
    sources = Array(repeating: nil, count: new.count)
    targets = Array(repeating: nil, count: old.count)
    (freeOld, freeNew) = (Array(old.indices), Array(new.indices))
  }

  /// Leaves schedules of the second list without one of the first.
  mutating func passOver(_ isNew: (Schedule) -> Bool) { freeNew.removeAll { isNew(new[$0]) } }

  /// Joins what is free and has the same key, in order.
  mutating func join(by key: (Schedule) -> some Hashable) {
    guard !freeOld.isEmpty, !freeNew.isEmpty else { return }
    var places = Dictionary(grouping: freeOld.reversed()) { key(old[$0]) }
    for place in freeNew {
      if let source = places[key(new[place])]?.popLast() { join(source, place) }
    }
    dropJoined()
  }

  /// Joins what is free with what is most like it, if at least half of the cells are equal; of several
  /// that are equally like it, with the first.
  mutating func joinByLikeness() {
    for place in freeNew {
      var best: (source: Int, cells: Int)?
      for source in freeOld where targets[source] == nil {
        let cells = old[source].week.countOfCells(equalIn: new[place].week)
        if cells > best?.cells ?? 0 { best = (source, cells) }
      }
      let all = new[place].week.cells.count
      if let best, best.cells * 2 >= all { join(best.source, place) }
    }
    dropJoined()
  }

  private mutating func join(_ source: Int, _ place: Int) {
    sources[place] = source
    targets[source] = place
  }

  private mutating func dropJoined() {
    freeOld.removeAll { targets[$0] != nil }
    freeNew.removeAll { sources[$0] != nil }
  }
}

extension Week {
  /// How many cells have the same value in both weeks; none where the scales differ.
  fileprivate func countOfCells(equalIn other: Week) -> Int {
    guard unit == other.unit else { return 0 }
    return zip(setpoints, other.setpoints).reduce(0) { count, rows in
      let (own, other) = rows
      return count + (own.time == other.time ? 1 : 0)
        + (own.heat != nil && own.heat == other.heat ? 1 : 0)
        + (own.cool != nil && own.cool == other.cool ? 1 : 0)
    }
  }
}
