import DeviceFormats
import Diagnostics
import ScheduleModel
import TwoWayTable

extension CommandTable {
  static let schedules: [EditorCommand] = [
    EditorCommand(
      name: "copy", usage: "[DAY DAYS…]",
      help: "copy a day to other days", changes: true,
      completions: { _, words in
        Weekday.allCases.map(\.name) + (words.isEmpty ? [] : ["weekdays", "weekend", "all"])
      },
      run: { state, words throws(Refusal) in
        guard let first = words.first else { return state.showCopyForm() }
        guard let source = Weekday(first) else {
          throw Refusal("\(first.quoted()) is not a day; use monday to sunday")
        }
        let days = words[1...].filter { !["to", "and"].contains($0) }
        guard !days.isEmpty else {
          throw Refusal("name the days to copy it to, such as weekdays")
        }
        state.copy(source, to: try Weekday.list(days.joined(separator: ",")))
      }),
    EditorCommand(
      name: "details", help: "open a form for the row under the cursor", changes: true,
      worksWithoutScreen: false, run: { state, _ in state.showRowForm() }),
    EditorCommand(
      name: "schedules", help: "list the schedules: add, rename, delete, reorder",
      run: { state, _ in state.showSchedules() }),
    EditorCommand(
      name: "schedule", usage: "[NAME]", help: "go to another schedule of the document",
      completions: { state, words in state.scheduleNames(after: words) },
      run: { state, words throws(Refusal) in
        if words.isEmpty { return state.showSchedules() }
        let (name, schedules) = (words.joined(separator: " "), state.contents.schedules)
        guard let index = schedules.index(typed: name) else {
          throw Refusal("the document \(schedules.sentence(aboutUnknown: name))")
        }
        state.show(schedule: index)
      }),
    EditorCommand(
      name: "next-schedule", help: "go to the next schedule of the document",
      run: { state, _ throws(Refusal) in try state.showNeighbour(by: 1) }),
    EditorCommand(
      name: "previous-schedule", help: "go to the previous schedule of the document",
      run: { state, _ throws(Refusal) in try state.showNeighbour(by: -1) }),
    EditorCommand(
      name: "add", usage: "NAME", help: "add a schedule with the default week, for the same device",
      changes: true,
      run: { state, words throws(Refusal) in
        state.insert(state.newSchedule(named: try state.freshName(words)))
      }),
    EditorCommand(
      name: "duplicate", usage: "NAME", help: "add a copy of this schedule", changes: true,
      run: { state, words throws(Refusal) in
        state.insert(state.schedule.copy(named: try state.freshName(words)), isCopy: true)
      }),
    EditorCommand(
      name: "rename", usage: "NAME", help: "rename this schedule", changes: true,
      choices: { [$0.schedule.name] },
      run: { state, words throws(Refusal) in
        let id = state.schedule.identity
        let name = try state.freshName(words, except: id)
        let isNew = !Optional(name).isExactly(state.schedule.name)
        guard isNew else { return state.say("the name is unchanged") }
        try state.change(id, name: "rename to \(name.quoted())") { $0.name = name }
        state.say("renamed to \(name.quoted())", .undo)
      }),
    EditorCommand(
      name: "notes", usage: "[TEXT|\"\"]",
      help: "print the notes of this schedule, set or remove them",
      run: { state, words throws(Refusal) in
        let (text, old) = (words.joined(separator: " "), state.schedule.notes)
        let new = text.isEmpty ? nil : text
        if words.isEmpty || new == nil && old == nil {
          let text = old.flatMap { $0.isEmpty ? nil : $0.inOneLine } ?? "the schedule has no notes"
          if text.count < state.size.columns { return state.say(text) }
          return state.open(title: "Notes", text: text)
        }
        guard state.allowsEdits() else { return }
        guard !new.isExactly(old) else { return state.say("the notes are unchanged") }
        let name = text.isEmpty ? "remove the notes" : "notes \(text.quoted())"
        try state.change(state.schedule.identity, name: name) { $0.notes = new }
        state.say(text.isEmpty ? "removed the notes" : "set the notes", .undo)
      }),
    EditorCommand(
      name: "sides", usage: "[heat|cool|both [COMFORT SETBACK]]",
      help: "remove the heat or cool setpoints, or add them with two temperatures",
      choices: { _ in ["heat", "cool", "both"] },
      run: { state, words throws(Refusal) in
        guard let word = words.first else { return state.say("sides \(state.week.sides.name)") }
        guard let sides = Sides(word) else { throw Refusal("expected heat, cool or both") }
        guard state.allowsEdits() else { return }
        if words.count == 1, !state.week.sides.isSuperset(of: sides) {
          return try state.showScheduleForm(state.schedule.identity, sides: sides)
        }
        try state.change(sides: sides, levels: words.dropFirst().joined(separator: " "))
      }),
    EditorCommand(
      name: "delete", usage: "[--with-entries]",
      help: "delete this schedule; undo brings it back", changes: true,
      choices: { _ in ["--with-entries"] },
      run: { state, words throws(Refusal) in
        let id = state.schedule.identity
        if let word = words.first(where: { $0 != "--with-entries" }) {
          throw Refusal("delete accepts no arguments: \(word.quoted())")
        }
        if words.isEmpty, let entries = state.calendarEntries(of: id) {
          return state.mode = .asking(.delete(id, entries: entries))
        }
        try state.delete(id)
      }),
    EditorCommand(
      name: "calendar", usage: "[ENTRY|remove N|move N M]",
      help: "seasons, holidays, vacations, guests: list, add, remove or move them",
      completions: { state, words in state.scheduleNames(after: words) },
      run: { state, words throws(Refusal) in
        if words.isEmpty { return state.showCalendar() }
        guard state.allowsEdits() else { return }
        let numbers = words.dropFirst().map { Int($0) ?? 0 }
        if !state.scheduleNames.contains(words[0]) {
          switch (words[0], numbers.count) {
          case ("remove", 1): return try state.changeCalendar(removing: numbers[0])
          case ("move", 2): return try state.changeCalendar(moving: numbers[0], to: numbers[1])
          case ("remove", _), ("move", _): throw Refusal("expected remove N or move N M")
          default: break
          }
        }
        let text = words.joined(separator: " ")
        let entry = try CalendarEntry(text, schedules: state.scheduleNames)
        try state.set(entry, at: nil)
        state.say("added the entry \(entry)", .undo)
      }),
    EditorCommand(
      name: "due", usage: "[DATE]", help: "go to the schedule that is due today, or on a date",
      run: { state, words throws(Refusal) in
        let today = state.host.now.day
        guard words.count < 2,
          let day = words.isEmpty ? today : CalendarDay(typed: words[0], today: today)
        else { throw Refusal("expected a day: \(CalendarDay.typedForms)") }
        let index = try state.contents.scheduleIndex(dueOn: day)
        state.show(schedule: index)
        let last = state.contents.lastDay(of: index, from: day) ?? day
        let end = last == day ? "" : ", through \(last)"
        state.say("\(state.schedule.name.quoted()) is due on \(day)\(end)")
      }),
  ]

  static let files: [EditorCommand] = [
    EditorCommand(
      name: "save", aliases: ["w", "write"], help: "save the changes", changes: true,
      run: { state, _ in
        guard state.isModified || state.isNew else { return state.say("no changes to save") }
        state.save(thenQuit: false)
      }),
    EditorCommand(
      name: "save-copy", usage: "FILE", help: "save the document as a new file",
      fileWord: 0,
      run: { state, words throws(Refusal) in
        guard words.count == 1 else { throw Refusal("expected the name of a file") }
        try state.host.saveCopy(state.contents, to: state.options.expandingHome(words[0]))
        state.say("saved a copy as \(words[0].printable)")
      }),
    EditorCommand(
      name: "quit", aliases: ["q"], help: "quit; unsaved changes must be saved or discarded",
      run: { state, _ in
        guard state.isModified else { return state.request = .quit }
        state.mode = .asking(state.conflicts.isEmpty ? .saveChanges : .leaveConflicts)
      }),
    EditorCommand(
      name: "quit!", aliases: ["q!"], help: "quit and discard changes",
      run: { state, _ in state.request = .quit }),
    EditorCommand(
      name: "save-and-quit", aliases: ["wq", "x"], help: "save the changes and quit",
      run: { state, _ in
        let writes = state.isModified || state.isNew
        if writes { state.save(thenQuit: true) } else { state.request = .quit }
      }),
    EditorCommand(
      name: "picture", usage: "FILE",
      help: "write a picture or a page to print: FILE.svg or FILE.html",
      fileWord: 0, fileEndings: [".svg", ".html"],
      run: { state, words throws(Refusal) in
        guard words.count == 1 else { throw Refusal("expected the name of a file") }
        guard words[0].hasSuffix(".svg") || words[0].hasSuffix(".html") else {
          throw Refusal("the name of a picture ends in .svg or .html")
        }
        try state.host.writePicture(
          of: state.schedule, clock: state.clock, firstDay: state.layout.firstDay,
          path: state.options.expandingHome(words[0]))
        state.say("wrote a picture to \(words[0].printable)")
      }),
    EditorCommand(
      name: "export", usage: "[DEVICE FILE [heat|cool] [round] [drop-cool] [replace]]",
      help: "write a file for a device (setpoint push sends it)",
      namesDevice: true, fileWord: 1,
      completions: { state, words in
        words.count < 2
          ? []
          : state.week.sides.each.map(\.name) + ["round", "replace"]
            + (state.week.sides == .both ? ["drop-cool"] : [])
      },
      run: { state, words throws(Refusal) in
        if words.isEmpty { return state.showExportForm() }
        try state.export(to: try DeviceFile(typed: words))
      }),
    EditorCommand(
      name: "import",
      usage: "[DEVICE FILE [heat|cool] [heat=21] [gaps=16/28] [C|F] [round] [drop-periods]]",
      help: "add the schedules of a device's file", changes: true,
      namesDevice: true, fileWord: 1,
      completions: { _, words in
        words.count < 2
          ? [] : ["heat", "cool", "heat=", "gaps=", "C", "F", "round", "drop-periods"]
      },
      run: { state, words throws(Refusal) in
        if words.isEmpty { return state.showImportForm() }
        try state.importSchedules(of: try DeviceFile(typed: words))
      }),
    EditorCommand(
      name: "device", usage: "[NAME|none|schedule]",
      help: "check values for a device, the schedule's own, or none",
      namesDevice: true, choices: { _ in ["none", "schedule"] },
      run: { state, words throws(Refusal) in
        let name = words.joined(separator: " ")
        switch name {
        case "": break
        case "none": state.checkedDevice = .none
        case "schedule": state.checkedDevice = .ofSchedule
        default:
          _ = try DeviceFormats.found(name)
          state.checkedDevice = .named(name)
        }
        state.say(state.device?.sentence ?? "no device; device NAME sets one")
      }),
    EditorCommand(
      name: "compare", aliases: ["diff"], usage: "[FILE [SCHEDULE] | SCHEDULE]",
      help: "compare with the saved file, another file, or another schedule", fileWord: 0,
      completions: { state, words in
        state.scheduleNames(after: words).filter { $0 != state.schedule.name }
      },
      run: { state, words throws(Refusal) in try state.compare(words) }),
    EditorCommand(
      name: "conflicts", help: "list conflicts with another program",
      run: { state, _ in state.showConflicts() }),
    EditorCommand(
      name: "mine", help: "keep your values in every conflict", changes: true,
      run: { state, _ throws(Refusal) in try state.settleAll(takingTheirs: false) }),
    EditorCommand(
      name: "theirs", help: "take the other program's values in every conflict", changes: true,
      run: { state, _ throws(Refusal) in try state.settleAll(takingTheirs: true) }),
    EditorCommand(
      name: "recover", help: "recover or discard the edits of a crashed session",
      worksWithoutScreen: false,
      run: { state, _ throws(Refusal) in
        guard let edits = state.host.recoverableEdits else { throw Refusal("nothing to recover") }
        state.showRecovery(edits)
      }),
    EditorCommand(
      name: "suspend", help: "suspend; fg returns", worksWithoutScreen: false,
      run: { state, _ in state.request = .suspend }),
  ]
}
