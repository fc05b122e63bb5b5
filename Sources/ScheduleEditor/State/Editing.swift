import Diagnostics
import ScheduleModel

/// Edits; each is one undo step, all or nothing.
extension EditorState {
  /// Applies an edit of rows as one undo step; does nothing if it is empty.
  mutating func apply(_ edit: ScheduleEdit, name: StepName) {
    guard !edit.isEmpty else { return }
    var new = contents
    _ = edit.apply(to: &new.schedules[scheduleIndex].week)
    apply(new, showing: scheduleIndex, name: name)
  }

  /// Replaces the document as one undo step, and shows the schedule at `index`.
  mutating func apply(_ new: Contents, showing index: Int, name: String) {
    guard new != contents else { return }
    apply(new, showing: index, name: .words(name))
  }

  private mutating func apply(_ new: Contents, showing index: Int, name: StepName) {
    edited.apply(new, showing: index, name: name, at: cursor)
    check()
  }

  mutating func undo() {
    guard let step = edited.move(undoing: true, options.contents) else {
      return say(
        canUndo
          ? "the file was not a schedule before; setpoint undo restores it" : edited.history.end)
    }
    show(step, "undid", isUndone: true)
  }

  mutating func redo() {
    guard let step = edited.move(undoing: false, options.contents) else {
      return say("nothing to redo")
    }
    show(step, "redid", isUndone: false)
  }

  /// Repeats the last edit in the selected cells.
  mutating func repeatEdit() throws(Refusal) {
    guard let lastEdit else { throw Refusal("nothing to repeat yet") }
    try lastEdit(&self)
  }

  /// Shows the schedule at an index.
  mutating func show(schedule index: Int) {
    edited.show(schedule: index)
    anchor = nil
    check()
  }

  /// Shows the place of a step that was undone or redone, and its name.
  private mutating func show(_ step: EditHistory.Version, _ verb: String, isUndone: Bool) {
    anchor = nil
    check()
    position = step.cell.flatMap { layout.position(of: $0) } ?? position
    var text = "\(verb) \(step.name.text(clock))"
    if case .value(let cell, let old, let new) = step.name {
      let value = (isUndone ? old : new).text(clock)
      text = "\(cell.day.title) \(cell.period.name) \(cell.field.name) is \(value) again"
    } else if isUndone, step.name == .words(Self.outsideChanges) {
      text += "; saving removes them from the file"
    }
    say(text)
  }
}
