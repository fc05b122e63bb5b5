package import ScheduleModel

/// A document changed in some of the ways that an editor can.
package enum RandomChange {
  /// Returns the document after one to four changes of schedules, names, notes, order or cells.
  package static func of(
    _ document: Contents, using generator: inout SeededGenerator
  ) -> Contents {
    var document = document
    for _ in 0..<Int.random(in: 1...4, using: &generator) { change(&document, &generator) }
    return document
  }

  private static func change(
    _ document: inout Contents, _ generator: inout SeededGenerator
  ) {
    let count = document.schedules.count
    let index = Int.random(in: 0..<count, using: &generator)
    switch Int.random(in: 0..<10, using: &generator) {
    case 0 where count < 6:
      let week = Week.random(unit: document.unit, using: &generator)
      document.schedules.insert(
        Schedule(name: fresh(&generator), notes: "\"x\\\n", week: week), at: index)
    case 1 where count > 1: document.schedules.remove(at: index)
    case 2: document.schedules.swapAt(index, Int.random(in: 0..<count, using: &generator))
    case 3: document.schedules[index].name = fresh(&generator)
    case 4: document.schedules[index].notes = Bool.random(using: &generator) ? "N é" : nil
    case 5: document.schedules[index].device = Bool.random(using: &generator) ? "evohome" : nil
    case 6, 7: changeCalendar(&document, &generator)
    default:
      guard let row = RowAddress.all.randomElement(using: &generator) else { return }
      document.schedules[index].week[row].heat = Temperature(
        tenths: Int.random(in: 400...900, using: &generator))
    }
  }

  private static func changeCalendar(
    _ document: inout Contents, _ generator: inout SeededGenerator
  ) {
    let count = document.calendar.count
    let index = count == 0 ? 0 : Int.random(in: 0..<count, using: &generator)
    let schedule = document.schedules.randomElement(using: &generator)?.name ?? ""
    switch Int.random(in: 0..<5, using: &generator) {
    case 0 where count > 0: document.calendar.remove(at: index)
    case 1 where count > 0: document.calendar.append(document.calendar.remove(at: index))
    case 2 where count > 0:
      let key = UnknownMembers.Key(.top, Array("x".utf8))
      document.calendar[index].members[key] = UnknownMembers.Value(
        spelling: Array("true".utf8), meaning: Array("true".utf8), order: 0)
    case 3 where count > 0:
      document.calendar[index] = .random(schedule, using: &generator)
    default:
      document.calendar.insert(.random(schedule, using: &generator), at: index)
    }
  }

  private static func fresh(_ generator: inout SeededGenerator) -> String {
    "S\(UInt32.random(in: .min ... .max, using: &generator)) \u{1F525}"
  }
}
