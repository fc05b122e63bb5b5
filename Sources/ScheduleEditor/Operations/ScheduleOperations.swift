import Diagnostics
import ScheduleModel
import ScheduleRules

// Operations on days and on the list of schedules; each is one undo step.

extension EditorState {
  var scheduleNames: [String] { contents.schedules.map(\.name) }

  /// The rest of each schedule's name that begins with `words`: a typed name needs no quotes.
  func scheduleNames(after words: [String]) -> [String] {
    let typed = words.map { $0 + " " }.joined()
    return scheduleNames.filter { $0.hasPrefix(typed) }.map { String($0.dropFirst(typed.count)) }
  }

  /// The current index of a schedule, for a dialog that was opened for it.
  func currentIndex(of id: ScheduleIdentity) throws(Refusal) -> Int {
    if let index = contents.schedules.index(of: id) { return index }
    throw Refusal("this schedule no longer exists")
  }

  /// Checks a name for a schedule: 1 to 64 code points, no control characters, used by no schedule but `id`.
  func freshName(_ words: [String], except id: ScheduleIdentity? = nil) throws(Refusal) -> String {
    let name = words.joined(separator: " ")
    guard name.contains(where: { $0 != " " }) else {
      throw Refusal("a name is needed, such as Winter")
    }
    if let problem = ScheduleName.problem(of: name) { throw Refusal("the name \(problem)") }
    try contents.schedules.refuse(another: name, besides: id)
    return name
  }

  mutating func show(_ id: ScheduleIdentity) throws(Refusal) {
    show(schedule: try currentIndex(of: id))
  }

  /// Shows the schedule `step` places further, wrapping around.
  mutating func showNeighbour(by step: Int) throws(Refusal) {
    let count = contents.schedules.count
    guard count > 1 else { throw Refusal("the document has no other schedule; add NAME adds one") }
    show(schedule: (scheduleIndex + step + count) % count)
  }

  mutating func copy(_ source: Weekday, to days: [Weekday]) {
    let copied = week.copying(source, to: days)
    let count = RowAddress.all.count { copied[$0] != week[$0] }
    apply(copied, name: .words("copy \(source.title) to \(DayGroup(days))"))
    say(
      count == 0
        ? "the days are already equal"
        : "copied \(source.title) to \(DayGroup(days)): \(counted(count, "row")) changed")
  }

  /// A schedule with the default week, for the same device and sides as the current one.
  func newSchedule(named name: String) -> Schedule {
    .new(name: name, week: .standard(contents.unit, week.sides), device: schedule.device)
  }

  /// Inserts a schedule after `previous` or the current one, and shows it.
  mutating func insert(_ schedule: Schedule, after previous: Int? = nil, isCopy: Bool = false) {
    var new = contents
    let index = (previous ?? scheduleIndex) + 1
    new.schedules.insert(schedule, at: index)
    let name = schedule.name.quoted()
    apply(new, showing: index, name: .words("\(isCopy ? "duplicate as" : "add") \(name)"))
    say("\(isCopy ? "duplicated as" : "added") \(name)", .undo)
  }

  /// The entries of the calendar that name a schedule, in words; nil if there are none.
  func calendarEntries(of id: ScheduleIdentity) -> String? {
    let count = contents.schedules.index(of: id).map { contents.calendarEntries(of: $0).count } ?? 0
    return count == 0 ? nil : count == 1 ? "1 calendar entry" : "\(count) calendar entries"
  }

  /// Deletes a schedule and the calendar entries that name it; a document keeps at least one.
  mutating func delete(_ id: ScheduleIdentity) throws(Refusal) {
    let index = try currentIndex(of: id)
    let entries = calendarEntries(of: id).map { " and \($0)" } ?? ""
    var new = contents
    let name = try new.deleteSchedule(at: index)
    let shown = scheduleIndex > index ? scheduleIndex - 1 : scheduleIndex
    apply(new, showing: shown, name: .words("delete \(name.quoted())"))
    let usual = index == 0 ? contents.usualSchedule.map { "; \($0)" } ?? "" : ""
    say("deleted \(name.quoted())\(entries)\(usual)", .undo)
  }

  mutating func move(_ id: ScheduleIdentity, to place: Int) throws(Refusal) {
    let index = try currentIndex(of: id)
    var new = contents
    let moved = new.schedules.remove(at: index)
    new.schedules.insert(moved, at: min(place, new.schedules.count))
    let shown = new.schedules.index(of: schedule.identity)
    apply(new, showing: shown, name: .words("move \(moved.name.quoted())"))
  }

  /// Removes or adds sides of the current schedule, as one undo step.
  mutating func change(sides: Sides, levels text: String) throws(Refusal) {
    let old = week
    let new = try old.changed(
      to: sides, text.isEmpty ? [:] : [sides.subtracting(old.sides).first: text])
    let setpoints = { (sides: Sides) in sides.each.map(\.name).listed("and") + " setpoints" }
    guard new != old else {
      let only = sides == .both ? "" : "only "
      throw Refusal("nothing changes: the schedule already has \(only)\(setpoints(sides))")
    }
    apply(new, name: .words("sides \(sides.name)"))
    let (gone, added) = (old.sides.subtracting(sides), sides.subtracting(old.sides))
    let parts = [("removed the", gone), ("added", added)].filter { !$0.1.isEmpty }
    say(parts.map { "\($0.0) \(setpoints($0.1))" }.joined(separator: ", "), .undo)
  }

  mutating func change(
    _ id: ScheduleIdentity, name: String, _ body: (inout Schedule) -> Void
  ) throws(Refusal) {
    var new = contents
    body(&new.schedules[try currentIndex(of: id)])
    new.followSchedules(of: contents)
    apply(new, name: .words(name))
  }

  /// Converts the document as one undo step, and reports how many values were rounded. A value that was not edited since
  /// it was in that unit is restored.
  mutating func convert(to unit: TemperatureUnit) {
    let old = contents
    var new = old.converted(to: unit)
    let (count, rounded) = new.conversionCounts(from: old)
    let last = edited.history.versions[...edited.history.position].last {
      $0.contents?.unit == unit
    }
    for before in last?.contents?.schedules ?? [] {
      guard let index = contents.schedules.index(of: before.identity) else { continue }
      let (week, same) = (old.schedules[index].week, before.week.converted(to: old.unit))
      for cell in CellAddress.all where week[cell] == same[cell] {
        new.schedules[index].week[cell] = before.week[cell]
      }
    }
    apply(new, name: .words("convert to \(unit.symbol)"))
    let detail = rounded == 0 ? "none rounded" : "\(rounded) rounded"
    say(
      "converted \(count) temperatures to \(unit.symbol), "
        + (last == nil ? detail : "unedited values restored"), .undo)
  }
}
