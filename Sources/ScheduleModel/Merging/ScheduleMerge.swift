/// Merges two sets of changes to a document by cell and by member.
///
/// A change of one side is taken, and so is an equal change of both. For different changes, ours is kept and listed.
package struct ScheduleMerge: Hashable, Sendable {
  /// The result; in conflicts, our value.
  package private(set) var contents: Contents
  /// The conflicts in the order of the result.
  package private(set) var conflicts: [MergeConflict] = []
  /// Their side; its schedules have the identities of the result.
  package private(set) var theirs: Contents

  /// Merges the changes of two sides to `base`; nil if both started empty.
  package init(base: Contents?, ours: Contents, theirs: Contents) {
    self.theirs = theirs
    let unit = Three(base: base?.unit, ours: ours.unit, theirs: theirs.unit)
    contents = Contents(unit: unit.merged ?? ours.unit, schedules: [])
    note(.unit, unit, \.rawValue)
    contents.members = merge(base?.members, ours.members, theirs.members)
    let target = contents.unit
    let (entries, dropped) = mergeSchedules(
      base: base?.converted(to: target).schedules ?? [], ours: ours.converted(to: target).schedules,
      theirs: theirs.converted(to: target).schedules)
    mergeCalendars(base: base, ours: ours, theirs: theirs, entries, dropped)
    for index in conflicts.indices { conflicts[index].update(to: contents) }
  }

  /// A schedule of the result and its index on each side.
  private struct Entry {
    let schedule: Schedule
    let base: Int?
    let ours: Int?
    let theirs: Int?
  }

  private mutating func mergeSchedules(
    base: [Schedule], ours: [Schedule], theirs: [Schedule]
  ) -> (entries: [Entry], dropped: [Entry]) {
    let ourMatching = ScheduleMatching(from: base, to: ours)
    let theirMatching = ScheduleMatching(from: base, to: theirs)
    var entries: [Entry] = []
    var taken: Set<Int> = []
    for (index, schedule) in ours.enumerated() {
      let place = ourMatching.sources[index]
      let other =
        place.map(theirMatching.target)
        ?? theirs.indices.first {
          theirMatching.sources[$0] == nil && !taken.contains($0)
            && Self.isSameAddition(schedule, theirs[$0])
        }
      if let other {
        taken.insert(other)
        var theirs = theirs[other]
        if place == nil { theirs.name = schedule.name }
        let merged = merge(place.map { base[$0] }, schedule, theirs)
        entries.append(Entry(schedule: merged, base: place, ours: index, theirs: other))
      } else if let place, base[place] == schedule {
        continue  // They removed what we left alone.
      } else {
        if place != nil { noteRemoval(of: schedule, byUs: false) }
        entries.append(Entry(schedule: schedule, base: place, ours: index, theirs: nil))
      }
    }
    order(&entries)
    insert(theirs, into: &entries, base: base, taken: taken, theirMatching)
    // A document needs a schedule: keep ours.
    if entries.isEmpty {
      entries = ours.indices.map {
        Entry(schedule: ours[$0], base: ourMatching.sources[$0], ours: $0, theirs: nil)
      }
      note(.nothingLeft)
    }
    contents.schedules = entries.map(\.schedule)
    let kept = Set(entries.compactMap(\.base))
    let dropped = base.indices.filter { !kept.contains($0) }.map {
      Entry(
        schedule: base[$0], base: $0, ours: ourMatching.target(of: $0),
        theirs: theirMatching.target(of: $0))
    }
    for entry in entries + dropped {
      if let place = entry.theirs {
        self.theirs.schedules[place].identity = entry.schedule.identity
      }
    }
    separateNames(ours, theirs)
    return (entries, dropped)
  }

  /// Whether schedules that both sides added are one: they have the same name, but for the number of an earlier merge.
  private static func isSameAddition(_ ours: Schedule, _ theirs: Schedule) -> Bool {
    ExactText(theirs.name) == ExactText(ours.name)
      || ours.name.hasPrefix("\(theirs.name) ") && ours.nameless == theirs.nameless
  }
}

extension ScheduleMerge {
  /// Merges the calendars entry by entry.
  private mutating func mergeCalendars(
    base: Contents?, ours: Contents, theirs: Contents, _ entries: [Entry], _ dropped: [Entry]
  ) {
    // The dropped schedules need names of their own.
    let keptNames = contents.schedules.map(\.name)
    var taken = Set(keptNames)
    let droppedNames = dropped.map { ScheduleName.unused($0.schedule.name, &taken) }
    let names = keptNames + droppedNames
    // With the names in the result, renaming a schedule changes no entry.
    func named(_ side: Contents?, _ place: KeyPath<Entry, Int?>) -> [CalendarEntry] {
      let places = (entries + dropped).map { $0[keyPath: place] }
      return (side?.calendar ?? []).renamed { name in
        let index = side?.schedules.index(named: name).flatMap { places.firstIndex(of: $0) }
        return index.map { names[$0] } ?? name
      }
    }
    let (old, own, other) = (named(base, \.base), named(ours, \.ours), named(theirs, \.theirs))
    // A schedule that one side removed, and that stays, keeps its entries.
    var kept = entries.indices.filter { entries[$0].ours == nil || entries[$0].theirs == nil }
      .map { names[$0] }
    let before = conflicts
    while true {
      (contents.calendar, conflicts) = ([], before)
      mergeEntries(old, own, other, keeping: kept)
      let restored = zip(dropped, droppedNames).filter { entry, name in
        !kept.contains(name) && isRestored(entry, named: name, ours, theirs)
      }
      if restored.isEmpty { break }
      kept += restored.map(\.1)
    }
    restoreNamed(dropped, droppedNames, ours, theirs)
  }

  private mutating func mergeEntries(
    _ old: [CalendarEntry], _ own: [CalendarEntry], _ other: [CalendarEntry], keeping kept: [String]
  ) {
    let merge = CalendarMerge(old, own, other, keeping: kept)
    if merge.hasTwoOrders { note(.calendarOrder) }
    for (index, entry) in merge.entries.enumerated() {
      let before = entry.base.map { old[$0] }
      let (ours, theirs) = (entry.ours.map { own[$0] }, entry.theirs.map { other[$0] })
      let number = contents.calendar.count + 1
      if entry.isDisputed {
        let texts = [ours, theirs].map { side in side.map { $0.text(changedFrom: before) } }
        note(.calendar(number), before?.description, texts[0], texts[1])
      }
      if !entry.rejected.isEmpty {
        let added = merge.entries[index...].prefix { $0.theirs == nil }.compactMap(\.ours)
        let texts = [added.map { own[$0] }, entry.rejected.map { other[$0] }].map { entries in
          entries.map(\.description).joined(separator: ", ")
        }
        note(.calendar(number), nil, texts[0], texts[1])
      }
      switch (ours, theirs) {
      case (let ours?, let theirs?): mergeEntry(before, ours, theirs)
      case (let only?, nil): contents.calendar.append(only)
      case (nil, let only?) where !entry.isDisputed: contents.calendar.append(only)
      default: break
      }
    }
  }

  /// Adds an entry that both sides have; its unknown members are merged one by one.
  private mutating func mergeEntry(
    _ base: CalendarEntry?, _ ours: CalendarEntry, _ theirs: CalendarEntry
  ) {
    let number = contents.calendar.count + 1
    let conditions = Three(base: base?.conditions, ours: ours.conditions, theirs: theirs.conditions)
    note(.calendar(number), conditions, \.description)
    var entry = conditions.merged ?? ours
    entry.members = merge(base?.members, ours.members, theirs.members, entry: number)
    contents.calendar.append(entry)
  }

  /// Whether one side removed a schedule, and the other added or changed entries that name it.
  private func isRestored(
    _ entry: Entry, named name: String, _ ours: Contents, _ theirs: Contents
  ) -> Bool {
    // The side that removed it may have left entries.
    guard let place = entry.ours ?? entry.theirs,
      !(entry.ours == nil ? theirs : ours).calendarEntries(of: place).isEmpty
    else { return false }
    return contents.calendar.contains { ExactText($0.schedule) == ExactText(name) }
  }

  /// Adds those of the removed schedules for which the other side added or changed entries; in these, they have `names`.
  private mutating func restoreNamed(
    _ dropped: [Entry], _ names: [String], _ ours: Contents, _ theirs: Contents
  ) {
    for (entry, numbered) in zip(dropped, names) {
      guard isRestored(entry, named: numbered, ours, theirs),
        let place = entry.ours ?? entry.theirs
      else { continue }
      var schedule = entry.schedule
      let name = schedule.name
      schedule.name = numbered
      // Our schedule has its name, not a schedule that they added.
      if entry.ours != nil, let other = contents.schedules.index(named: name),
        ours.schedules.index(of: contents.schedules[other].identity) == nil
      {
        (schedule.name, contents.schedules[other].name) = (name, numbered)
        contents.calendar = contents.calendar.renamed {
          $0 == name ? numbered : $0 == numbered ? name : $0
        }
        note(.sameName, of: contents.schedules[other], name, numbered)
      }
      contents.schedules.insert(schedule, at: min(place, contents.schedules.count))
      noteRemoval(of: schedule, byUs: entry.ours == nil)
    }
  }
}

extension ScheduleMerge {
  private mutating func merge(
    _ base: Schedule?, _ ours: Schedule, _ theirs: Schedule
  ) -> Schedule {
    var result = ours
    func text(_ subject: MergeConflict.Subject, _ text: (Schedule) -> String?) -> String? {
      func exact(_ side: Schedule) -> ExactText? { text(side).map(ExactText.init) }
      let texts = Three(base: base.flatMap(exact), ours: exact(ours), theirs: exact(theirs))
      note(subject, texts, of: ours, \.text)
      return texts.merged?.text
    }
    result.name = text(.name, \.name) ?? ours.name
    result.notes = text(.notes, \.notes)
    result.device = text(.device, \.device)
    // If only one of the two has a side, it is taken as a whole.
    let sides = mergeSides(base?.week, ours.week, theirs.week, of: ours)
    result.week = ours.week.with(sides) { theirs.week[$1][$0] ?? Temperature(0) }
    let common = ours.week.sides.intersection(theirs.week.sides)
    for cell in CellAddress.all where common.contains(column: cell.field) {
      let values = Three(base: base?.week[cell], ours: ours.week[cell], theirs: theirs.week[cell])
      if let merged = values.merged { result.week[cell] = merged }
      note(.cell(cell), values, of: ours, \.description)
    }
    result.members = merge(base?.members, ours.members, theirs.members, of: ours)
    return result
  }

  /// Decides which sides the result has: ours if one removed setpoints that the other changed, or both removed others.
  private mutating func mergeSides(
    _ base: Week?, _ ours: Week, _ theirs: Week, of schedule: Schedule
  ) -> Sides {
    var result = Sides()
    var isConflict = false
    for side in Side.allCases {
      let values = Three(
        base: base.map { $0.column(side) }, ours: ours.column(side), theirs: theirs.column(side))
      let isOurs = ours.sides.contains(side)
      if isOurs != theirs.sides.contains(side), values.isConflict { isConflict = true }
      if values.merged?.isEmpty == false { result.insert(Sides(side)) }
    }
    guard isConflict || result.isEmpty else { return result }
    note(.sides, of: schedule, base?.sides.name, ours.sides.name, theirs.sides.name)
    return ours.sides
  }

  private mutating func merge(
    _ base: UnknownMembers?, _ ours: UnknownMembers, _ theirs: UnknownMembers,
    of schedule: Schedule? = nil, entry: Int? = nil
  ) -> UnknownMembers {
    let base = base ?? UnknownMembers()
    var result = ours
    for key in theirs.keys + base.keys.filter({ theirs[$0] == nil }) {
      let values = Three(base: base[key], ours: ours[key], theirs: theirs[key])
      if values.ours != values.merged { result[key] = values.merged }
      note(.member(key, entry: entry), values, of: schedule) {
        String(decoding: $0.spelling, as: UTF8.self)
      }
    }
    return result
  }

  /// Lists a conflict of values, if there is one.
  private mutating func note<Value>(
    _ subject: MergeConflict.Subject, _ values: Three<Value>, of schedule: Schedule? = nil,
    _ text: (Value) -> String?
  ) {
    guard values.isConflict else { return }
    note(
      subject, of: schedule, values.base.flatMap(text), values.ours.flatMap(text),
      values.theirs.flatMap(text))
  }

  private mutating func noteRemoval(of schedule: Schedule, byUs: Bool) {
    let (ours, theirs) = byUs ? ("removed", "changed") : ("changed", "removed")
    note(.removal(byUs: byUs), of: schedule, "there", ours, theirs)
  }

  private mutating func note(
    _ subject: MergeConflict.Subject, of schedule: Schedule? = nil, _ base: String? = nil,
    _ ours: String? = nil, _ theirs: String? = nil
  ) {
    conflicts.append(
      MergeConflict(
        schedule: schedule?.identity, subject: subject, base: base, ours: ours, theirs: theirs))
  }
}

extension ScheduleMerge {
  /// Uses their order if ours is unchanged.
  private mutating func order(_ entries: inout [Entry]) {
    // Only the schedules that both have; ours alone keep their index.
    let places = entries.indices.filter { entries[$0].base != nil && entries[$0].theirs != nil }
    let common = places.map { entries[$0] }
    let sorted = common.sorted { ($0.theirs ?? 0) < ($1.theirs ?? 0) }
    let (ourOrder, theirOrder) = (common.compactMap(\.base), sorted.compactMap(\.base))
    guard theirOrder != ourOrder, theirOrder != theirOrder.sorted() else { return }
    guard ourOrder == ourOrder.sorted() else {
      note(.order)
      return
    }
    for (place, entry) in zip(places, sorted) { entries[place] = entry }
  }

  /// Inserts the schedules that only they have, each after its predecessor on their side.
  private mutating func insert(
    _ theirs: [Schedule], into entries: inout [Entry], base: [Schedule],
    taken: Set<Int>, _ matching: ScheduleMatching
  ) {
    for (index, schedule) in theirs.enumerated() where !taken.contains(index) {
      if let place = matching.sources[index] {
        // We removed it: a conflict if they changed it.
        if base[place] == schedule { continue }
        noteRemoval(of: schedule, byUs: true)
      }
      let previous = theirs[..<index].indices.last { other in
        entries.contains { $0.theirs == other }
      }
      let place = previous.flatMap { other in entries.firstIndex { $0.theirs == other } }
      entries.insert(
        Entry(schedule: schedule, base: matching.sources[index], ours: nil, theirs: index),
        at: place.map { $0 + 1 } ?? (index == 0 ? 0 : entries.count))
    }
  }

  /// Appends a number to a name that the merge has made ambiguous.
  private mutating func separateNames(_ ours: [Schedule], _ theirs: [Schedule]) {
    let allowed = Self.counts(ours).merging(Self.counts(theirs), uniquingKeysWith: max)
    var counts: [String: Int] = [:]
    var names = Set(contents.schedules.map(\.name))
    for index in contents.schedules.indices {
      let name = contents.schedules[index].name
      counts[name, default: 0] += 1
      if counts[name, default: 0] <= max(1, allowed[name] ?? 1) { continue }
      contents.schedules[index].name = ScheduleName.unused(name, &names)
      let schedule = contents.schedules[index]
      note(.sameName, of: schedule, name, schedule.name)
    }
  }

  private static func counts(_ schedules: [Schedule]) -> [String: Int] {
    Dictionary(schedules.map { ($0.name, 1) }, uniquingKeysWith: +)
  }
}

private struct Three<Value: Hashable> {
  let base: Value?, ours: Value?, theirs: Value?

  var isConflict: Bool { ours != theirs && ours != base && theirs != base }

  /// The result; ours in a conflict.
  var merged: Value? { ours == base ? theirs : ours }
}

extension Week {
  /// The temperatures of a side, in order; empty if the week does not have the side.
  fileprivate func column(_ side: Side) -> [Temperature] { setpoints.compactMap { $0[side] } }
}

extension CalendarEntry {
  /// The entry, and what has changed if that is not a condition.
  fileprivate func text(changedFrom old: CalendarEntry?) -> String {
    guard let old, old.conditions == conditions else { return description }
    return description + (old.members == members ? ", moved" : ", with other members")
  }
}

/// The edits of a crashed session, merged with the file.
package struct RecoveredEdits: Sendable {
  /// The document with the edits; in a conflict, with the file's value.
  package let contents: Contents
  package let file: Contents
  package let merges: [ScheduleMerge]

  package init(_ contents: Contents, file: Contents, merges: [ScheduleMerge] = []) {
    (self.contents, self.file, self.merges) = (contents, file, merges)
  }
}
