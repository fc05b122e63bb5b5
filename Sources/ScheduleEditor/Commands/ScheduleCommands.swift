import Diagnostics
import ScheduleModel

/// Verbs about whole days and whole schedules.
enum ScheduleCommands {
  static let all: [EditorCommand] = [
    EditorCommand(
      name: "copy", usage: "[DAY DAYS…]",
      help: "copy a day to others; a form asks when nothing is said", changes: true,
      completions: { _, words in
        Weekday.allCases.map(\.name) + (words.isEmpty ? [] : ["weekdays", "weekend", "all"])
      },
      run: { state, words throws(CommandError) in
        guard let first = words.first else {
          state.showCopyForm()
          return nil
        }
        guard let source = Weekday(first) else {
          throw CommandError("\(first.quoted()) is not a day; use monday to sunday")
        }
        guard words.count > 1 else { throw CommandError("expected the days to copy it to") }
        let names = words[1...].filter { $0 != "to" }.joined(separator: ",")
        do {
          try state.copy(source, to: Weekday.list(names), named: names)
        } catch let error as SelectorError {
          throw CommandError(error.description)
        } catch {
          throw CommandError("\(error)")
        }
        return nil
      }),
    EditorCommand(
      name: "details", usage: "", help: "a form for the row under the cursor", changes: true,
      run: { state, _ in
        state.showRowForm()
        return nil
      }),
    EditorCommand(
      name: "schedules", usage: "", help: "the list of schedules: add, rename, delete, reorder",
      run: { state, _ in
        state.showSchedules()
        return nil
      }),
    EditorCommand(
      name: "schedule", usage: "NAME", help: "go to another schedule of the document",
      completions: { state, _ in state.scheduleNames },
      run: { state, words throws(CommandError) in
        state.show(schedule: try state.scheduleIndex(named: words))
        return nil
      }),
    EditorCommand(
      name: "add", usage: "NAME", help: "add a schedule with the default week", changes: true,
      run: { state, words throws(CommandError) in
        let name = try state.freshName(words)
        state.insert(
          Schedule(name: name, week: .standard(state.contents.unit)),
          name: "add \(name.quoted())")
        return nil
      }),
    EditorCommand(
      name: "duplicate", usage: "NAME", help: "add a copy of this schedule", changes: true,
      run: { state, words throws(CommandError) in
        var copy = state.schedule
        copy.name = try state.freshName(words)
        state.insert(copy, name: "duplicate as \(copy.name.quoted())")
        return nil
      }),
    EditorCommand(
      name: "rename", usage: "NAME", help: "give this schedule another name", changes: true,
      completions: { state, _ in [state.schedule.name.contains(" ") ? "" : state.schedule.name] },
      run: { state, words throws(CommandError) in
        let name = try state.freshName(words, except: state.scheduleIndex)
        state.changeSchedule(state.scheduleIndex, name: "rename to \(name.quoted())") {
          $0.name = name
        }
        return nil
      }),
    EditorCommand(
      name: "notes", usage: "[TEXT]", help: "say something about this schedule, or nothing more",
      changes: true,
      run: { state, words in
        let text = words.joined(separator: " ")
        state.changeSchedule(
          state.scheduleIndex, name: text.isEmpty ? "no notes" : "notes \(text.quoted())"
        ) {
          $0.notes = text.isEmpty ? nil : text
        }
        return nil
      }),
    EditorCommand(
      name: "delete", usage: "", help: "delete this schedule; undo brings it back", changes: true,
      run: { state, _ throws(CommandError) in
        try state.deleteSchedule(state.scheduleIndex)
        return nil
      }),
  ]
}

extension EditorState {
  /// The names of the document's schedules, in order.
  var scheduleNames: [String] { contents.schedules.map(\.name) }

  fileprivate func scheduleIndex(named words: [String]) throws(CommandError) -> Int {
    let name = words.joined(separator: " ")
    if let index = scheduleNames.firstIndex(of: name) { return index }
    throw CommandError(
      "there is no schedule \(name.quoted()); there is "
        + scheduleNames.prefix(5).map { $0.quoted() }.joined(separator: ", "))
  }

  /// A name that no schedule has yet, as files allow it: 1 to 64 characters, none a control.
  func freshName(_ words: [String], except index: Int? = nil) throws(CommandError) -> String {
    let name = words.joined(separator: " ")
    guard name.contains(where: { $0 != " " }) else { throw CommandError("a name is needed") }
    guard name.unicodeScalars.count <= 64 else {
      throw CommandError("a name has at most 64 characters")
    }
    guard !name.unicodeScalars.contains(where: \.isControl) else {
      throw CommandError("a name has no control characters")
    }
    let others = contents.schedules.enumerated().filter { $0.offset != index }
    guard !others.contains(where: { $0.element.name == name }) else {
      throw CommandError("there is a schedule \(name.quoted()) already")
    }
    return name
  }

  /// Copies a day to others as one step.
  mutating func copy(_ source: Weekday, to days: [Weekday], named names: String) {
    let edit = ScheduleEdit(copying: source, to: days, in: week)
    perform(edit, name: "copy \(source.name) to \(names)")
    message = Message(
      text: edit.isEmpty
        ? "the days are alike already"
        : "copied \(source.name) to \(names): "
          + (edit.rows.count == 1 ? "1 row changed" : "\(edit.rows.count) rows changed"))
  }

  /// Puts a schedule into the list, behind the one on the screen if nothing else is said, and shows
  /// it.
  mutating func insert(_ schedule: Schedule, at place: Int? = nil, name: String) {
    var new = contents
    let place = place ?? scheduleIndex + 1
    new.schedules.insert(schedule, at: place)
    perform(new, showing: place, name: name)
  }

  /// Takes a schedule out; a document keeps at least one.
  mutating func deleteSchedule(_ index: Int) throws(CommandError) {
    guard contents.schedules.count > 1 else {
      throw CommandError("a document has at least one schedule")
    }
    var new = contents
    let name = new.schedules.remove(at: index).name
    let shown = scheduleIndex > index ? scheduleIndex - 1 : scheduleIndex
    perform(
      new, showing: min(shown, new.schedules.count - 1), name: "delete \(name.quoted())")
    message = Message(text: "deleted \(name.quoted()); u brings it back")
  }

  /// Moves a schedule to another place of the list.
  mutating func moveSchedule(_ index: Int, to place: Int) {
    var new = contents
    var order = Array(contents.schedules.indices)
    order.insert(order.remove(at: index), at: place)
    let schedule = new.schedules.remove(at: index)
    new.schedules.insert(schedule, at: place)
    let after = order.firstIndex(of: scheduleIndex) ?? 0
    perform(new, showing: after, name: "move \(schedule.name.quoted())")
  }

  /// Changes the name, the notes or the device of a schedule as one step.
  mutating func changeSchedule(
    _ index: Int, name: String, _ body: (inout Schedule) -> Void
  ) {
    var new = contents
    body(&new.schedules[index])
    perform(new, showing: scheduleIndex, name: name)
  }
}
