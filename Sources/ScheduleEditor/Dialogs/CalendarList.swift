import Diagnostics
import ScheduleModel
import TwoWayTable

/// Which schedule is due when: the list of the calendar's entries, and the form of one.
extension EditorState {
  /// Opens the list of entries, with the month in which the selected one next applies.
  mutating func showCalendar() {
    let canEdit = readOnlyReason == nil
    let detail = ListDetail(
      entry: { state, id in (try? state.place(ofEntry: id)).map { state.contents.calendar[$0] } },
      hints: canEdit
        ? [
          Hint("a", "add"), Hint("Enter", "edit"), Hint("d", "delete"), Hint("J K", "move"),
          Hint("u", "undo"),
        ] : [])
    let title = "Calendar: the last entry that applies decides"
    open(title, detail, abilities: canEdit ? .all : [.find]) { state in
      let (entries, today) = (state.contents.calendar, state.options.today())
      let due = entries.lastIndex { $0.applies(on: today) }
      return zip(state.entryIDs, entries.enumerated()).map { id, entry in
        ListItem(
          id: id, title: "\(entry.element)", detail: entry.offset == due ? "due today" : "")
      }
    } choose: { state, outcome throws(Refusal) in
      try state.chooseEntry(outcome)
    }
    if contents.calendar.isEmpty {
      say("no entries: \(contents.schedules[0].name.quoted()) is always due")
    }
  }

  private mutating func chooseEntry(_ outcome: ListOutcome) throws(Refusal) {
    switch outcome {
    case .add: showEntryForm(at: nil)
    case .open(let id), .edit(let id):
      let place = try place(ofEntry: id)
      if allowsEdits() { showEntryForm(at: place) }
    case .delete(let id):
      let place = try place(ofEntry: id)
      try changeCalendar("delete entry \(contents.calendar[place])") { $0.remove(at: place) }
    case .move(let id, let target):
      let place = try place(ofEntry: id)
      try changeCalendar("move entry \(contents.calendar[place])") {
        $0.insert($0.remove(at: place), at: target)
      }
    case .key, .cancelled: undoInList(outcome)
    }
  }

  /// Adds an entry at the end, or replaces the one at a place, as one undo step.
  mutating func set(_ entry: CalendarEntry, at place: Int?) throws(Refusal) {
    try changeCalendar("\(place == nil ? "add" : "edit") entry \(entry)") { entries in
      if let place { entries[place] = entry } else { entries.append(entry) }
    }
  }

  private mutating func changeCalendar(
    _ name: String, _ body: (inout [CalendarEntry]) -> Void
  ) throws(Refusal) {
    var (new, entries) = (contents, contents.calendar)
    body(&entries)
    try new.setCalendar(entries)
    apply(new, showing: scheduleIndex, name: name)
  }

  // MARK: The items

  /// An id for each entry, which moves with it; equal entries are numbered.
  private var entryIDs: [String] {
    var counts: [String: Int] = [:]
    return contents.calendar.map { entry in
      counts["\(entry)", default: 0] += 1
      return "\(entry) \(counts["\(entry)"] ?? 0)"
    }
  }

  private func place(ofEntry id: String?) throws(Refusal) -> Int {
    guard let place = entryIDs.firstIndex(where: { $0 == id }) else {
      throw Refusal("this entry no longer exists")
    }
    return place
  }

  /// Shows the schedule that is due on a day.
  mutating func showDue(on day: CalendarDay) throws(Refusal) {
    let index = try contents.scheduleIndex(dueOn: day)
    show(schedule: index)
    let next = (1..<400).compactMap(day.adding).first {
      (try? contents.scheduleIndex(dueOn: $0)) != index
    }
    let end = next?.adding(-1).map { " to \($0)" } ?? ""
    say("\(schedule.name.quoted()) is due on \(day)\(end)")
  }

  // MARK: The form

  /// Opens the form of the entry at a place, or of a new one for the current schedule.
  private mutating func showEntryForm(at place: Int?) {
    let old = place.map { contents.calendar[$0] } ?? CalendarEntry(schedule: schedule.name)
    let everyWeek = "every week"
    let fields = [
      FormField(
        key: "schedule", label: "Schedule", editor: ChoiceEditor(choices: scheduleNames),
        isRequired: true),
      FormField(
        key: "dates", label: "Dates", placeholder: "10-01..04-30 or 2026-12-24..2027-01-02"),
      FormField(
        key: "weeks", label: "Weeks",
        editor: ChoiceEditor(choices: [everyWeek] + WeekParity.allCases.map(\.rawValue))),
      FormField(key: "days", label: "Days", placeholder: "mon-fri or sat,sun"),
    ]
    let values = [
      "schedule": old.schedule, "dates": old.dates?.description ?? "",
      "weeks": old.weeks?.rawValue ?? everyWeek,
      "days": old.days.isEmpty ? "" : DayGroup(old.days).list,
    ]
    var configuration = FormConfiguration(title: place == nil ? "New entry" : "Entry")
    configuration.allowsDelete = false
    configuration.saveLabel = place == nil ? "Add" : nil
    open(Form(fields, values: values, configuration: configuration)) {
      state, outcome throws(Refusal) in
      guard case .saved(let changes) = outcome else { return }
      let text = { (key: String) in changes[key] ?? values[key] ?? "" }
      // The fields are the words of a command line.
      let words = [
        text("schedule"), text("dates"), WeekParity(rawValue: text("weeks"))?.rawValue ?? "",
        text("days"),
      ]
      var entry = try CalendarEntry(words.joined(separator: " "), schedules: [words[0]])
      entry.members = old.members
      try state.set(entry, at: place)
    }
  }
}
