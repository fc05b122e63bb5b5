import ScheduleModel

/// A change of setpoints in a file.
struct ReadSwitchpoint {
  /// Minutes since midnight, 0...1439; rounded if the file has seconds.
  var minutes: Int
  /// The time in the file if it has seconds.
  var finerTime: String?
  /// The heat setpoint in the file's unit, if any.
  var heat: ReadDegrees?
  /// The cool setpoint in the file's unit, if any.
  var cool: ReadDegrees?
  /// The byte offset in the file.
  var offset: Int?
  /// The file; nil until the switchpoint is added to a program.
  var text: DeviceText?

  subscript(side: Side) -> ReadDegrees? {
    get { side == .heat ? heat : cool }
    set {
      if side == .heat { heat = newValue } else { cool = newValue }
    }
  }

  var sides: [Side] { Side.allCases.filter { self[$0] != nil } }

  /// What switchpoints of different places have in common.
  struct Change: Hashable {
    let minutes: Int
    let heat: ReadDegrees?
    let cool: ReadDegrees?
  }

  var change: Change { Change(minutes: minutes, heat: heat, cool: cool) }

  /// Whether both have the same setpoints.
  func holdsSame(as other: ReadSwitchpoint) -> Bool { heat == other.heat && cool == other.cool }

  func only(_ side: Side) -> ReadSwitchpoint {
    var result = self
    result[side.other] = nil
    return result
  }

  /// Creates a switchpoint at which the setpoints of some sides end.
  static func gap(from minutes: Int, _ sides: [Side], at offset: Int?) -> ReadSwitchpoint {
    var point = ReadSwitchpoint(minutes: minutes, offset: offset)
    for side in sides { point[side] = .gap }
    return point
  }
}

extension [ReadSwitchpoint] {
  /// Whether both have the same setpoints at the same times, anywhere in a file.
  func isSame(as other: [ReadSwitchpoint]) -> Bool {
    elementsEqual(other) { $0.change == $1.change }
  }

  /// The switchpoints of a day; if there are more than four, without those that repeat the setpoints in force.
  func withoutRepetitions() -> [ReadSwitchpoint] {
    guard count > Period.allCases.count else { return self }
    return enumerated().filter { index, point in
      index == 0 || !point.holdsSame(as: self[index - 1])
    }.map(\.element)
  }
}
