import ScheduleModel

// Devices with one program for the days of work and one for the others.

extension Week {
  /// The days of work: Monday to Saturday where Saturday is like Monday and Sunday is not, else Monday to Friday.
  func workdays(_ sides: Sides) -> [Weekday] {
    let isSaturdayOne =
      difference(of: .saturday, from: .monday, sides) == nil
      && difference(of: .sunday, from: .monday, sides) != nil
    return Weekday.allCases.filter { $0 < .saturday || isSaturdayOne && $0 == .saturday }
  }

  /// The first cell of a day that is not like that of another; nil where the days are alike.
  func difference(of day: Weekday, from other: Weekday, _ sides: Sides) -> CellAddress? {
    Period.allCases.lazy.flatMap { period in
      ([.time] + sides.each.map(\.field)).map { CellAddress(day, period, $0) }
    }.first { self[$0] != self[CellAddress(other, $0.period, $0.field)] }
  }
}
