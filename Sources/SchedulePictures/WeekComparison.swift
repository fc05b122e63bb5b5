package import ScheduleModel

/// Two weeks beside each other: which cells differ, and which days.
package struct WeekComparison: Hashable, Sendable {
  /// One of the two weeks.
  package enum Version: Hashable, Sendable, CaseIterable {
    case old, new

    /// What stands before its strips, as in a difference of texts.
    package var sign: String { self == .old ? "-" : "+" }
  }

  /// The cells that differ, in table order.
  package let changes: [CellChange]
  /// The scale of both.
  let unit: TemperatureUnit
  private let segments: [WeekSegments]

  /// Compares two weeks in the scale of the second.
  package init(from old: Week, to new: Week) {
    let old = old.converted(to: new.unit)
    unit = new.unit
    changes = ScheduleDiff(from: old, to: new).changes
    segments = [WeekSegments(old), WeekSegments(new)]
  }

  /// The changes in words, alike days as one line.
  package func lines(_ clock: ClockStyle) -> [String] {
    changes.foldedRows(alike: { _ in 0 }, row: \.cell.row, sentence: { $0.text(clock) })
      .map(\.sentence)
  }

  /// The pieces of a day.
  subscript(day: Weekday, version: Version) -> [DaySegment] {
    segments[version == .old ? 0 : 1][day]
  }

  /// Whether a day has the same cells and looks the same in both weeks, what is carried over from the day
  /// before included.
  package func isAlike(_ day: Weekday) -> Bool { changedRows(on: day).isEmpty }

  /// The rows that differ on a day: its own, and that of the day before where what it carries over does.
  func changedRows(on day: Weekday) -> Set<RowAddress> {
    let carried = WeekComparison.Version.allCases.map { version in
      self[day, version].first { $0.isCarriedOver }
    }
    let looks = carried.map {
      $0.map { [$0.minutes.upperBound] + $0.setpoint.temperatures.map(\.degrees.tenths) }
    }
    return Set(changes.map(\.cell.row).filter { $0.day == day })
      .union(looks[0] == looks[1] ? [] : carried.compactMap { $0?.row })
  }
}
