import ScheduleModel

// Devices with one program for workdays and one for days off.

extension Week {
  /// The workdays: Monday to Saturday if Saturday equals Monday and Sunday does not, otherwise Monday to Friday.
  func workdays(_ sides: Sides) -> [Weekday] {
    let isSaturdayOne =
      difference(of: .saturday, from: .monday, sides) == nil
      && difference(of: .sunday, from: .monday, sides) != nil
    return Weekday.allCases.filter { $0 < .saturday || isSaturdayOne && $0 == .saturday }
  }

  /// The first cell in which two days differ; nil if they are equal.
  func difference(of day: Weekday, from other: Weekday, _ sides: Sides) -> CellAddress? {
    Period.allCases.lazy.flatMap { period in
      ([.time] + sides.each.map(\.field)).map { CellAddress(day, period, $0) }
    }.first { self[$0] != self[CellAddress(other, $0.period, $0.field)] }
  }
}
