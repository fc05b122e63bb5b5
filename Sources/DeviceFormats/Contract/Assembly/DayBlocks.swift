import ScheduleModel

/// The blocks of a day, each with a start and an end. Between them, the file has no setpoint.
struct DayBlocks {
  private let sides: [Side]
  /// Whether the setpoint of the day before continues until the first block.
  private let carriesOver: Bool
  private var points: [ReadSwitchpoint] = []
  private var end = 0

  /// Creates a day without blocks; `sides` are those of its setpoints.
  init(_ sides: [Side], carriesOver: Bool = false) {
    (self.sides, self.carriesOver) = (sides, carriesOver)
  }

  /// Adds the block at `place`, which ends at the minute `end`, at most 1440.
  ///
  /// - Throws: `ImportRefusal.unreadable` for a block that begins before the last one ends.
  mutating func add(
    _ point: ReadSwitchpoint, until end: Int, at place: LocatedNode
  ) throws(ImportRefusal) {
    guard point.minutes >= self.end, point.minutes < end else {
      throw place.fault(
        point.minutes < end
          ? "the block starts before the previous block ends" : "the block ends before it starts")
    }
    points = switchpoints(until: point.minutes, at: place) + [point]
    self.end = end
  }

  /// Returns the switchpoints of the whole day; `place` is its place in the file.
  func switchpoints(at place: LocatedNode) -> [ReadSwitchpoint] {
    switchpoints(until: 1440, at: place)
  }

  private func switchpoints(until minutes: Int, at place: LocatedNode) -> [ReadSwitchpoint] {
    end < minutes && !(carriesOver && points.isEmpty)
      ? points + [.gap(from: end, sides, at: place.offset)] : points
  }
}
