import ScheduleModel
import Testing

@Suite("Which schedule is which within a session")
struct ScheduleIdentityTests {
  private func schedule(_ name: String, heat: Int = 70) -> Schedule {
    var week = Week.standard(.fahrenheit)
    week[CellAddress(.monday, .wake, .heat)] = .temperature(Temperature(heat))
    return Schedule(name: name, week: week)
  }

  @Test("a schedule keeps its identity when its name, content or place changes")
  func staysTheSame() {
    let old = [schedule("A"), schedule("B", heat: 60), schedule("C", heat: 61)]
    var new = [old[2], old[0], old[1]]
    new[1].name = "B"
    new[2].name = "A"
    new[2].week = old[0].week
    #expect(ScheduleMatching(from: old, to: new).sources == [2, 0, 1])
  }

  @Test("a new schedule is not a schedule of the file, even under a deleted schedule's name")
  func newIsNew() {
    let old = [schedule("A"), schedule("B", heat: 60)]
    let new = [Schedule.new(name: "A", week: old[0].week), old[1]]
    #expect(ScheduleMatching(from: old, to: new).sources == [nil, 1])
    #expect(ScheduleMatching(from: new, to: new).sources == [0, 1])
    // Another text is matched by its content, including new schedules.
    let read = [schedule("B", heat: 60), schedule("A")]
    #expect(ScheduleMatching(from: new, to: read).sources == [1, 0])
  }

  @Test("a name finds the schedule with the same bytes, or else with a name that looks the same")
  func namesAreBytes() {
    let composed = "Caf\u{E9}"
    let decomposed = "Cafe\u{301}"
    let both = [schedule(decomposed), schedule(composed, heat: 60)]
    #expect(both.index(named: composed) == 1 && both.index(named: decomposed) == 0)
    #expect([both[0]].index(named: composed) == 0)
    #expect(both.index(named: "Cafe") == nil)
  }

  @Test("a copy is a new schedule with the same content")
  func copyHasAModel() {
    var old = schedule("A")
    let key = UnknownMembers.Key(.top, Array("x".utf8))
    old.members[key] = .init(spelling: [0x31], meaning: [0x31], order: 0)
    let copy = old.copy(named: "B")
    #expect(copy.identity != old.identity && copy.identity.isNew)
    #expect(copy.members == old.members)
    #expect(copy.week == old.week && copy.name == "B")
  }
}
