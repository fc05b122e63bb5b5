/// Pairs the schedules of two documents, across renames.
///
/// Used for differences, merging, recovery, saving and dialogs.
package struct ScheduleMatching: Sendable {
  /// For each schedule of the second document, its index in the first; nil if it is new.
  package private(set) var sources: [Int?]
  /// For each schedule of the first document, its index in the second.
  private var targets: [Int?]
  private let old: [Schedule]
  private let new: [Schedule]
  private var freeOld: [Int]
  private var freeNew: [Int]

  /// Matches by identity within a session, by name across texts; then by equal contents, by equal weeks, and by
  /// similarity, so that a schedule that was renamed and edited is still recognized, and a removed schedule is not
  /// confused with an added one. Between neighbouring `steps`, equal contents precede names, which may be exchanged.
  package init(from old: [Schedule], to new: [Schedule], steps: Bool = false) {
    (self.old, self.new) = (old, new)
    sources = Array(repeating: nil, count: new.count)
    targets = Array(repeating: nil, count: old.count)
    (freeOld, freeNew) = (Array(old.indices), Array(new.indices))
    join { $0.identity }
    freeNew.removeAll { new[$0].identity.isNew }
    if steps {
      join { $0 }
      join(by: \.nameless)
    }
    join { ExactText($0.name) }
    join(by: \.nameless)
    join { $0.week }
    joinByLikeness()
  }

  /// Returns the index in the second document; nil if the schedule was removed.
  package func target(of place: Int) -> Int? { targets[place] }

  /// Pairs unmatched schedules with the same key, in order.
  private mutating func join(by key: (Schedule) -> some Hashable) {
    guard !freeOld.isEmpty, !freeNew.isEmpty else { return }
    var places = Dictionary(grouping: freeOld.reversed()) { key(old[$0]) }
    for place in freeNew {
      if let source = places[key(new[place])]?.popLast() { join(source, place) }
    }
    dropJoined()
  }

  /// Pairs each unmatched schedule with the first of the most similar ones if at least half of the cells are equal.
  private mutating func joinByLikeness() {
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

extension Schedule {
  var nameless: Schedule {
    var schedule = self
    schedule.name = ""
    return schedule
  }
}

extension [Schedule] {
  /// Gives the schedules the identities that they have in another version, which may be a neighbouring step.
  package mutating func takeIdentities(of old: [Schedule], steps: Bool = false) {
    let sources = ScheduleMatching(from: old, to: self, steps: steps).sources
    for (index, source) in zip(indices, sources) {
      if let source { self[index].identity = old[source].identity }
    }
  }
}

extension Week {
  /// The number of cells with the same value in both weeks; 0 if the units differ.
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
