/// Two sets of changes to one document joined, cell by cell.
///
/// What one side changed is taken; what both changed alike is taken; what both changed otherwise
/// stays as our side has it and is listed.
package struct ScheduleMerge: Hashable, Sendable {
  /// The result; where there are conflicts it holds what our side has.
  package private(set) var contents: Contents
  /// What both sides changed otherwise, in the order of the result.
  package private(set) var conflicts: [MergeConflict] = []

  /// Merges what two sides made of `base`; nil for a base when both began with nothing.
  package init(
    base: Contents?, ours: Contents, theirs: Contents
  ) {
    let unit = Three(base?.unit, ours.unit, theirs.unit)
    contents = Contents(unit: unit.merged ?? ours.unit, schedules: [])
    if unit.isConflict {
      conflicts.append(
        MergeConflict(
          schedule: nil, subject: .unit, base: base?.unit.rawValue, ours: ours.unit.rawValue,
          theirs: theirs.unit.rawValue))
    }
    let target = contents.unit
    mergeSchedules(
      base: base?.converted(to: target).schedules ?? [], ours: ours.converted(to: target).schedules,
      theirs: theirs.converted(to: target).schedules)
  }

  /// A schedule of the result, and where it stood.
  private struct Entry {
    let schedule: Schedule
    let base: Int?
    let theirs: Int?
  }

  private mutating func mergeSchedules(
    base: [Schedule], ours: [Schedule], theirs: [Schedule]
  ) {
    let ourMatching = ScheduleMatching(from: base, to: ours)
    let theirMatching = ScheduleMatching(from: base, to: theirs)
    // What both added under one name is one schedule.
    let added = theirs.indices.filter { theirMatching.sources[$0] == nil }
    var entries: [Entry] = []
    var taken: Set<Int> = []
    for (index, schedule) in ours.enumerated() {
      let place = ourMatching.sources[index]
      let other =
        place.map(theirMatching.target)
        ?? added.first { theirs[$0].name == schedule.name && !taken.contains($0) }
      if let other {
        taken.insert(other)
        let merged = merge(place.map { base[$0] }, schedule, theirs[other])
        entries.append(Entry(schedule: merged, base: place, theirs: other))
      } else if let place, base[place] == schedule {
        continue  // They removed what we left alone.
      } else {
        if place != nil { conflicts.append(.removal(schedule.name, byUs: false)) }
        entries.append(Entry(schedule: schedule, base: place, theirs: nil))
      }
    }
    order(&entries, base: base, ours: ourMatching, theirs: theirMatching)
    insert(theirs, into: &entries, base: base, taken: taken, theirMatching)
    // A document without a schedule is none: what is left of our side stays.
    if entries.isEmpty {
      entries = ours.map { Entry(schedule: $0, base: nil, theirs: nil) }
      conflicts.append(MergeConflict(schedule: nil, subject: .existence))
    }
    contents.schedules = entries.map(\.schedule)
    separateNames()
  }
}

// MARK: One schedule

extension ScheduleMerge {
  private mutating func merge(
    _ base: Schedule?, _ ours: Schedule, _ theirs: Schedule
  ) -> Schedule {
    var result = ours
    let name = Three(base?.name, ours.name, theirs.name)
    result.name = name.merged ?? ours.name
    note(.name, name, in: result.name)
    let notes = Three(base?.notes, ours.notes, theirs.notes)
    result.notes = notes.merged
    note(.notes, notes, in: result.name)
    let device = Three(base?.device, ours.device, theirs.device)
    result.device = device.merged
    note(.device, device, in: result.name)
    for cell in CellAddress.all {
      let values = Three(base?.week[cell], ours.week[cell], theirs.week[cell])
      if let merged = values.merged { result.week[cell] = merged }
      guard values.isConflict else { continue }
      conflicts.append(
        MergeConflict(
          schedule: result.name, subject: .cell(cell), base: values.base?.description,
          ours: values.ours?.description, theirs: values.theirs?.description))
    }
    return result
  }

  private mutating func note(
    _ subject: MergeConflict.Subject, _ values: Three<String>, in schedule: String
  ) {
    guard values.isConflict else { return }
    conflicts.append(
      MergeConflict(
        schedule: schedule, subject: subject, base: values.base, ours: values.ours,
        theirs: values.theirs))
  }
}

// MARK: The list of schedules

extension ScheduleMerge {
  /// Takes their order where we kept the old one.
  private mutating func order(
    _ entries: inout [Entry], base: [Schedule], ours: ScheduleMatching,
    theirs: ScheduleMatching
  ) {
    let common = entries.filter { $0.base != nil && $0.theirs != nil }
    let theirOrder = common.sorted { ($0.theirs ?? 0) < ($1.theirs ?? 0) }.compactMap(\.base)
    let ourOrder = common.compactMap(\.base)
    guard theirOrder != ourOrder, theirOrder != theirOrder.sorted() else { return }
    guard ourOrder == ourOrder.sorted() else {
      conflicts.append(MergeConflict(schedule: nil, subject: .order))
      return
    }
    // The places of what both have are given out anew; what only we have keeps its place.
    let places = entries.indices.filter { entries[$0].base != nil && entries[$0].theirs != nil }
    let sorted = places.map { entries[$0] }.sorted { ($0.theirs ?? 0) < ($1.theirs ?? 0) }
    for (place, entry) in zip(places, sorted) { entries[place] = entry }
  }

  /// Puts in what only they have, each behind what it stands behind on their side.
  private mutating func insert(
    _ theirs: [Schedule], into entries: inout [Entry], base: [Schedule],
    taken: Set<Int>, _ matching: ScheduleMatching
  ) {
    for (index, schedule) in theirs.enumerated() where !taken.contains(index) {
      if let place = matching.sources[index] {
        // We removed it; whether they changed it decides.
        if base[place] == schedule { continue }
        conflicts.append(.removal(schedule.name, byUs: true))
      }
      let previous = theirs[..<index].indices.last { other in
        entries.contains { $0.theirs == other }
      }
      let place = previous.flatMap { other in entries.firstIndex { $0.theirs == other } }
      entries.insert(
        Entry(schedule: schedule, base: nil, theirs: index),
        at: place.map { $0 + 1 } ?? (index == 0 ? 0 : entries.count))
    }
  }

  /// Names must differ: the second of two gets a number.
  private mutating func separateNames() {
    var names: Set<String> = []
    for index in contents.schedules.indices {
      let name = contents.schedules[index].name
      if names.insert(name).inserted { continue }
      conflicts.append(MergeConflict(schedule: name, subject: .sameName))
      var number = 2
      while names.contains("\(name.prefix(60)) \(number)") { number += 1 }
      contents.schedules[index].name = "\(name.prefix(60)) \(number)"
      names.insert(contents.schedules[index].name)
    }
  }
}

/// A value on three sides.
private struct Three<Value: Hashable> {
  let base: Value?, ours: Value?, theirs: Value?

  init(_ base: Value?, _ ours: Value?, _ theirs: Value?) {
    self.base = base
    self.ours = ours
    self.theirs = theirs
  }

  /// Whether both sides changed it, each in its own way.
  var isConflict: Bool { ours != theirs && ours != base && theirs != base }

  /// The result; ours in a conflict.
  var merged: Value? { ours == base ? theirs : ours }
}

extension MergeConflict {
  fileprivate static func removal(_ name: String, byUs: Bool) -> MergeConflict {
    MergeConflict(
      schedule: name, subject: .existence, base: "there", ours: byUs ? "removed" : "changed",
      theirs: byUs ? "changed" : "removed")
  }
}
