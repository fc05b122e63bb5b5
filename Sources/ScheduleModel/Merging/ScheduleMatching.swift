/// Which schedules of two documents are the same schedule, renamed or not.
package struct ScheduleMatching: Hashable, Sendable {
  /// For each schedule of the second document its place in the first, nil for one that is new there.
  package let sources: [Int?]

  /// Matches by identity, which says all within a session: what an edit made is no other schedule,
  /// whatever it is called. What was read from another text is matched by name; then, of what is left,
  /// by equal weeks; then by place, where as many are left on both sides, so that a schedule renamed
  /// and edited is still known.
  package init(from old: [Schedule], to new: [Schedule]) {
    var sources = [Int?](repeating: nil, count: new.count)
    var free = Set(old.indices)
    func match(_ isSame: (Schedule, Schedule) -> Bool) {
      for (index, schedule) in new.enumerated() where sources[index] == nil {
        let place = free.sorted().first { isSame(old[$0], schedule) }
        guard let place else { continue }
        sources[index] = place
        free.remove(place)
      }
    }
    match { $0.identity == $1.identity }
    match { !$1.identity.isNew && $0.name == $1.name }
    match { !$1.identity.isNew && $0.week == $1.week }
    let left = sources.indices.filter { sources[$0] == nil && !new[$0].identity.isNew }
    if left.count == free.count {
      for (index, place) in zip(left, free.sorted()) { sources[index] = place }
    }
    self.sources = sources
  }

  /// Whether the documents have the same schedules in the same order.
  package var isIdentity: Bool { sources.enumerated().allSatisfy { $0 == $1 } }

  /// For a schedule of the first document its place in the second; nil for one that is gone.
  package func target(of place: Int) -> Int? { sources.firstIndex(of: place) }
}
