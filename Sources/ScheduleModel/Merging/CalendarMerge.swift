/// The entries of two edited calendars, merged.
///
/// An entry that one side removed is gone, unless the other side changed or moved it, which is a conflict. The order is
/// that of the side that changed it. Entries that both sides added in the same place are a conflict, because their order
/// decides which schedule applies.
struct CalendarMerge {
  /// An entry and its index on each side.
  struct Entry {
    var base: Int?
    var ours: Int?
    var theirs: Int?
    /// Whether one side removed it, and the other changed or moved it. The result has it only if it is ours.
    var isDisputed = false
    /// The entries that they added in the same place, which the result does not have.
    var rejected: [Int] = []
  }

  /// In the order of the result.
  private(set) var entries: [Entry] = []
  /// Whether the sides moved entries differently; the order is then ours.
  private(set) var hasTwoOrders = false

  /// Merges calendars with the same names. Entries of the schedules `kept` are removed one by one, never all together.
  init(
    _ old: [CalendarEntry], _ own: [CalendarEntry], _ other: [CalendarEntry], keeping kept: [String]
  ) {
    let ours = own.counterparts(of: old, unlike: other, keeping: kept)
    let theirs = other.counterparts(of: old, unlike: own, keeping: kept)
    for place in old.indices {
      var entry = Entry(base: place, ours: ours.places[place], theirs: theirs.places[place])
      guard let left = entry.ours.map({ own[$0] }) ?? entry.theirs.map({ other[$0] }) else {
        continue
      }
      if entry.ours == nil || entry.theirs == nil, !kept.contains(old[place].schedule) {
        let moved = entry.ours == nil ? theirs.moved : ours.moved
        entry.isDisputed = left != old[place] || moved.contains(place)
        if !entry.isDisputed { continue }
      }
      entries.append(entry)
    }
    var added = Set(own.indices).subtracting(ours.places.values).sorted()
    for place in Set(other.indices).subtracting(theirs.places.values).sorted() {
      let same = added.firstIndex { own[$0].conditions == other[place].conditions }
      entries.append(Entry(ours: same.map { added.remove(at: $0) }, theirs: place))
    }
    entries += added.map { Entry(ours: $0) }
    order()
  }

  /// Orders the entries that both sides have, then inserts the others between those before and after them.
  private mutating func order() {
    let shared = entries.filter { $0.ours != nil && $0.theirs != nil }
    let byUs = shared.sorted { ($0.ours ?? 0) < ($1.ours ?? 0) }
    let byThem = shared.sorted { ($0.theirs ?? 0) < ($1.theirs ?? 0) }
    let isMovedByUs = Self.isMoved(byUs)
    hasTwoOrders = isMovedByUs && Self.isMoved(byThem) && byUs.map(\.ours) != byThem.map(\.ours)
    let own = entries.filter { $0.theirs == nil }.sorted { ($0.ours ?? 0) < ($1.ours ?? 0) }
    var result = isMovedByUs ? byUs : byThem
    for entry in own where !hasTwoOrders {
      let (start, end) = Self.bounds(of: entry, \.ours, in: result)
      if start <= end { result.insert(entry, at: start) } else { hasTwoOrders = true }
    }
    // Their order has no place for an entry of ours.
    if hasTwoOrders { result = (byUs + own).sorted { ($0.ours ?? 0) < ($1.ours ?? 0) } }
    let other = entries.filter { $0.ours == nil }.sorted { ($0.theirs ?? 0) < ($1.theirs ?? 0) }
    for var entry in other {
      let (start, end) = Self.bounds(of: entry, \.theirs, in: result)
      let between = start..<max(start, end)
      if entry.base != nil {
        result.insert(entry, at: start)
      } else if let index = between.first(where: {
        result[$0].base == nil && result[$0].theirs == nil
      }) {
        result[index].rejected += [entry.theirs ?? 0]
      } else {
        // Without a place in our order, it is only reported.
        entry.isDisputed = start > end
        result.insert(entry, at: max(start, end))
      }
    }
    entries = result
  }

  /// Whether entries are in another order than before; an added one is in any order.
  private static func isMoved(_ entries: [Entry]) -> Bool {
    zip(entries, entries.dropFirst()).contains { first, second in
      guard let first = first.base, let second = second.base else { return true }
      return first > second
    }
  }

  /// The first and last place in `result` that keep the order of `side` around an entry; if none does, first > last.
  private static func bounds(
    of entry: Entry, _ side: KeyPath<Entry, Int?>, in result: [Entry]
  ) -> (start: Int, end: Int) {
    let own = entry[keyPath: side] ?? 0
    let start = result.lastIndex { ($0[keyPath: side] ?? own) < own }.map { $0 + 1 } ?? 0
    return (start, result.firstIndex { ($0[keyPath: side] ?? own) > own } ?? result.count)
  }
}

extension [CalendarEntry] {
  /// Returns the index here of each entry of `old`, and which of them were moved past another one.
  ///
  /// Equal conditions identify an entry wherever it is; otherwise, it may have been edited in its place. An entry of the
  /// schedules `kept` does not become that of another schedule. An entry that `other` also has counts as added.
  fileprivate func counterparts(
    of old: [CalendarEntry], unlike other: [CalendarEntry], keeping kept: [String]
  ) -> (places: [Int: Int], moved: Set<Int>) {
    let others = Set(other.map(\.conditions))
    var free = Dictionary(grouping: indices.reversed()) { self[$0].conditions }
    var places: [Int: Int] = [:]
    for source in old.indices { places[source] = free[old[source].conditions]?.popLast() }
    let unknown = Set(free.values.joined())
    for case (let place, let source?) in zip(indices, sources(in: old).entries)
    where unknown.contains(place) && places[source] == nil
      && !others.contains(self[place].conditions)
      && (!kept.contains(old[source].schedule) || self[place].schedule == old[source].schedule)
    {
      places[source] = place
    }
    let moved = places.keys.filter { source in
      places.contains { ($0 < source) != ($1 < places[source] ?? 0) }
    }
    return (places, Set(moved))
  }
}
