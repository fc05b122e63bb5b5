/// Which schedules of two documents are the same schedule, renamed or not.
///
/// Answered here alone, for differences, merging, recovery, saving and dialogs.
package struct ScheduleMatching: Hashable, Sendable {
  /// For each schedule of the second document its place in the first, nil for one that is new there.
  package let sources: [Int?]
  private let targets: [Int?]

  /// Matches by identity, which says all within a session: what an edit made is no other schedule,
  /// whatever it is called. What was read from another text is matched by name; of what is left, by all
  /// that the schedules say, then by equal weeks alone; then by place, where as many are left on both
  /// sides, so that a schedule renamed and edited is still known.
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
    pairs.joinByPlace()
    (sources, targets) = (pairs.sources, pairs.targets)
  }

  /// For a schedule of the first document its place in the second; nil for one that is gone.
  package func target(of place: Int) -> Int? { targets[place] }

  /// Whether the documents have the same schedules in the same order.
  package var isIdentity: Bool {
    sources.count == targets.count && sources.enumerated().allSatisfy { $0 == $1 }
  }
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

  mutating func joinByPlace() {
    guard freeOld.count == freeNew.count else { return }
    for (source, place) in zip(freeOld, freeNew) { join(source, place) }
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
