import ScheduleModel
import TestSupport
import Testing

/// Which schedule is which, in two documents that were read apart.
@Suite struct ScheduleMatchingTests {
  private func schedule(_ name: String, heat: Int) -> Schedule {
    let week = Week(unit: .fahrenheit) { period in
      Setpoint(
        time: TimeOfDay(wrapping: (heat - 50) * 10 + period.rawValue * 300),
        heat: Temperature(heat), cool: Temperature(heat + 20))
    }
    return Schedule(name: name, week: week)
  }

  @Test("a schedule that was renamed and edited is matched by its unchanged cells")
  func renamedAndEdited() {
    var renamed = schedule("Summer", heat: 60)
    renamed.week[CellAddress.all[1]] = .temperature(Temperature(77))
    let old = [schedule("Winter", heat: 55), schedule("Home", heat: 60)]
    let matching = ScheduleMatching(from: old, to: [renamed, schedule("Winter", heat: 55)])
    #expect(matching.sources == [1, 0])
  }

  @Test("a removed schedule is not matched with an added one")
  func removedAndAdded() {
    let matching = ScheduleMatching(
      from: [schedule("Home", heat: 60)], to: [schedule("Cabin", heat: 50)])
    #expect(matching.sources == [nil])
    #expect(matching.target(of: 0) == nil)
  }

  @Test("the remaining schedules are matched by likeness")
  func mostAlike() {
    var first = schedule("A2", heat: 60)
    var second = schedule("B2", heat: 70)
    for cell in CellAddress.all.prefix(20) where cell.field != .time {
      first.week[cell] = .temperature(Temperature(99))
      second.week[cell] = .temperature(Temperature(98))
    }
    let matching = ScheduleMatching(
      from: [schedule("A", heat: 60), schedule("B", heat: 70)], to: [second, first])
    #expect(matching.sources == [1, 0])
  }
}
