import Diagnostics
import ScheduleModel
import ScheduleRules
import TwoWayTable

extension EditorState {
  /// Opens a form for a new schedule after another one: its name and its initial week.
  mutating func showNewScheduleForm(after previous: ScheduleIdentity?) {
    let standard = "the default week"
    let sources = [standard] + scheduleNames.map { "a copy of \($0)" }
    let models = contents.schedules.map(\.identity)
    let fields = [
      FormField(key: "name", label: "Name", placeholder: "Summer", isRequired: true),
      FormField(
        key: "from", label: "Begins as", editor: ChoiceEditor(choices: sources), isRequired: true),
      FormField(key: "notes", label: "Notes", placeholder: "anything worth remembering"),
    ]
    let configuration = FormConfiguration(title: "New schedule", saveLabel: "Add")
    let form = Form(fields, values: ["from": standard], configuration: configuration)
    open(form) { state, changes throws(Refusal) in
      let name = try state.freshName([changes["name"] ?? ""])
      let source = sources.firstIndex(of: changes["from"] ?? standard) ?? 0
      var schedule =
        source == 0
        ? state.newSchedule(named: name)
        : state.contents.schedules[try state.currentIndex(of: models[source - 1])]
          .copy(named: name)
      if let notes = changes["notes"], !notes.isEmpty { schedule.notes = notes }
      let schedules = state.contents.schedules
      let index = previous.flatMap(schedules.index) ?? schedules.count - 1
      state.insert(schedule, after: index)
    }
  }

  /// Opens a form for the name, notes, device and sides of a schedule; `sides` is the initial choice.
  mutating func showScheduleForm(
    _ id: ScheduleIdentity, sides wanted: Sides? = nil
  ) throws(Refusal) {
    let index = try currentIndex(of: id)
    let schedule = contents.schedules[index]
    let (week, lacking) = (schedule.week, Sides.both.subtracting(schedule.week.sides))
    var fields = [
      FormField(key: "name", label: "Name", isRequired: true),
      FormField(key: "notes", label: "Notes"),
      FormField(
        key: "device", label: "Device", editor: ReadTextEditor.deviceName,
        placeholder: "to check its limits"),
      FormField(
        key: "sides", label: "Setpoints",
        editor: ChoiceEditor(choices: [Sides.both, .heat, .cool].map(\.name))),
    ]
    if !lacking.isEmpty {
      fields.append(
        FormField(
          key: "levels", label: "Added \(lacking.name)",
          placeholder: "comfort and setback, such as "
            + Week.exampleLevels(of: lacking.first, week.unit)))
    }
    var configuration = FormConfiguration(title: "Schedule \(index + 1)", saveLabel: "Set")
    if wanted != nil { configuration.firstFocus = fields.count - 1 }
    configuration.allowsDelete = contents.schedules.count > 1
    configuration.deleteQuestion = deleteQuestion(of: schedule)
    let form = Form(
      fields,
      values: [
        "name": schedule.name, "notes": schedule.notes ?? "", "device": schedule.device ?? "",
        "sides": (wanted ?? week.sides).name,
      ], configuration: configuration)
    open(form, delete: { state throws(Refusal) in try state.delete(id) }) {
      state, changes throws(Refusal) in
      let sides = changes["sides"].flatMap { Sides($0) } ?? wanted ?? week.sides
      try state.change(id, to: changes, sides, adding: lacking.first)
    }
  }

  /// Changes the members and the sides of a schedule to the values of its form; its levels are those of `added`.
  private mutating func change(
    _ id: ScheduleIdentity, to changes: [String: String], _ sides: Sides, adding added: Side
  ) throws(Refusal) {
    let current = contents.schedules[try currentIndex(of: id)]
    var (name, week) = (current.name, current.week)
    if let new = changes["name"] { name = try freshName([new], except: id) }
    let levels = changes["levels"].flatMap { $0.isEmpty ? nil : $0 }
    if sides != week.sides || levels != nil {
      week = try week.changed(to: sides, levels.map { [added: $0] } ?? [:])
    }
    let isRename = changes.count == 1 && changes["name"] != nil
    try change(id, name: "\(isRename ? "rename to" : "change") \(name.quoted())") { schedule in
      (schedule.name, schedule.week) = (name, week)
      if let notes = changes["notes"] { schedule.notes = notes.isEmpty ? nil : notes }
      if let device = changes["device"] { schedule.device = device.isEmpty ? nil : device }
    }
  }

  func deleteQuestion(of schedule: Schedule) -> String {
    let entries = calendarEntries(of: schedule.identity).map { " and \($0)" } ?? ""
    return "Delete \(schedule.name.quoted())\(entries)?"
  }

  mutating func showSchedules() {
    let detail = ListDetail(
      schedule: { state, id in try? state.schedule(withID: id) }, editKey: "e",
      hints: [Hint("Enter", "open")])
    open(
      "Schedules", detail, selected: "\(schedule.identity)", abilities: mayEdit ? .all : [.find]
    ) { state in
      let due = try? state.contents.scheduleIndex(dueOn: state.host.now.day)
      return state.contents.schedules.enumerated().map { index, schedule in
        let isDue = index == due && !state.contents.calendar.isEmpty
        let parts = [isDue ? "due today" : nil, schedule.notes?.inOneLine].compactMap(\.self)
        return ListItem(
          id: "\(schedule.identity)", title: schedule.name, detail: parts.joined(separator: "; "),
          deleteQuestion: state.deleteQuestion(of: schedule))
      }
    } choose: { state, outcome throws(Refusal) in
      switch outcome {
      case .open(let id):
        try state.show(state.schedule(withID: id))
        state.dialogs.close()
      case .key, .cancelled: state.undoInList(outcome)
      case _ where !state.allowsEdits(): break
      case .add(let id): state.showNewScheduleForm(after: try id.map(state.schedule(withID:)))
      case .edit(let id): try state.showScheduleForm(state.schedule(withID: id))
      case .delete(let id): try state.delete(state.schedule(withID: id))
      case .move(let id, let index): try state.move(state.schedule(withID: id), to: index)
      }
    }
  }

  private func schedule(withID id: String) throws(Refusal) -> ScheduleIdentity {
    guard let found = contents.schedules.first(where: { "\($0.identity)" == id }) else {
      throw Refusal("this schedule no longer exists")
    }
    return found.identity
  }

  // MARK: The calendar: which schedule is due when

  /// Opens the list of entries, with their problems and the month in which the selected one next applies.
  mutating func showCalendar(at problem: ListedProblem? = nil) {
    let detail = ListDetail(
      entry: { state, id in (try? state.index(ofEntry: id)).map { state.contents.calendar[$0] } },
      editKey: "Enter")
    open(
      "Calendar: the last entry that applies decides", detail,
      selected: problem?.entry.map { entryIDs[$0] }, abilities: mayEdit ? .all : [.find],
      words: Words([
        .nothingHere: "no entries: \(contents.schedules[0].name.quoted()) is always due"
      ])
    ) { state in
      let (entries, today) = (state.contents.calendar, state.host.now.day)
      let due = entries.lastIndex { $0.applies(on: today) }
      let problems = Dictionary(grouping: state.calendarProblems, by: \.entry)
      let longest = entries.map(\.schedule.terminalColumns).max() ?? 0
      let columns = min(longest, max(16, state.size.columns / 3))
      return zip(state.entryIDs, entries.enumerated()).map { id, entry in
        let own = problems[entry.offset, default: []].map {
          "\($0.mark) "
            + $0.sentence.text.replacing("calendar entry \(entry.offset + 1) ", with: "")
        }
        let name = entry.element.schedule.cut(to: columns, with: "…")
        let gap = String(repeating: " ", count: columns - name.terminalColumns)
        let days = "\(entry.element)".dropFirst(entry.element.schedule.count)
        return ListItem(
          id: id, title: "\(entry.offset + 1)  \(name)\(gap) \(days.isEmpty ? " always" : days)",
          detail: ((entry.offset == due ? ["due today"] : []) + own).joined(separator: "; "),
          deleteQuestion: "Delete entry \(entry.offset + 1), \(entry.element)?")
      }
    } choose: { state, outcome throws(Refusal) in
      switch outcome {
      case .key, .cancelled: state.undoInList(outcome)
      // Taking over from another editor can move or remove the entry.
      case _ where !state.allowsEdits(): break
      case .add: state.showEntryForm(at: nil)
      case .open(let id), .edit(let id): state.showEntryForm(at: try state.index(ofEntry: id))
      case .delete(let id):
        try state.changeCalendar(removing: try state.index(ofEntry: id) + 1)
      case .move(let id, let target):
        try state.changeCalendar(moving: try state.index(ofEntry: id) + 1, to: target + 1)
      }
    }
    let said = problem ?? calendarProblems.first { $0.entry == nil }
    if let said { say(said.sentence.text) }
  }

  /// Adds an entry at the end, or replaces the one at an index, as one undo step.
  mutating func set(_ entry: CalendarEntry, at index: Int?) throws(Refusal) {
    if index == nil { try contents.calendar.refuse(another: entry) }
    try changeCalendar("\(index == nil ? "add" : "edit") entry \(entry)") { entries in
      if let index { entries[index] = entry } else { entries.append(entry) }
    }
  }

  /// Removes an entry, by its number, as one undo step.
  mutating func changeCalendar(removing number: Int) throws(Refusal) {
    let index = try contents.calendar.place(numbered: number)
    let entry = contents.calendar[index]
    try changeCalendar("delete entry \(entry)") { $0.remove(at: index) }
    say("deleted the entry \(entry)", .undo)
  }

  /// Gives an entry another number, as one undo step.
  mutating func changeCalendar(moving number: Int, to target: Int) throws(Refusal) {
    let index = try contents.calendar.place(numbered: number)
    let new = try contents.calendar.place(numbered: target)
    try changeCalendar("move entry \(contents.calendar[index])") {
      $0.insert($0.remove(at: index), at: new)
    }
    if new != index { say("moved the entry \(contents.calendar[new])", .undo) }
  }

  private mutating func changeCalendar(
    _ name: String, _ body: (inout [CalendarEntry]) -> Void
  ) throws(Refusal) {
    var (new, entries) = (contents, contents.calendar)
    body(&entries)
    try new.setCalendar(entries)
    apply(new, name: .words(name))
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

  private func index(ofEntry id: String?) throws(Refusal) -> Int {
    if let index = entryIDs.firstIndex(where: { $0 == id }) { return index }
    throw Refusal("this entry no longer exists")
  }

  // MARK: The form

  /// Opens the form of the entry at an index, or of a new one for the current schedule.
  private mutating func showEntryForm(at index: Int?) {
    let old = index.map { contents.calendar[$0] } ?? CalendarEntry(schedule: schedule.name)
    let everyWeek = "every week"
    let fields = [
      FormField(
        key: "schedule", label: "Schedule", editor: ChoiceEditor(choices: scheduleNames),
        isRequired: true),
      FormField(
        key: "dates", label: "Dates", editor: ReadTextEditor.dates,
        placeholder: "10-01..04-30 or 2026-12-24..2027-01-02"),
      FormField(
        key: "weeks", label: "Weeks",
        editor: ChoiceEditor(choices: [everyWeek] + WeekParity.allCases.map(\.rawValue))),
      FormField(
        key: "days", label: "Days", editor: ReadTextEditor.days, placeholder: "mon-fri or sat,sun"),
    ]
    let values = [
      "schedule": old.schedule, "dates": old.dates?.description ?? "",
      "weeks": old.weeks?.rawValue ?? everyWeek,
      "days": old.days.isEmpty ? "" : DayGroup(old.days).list,
    ]
    let configuration = FormConfiguration(
      title: index == nil ? "New entry" : "Entry", saveLabel: index == nil ? "Add" : "Set")
    open(Form(fields, values: values, configuration: configuration)) {
      state, changes throws(Refusal) in
      let text = { (key: String) in changes[key] ?? values[key] ?? "" }
      // The fields are the words of a command line.
      let words = [
        text("schedule"), text("dates"), WeekParity(rawValue: text("weeks"))?.rawValue ?? "",
        text("days"),
      ]
      var entry = try CalendarEntry(words.joined(separator: " "), schedules: [words[0]])
      entry.members = old.members
      try state.set(entry, at: index)
    }
  }
}
