package import ScheduleModel

/// The difference between two weeks: the changed cells and days.
package struct WeekComparison: Hashable, Sendable {
  package enum Version: Hashable, Sendable, CaseIterable {
    case old, new

    /// The sign before its strips, as in a text diff.
    package var sign: String { self == .old ? "-" : "+" }
  }

  /// The changed cells, in table order.
  package let changes: [CellChange]
  let unit: TemperatureUnit
  private let segments: [WeekSegments]

  /// Compares two weeks in the unit of the second.
  package init(from old: Week, to new: Week) {
    let old = old.converted(to: new.unit)
    unit = new.unit
    changes = old.changes(to: new)
    segments = [WeekSegments(old), WeekSegments(new)]
  }

  /// Describes the changes; equal changes on several days are one line.
  package func lines(_ clock: ClockStyle) -> [String] {
    changes.foldedRows(alike: { _ in 0 }, row: \.cell.row, sentence: { $0.text(clock) })
      .map(\.sentence)
  }

  subscript(day: Weekday, version: Version) -> [DaySegment] {
    segments[version == .old ? 0 : 1][day]
  }

  /// Whether a day is equal in both weeks, including the period carried over from the previous day.
  package func isAlike(_ day: Weekday) -> Bool { changedRows(on: day).isEmpty }

  /// The changed rows of a day, including the carried-over one.
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
