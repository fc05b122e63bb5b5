import ScheduleModel

/// A change of setpoints as a file has it.
struct ReadSwitchpoint {
  /// Minutes since midnight, 0...1439.
  var minutes: Int
  /// The heat setpoint in the file's unit; nil where this program has none.
  var heat: ReadDegrees?
  /// The cool setpoint likewise.
  var cool: ReadDegrees?
  /// Where it stands in the file, in bytes.
  var offset: Int?
  /// The file; nil until a program has taken the switchpoint.
  var text: DeviceText?

  /// The setpoint of a side.
  subscript(side: Side) -> ReadDegrees? {
    get { side == .heat ? heat : cool }
    set {
      if side == .heat { heat = newValue } else { cool = newValue }
    }
  }

  /// The sides that it has setpoints for.
  var sides: [Side] { Side.allCases.filter { self[$0] != nil } }

  /// Whether the same setpoints hold.
  func holdsSame(as other: ReadSwitchpoint) -> Bool { heat == other.heat && cool == other.cool }

  /// The switchpoint of one side alone.
  func only(_ side: Side) -> ReadSwitchpoint {
    var result = self
    result[side.other] = nil
    return result
  }
}

extension [ReadSwitchpoint] {
  /// Whether the same setpoints begin at the same times, wherever they stand in a file.
  func isSame(as other: [ReadSwitchpoint]) -> Bool {
    elementsEqual(other) { $0.minutes == $1.minutes && $0.holdsSame(as: $1) }
  }

  /// The switchpoints of a day; where there are more than the table's four, without those that
  /// repeat what is in force.
  func withoutRepetitions() -> [ReadSwitchpoint] {
    guard count > Period.allCases.count else { return self }
    return enumerated().filter { index, point in
      index == 0 || !point.holdsSame(as: self[index - 1])
    }.map(\.element)
  }
}
