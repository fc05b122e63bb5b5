import Diagnostics
import ScheduleModel
import TwoWayTable

extension EditorState {
  /// Opens a list of days to copy to, from the day just edited, or else from the day at the cursor.
  mutating func showCopyForm() {
    let source = dayJustEdited ?? cursor.day
    let days = layout.week.filter { $0 != source }
    daysToCopyTo = []
    let detail = ListDetail(
      isChoice: true,
      compares: { state, _ in
        let chosen = days.filter(state.daysToCopyTo.contains)
        var copied = state.schedule
        _ = ScheduleEdit(copying: source, to: chosen, in: state.week).apply(to: &copied.week)
        return ComparedWeeks.differing(state.schedule, copied)
      },
      hints: [
        Hint("Space", "tick"), Hint("Enter", "copy"), Hint("w", "weekdays"), Hint("e", "weekend"),
        Hint("a", "all"),
      ])
    open("Copy \(source.title) to", detail, abilities: []) { state in
      days.map { day in
        let box = state.daysToCopyTo.contains(day) ? "[x]" : "[ ]"
        let isAlike = state.week.day(day).elementsEqual(state.week.day(source))
        return ListItem(
          id: day.name, title: "\(box) \(day.title)", detail: isAlike ? "already equal" : "")
      }
    } choose: { state, outcome throws(Refusal) in
      try state.chooseDays(outcome, from: source, among: days)
    }
  }

  private mutating func chooseDays(
    _ outcome: ListOutcome, from source: Weekday, among days: [Weekday]
  ) throws(Refusal) {
    guard let day = outcome.id.flatMap({ Weekday($0) }) else { return }
    switch outcome {
    case .key(.character(" "), _), .key(.character("x"), _):
      daysToCopyTo.formSymmetricDifference([day])
    case .key(.character("w"), _): toggle(days.filter { !$0.isWeekend })
    case .key(.character("e"), _): toggle(days.filter(\.isWeekend))
    case .key(.character("a"), _): toggle(days)
    case .open, .key(.control("s"), _):
      let chosen = days.filter(daysToCopyTo.contains)
      guard !chosen.isEmpty else {
        throw Refusal("tick days: Space for one, w weekdays, e weekend, a all")
      }
      copy(source, to: chosen)
      dialogs.close()
    default: break
    }
  }

  /// Selects days, or deselects them if all were selected.
  private mutating func toggle(_ days: [Weekday]) {
    if daysToCopyTo.isSuperset(of: days) {
      daysToCopyTo.subtract(days)
    } else {
      daysToCopyTo.formUnion(days)
    }
  }
}
