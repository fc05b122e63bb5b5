import Diagnostics
import JSONText
import ScheduleModel

/// Reads the programs of a Radio Thermostat: what its GET answers, or both under `heat` and `cool`.
extension RadioThermostat: ImportableFormat {
  /// The most pairs a day can have: the CT80's seven (table 32 of the device's API document).
  private static let mostPairs = 7

  /// Reads a week; unknown members beside the programs do not matter.
  ///
  /// - Throws: `ImportRefusal`.
  package func week(
    from bytes: [UInt8], file: String, options: ImportOptions
  ) throws(ImportRefusal) -> DeviceImport {
    let json = try DeviceJSON(bytes, file: file)
    let root = json.tree.root
    let top = JSONPath()
    let heat: [[Switchpoint]]
    let cool: [[Switchpoint]]
    if root["heat"] != nil || root["cool"] != nil {
      guard root["heat"] != nil, root["cool"] != nil else {
        throw json.refusal(
          "\(root["heat"] == nil ? "heat" : "cool") is missing beside the other program", at: top)
      }
      heat = try program(at: top.member("heat"), in: json)
      cool = try program(at: top.member("cool"), in: json)
    } else {
      guard let program = options.program, program != .both else {
        throw json.refusal(
          "the file holds one program; say which with --program heat or --program cool", at: top)
      }
      let points = try self.program(at: top, in: json)
      guard let other = options.counterpart.map({ counterpart($0, for: points, program) }) else {
        let missing = program == .heat ? "cool" : "heat"
        throw json.refusal(
          "the file holds no \(missing) program; give one with --\(missing)", at: top)
      }
      (heat, cool) = program == .heat ? (points, other) : (other, points)
    }
    return try merged(heat, cool, json)
  }

  private func merged(
    _ heat: [[Switchpoint]], _ cool: [[Switchpoint]], _ json: DeviceJSON
  ) throws(ImportRefusal) -> DeviceImport {
    let merge = ProgramMerge(heat: heat, cool: cool)
    if let day = merge.crowdedDays.first {
      let days = merge.crowdedDays.map(\.name).joined(separator: ", ")
      throw json.refusal(
        "\(days): heat and cool switch at more than four times together, which four periods cannot hold",
        at: JSONPath().member("heat").member("\(day.rawValue)"))
    }
    guard let week = Schedule(unit: .fahrenheit, setpoints: merge.setpoints) else {
      throw json.refusal("the programs make no whole week", at: JSONPath())
    }
    let notes =
      merge.splitDays.isEmpty
      ? []
      : [
        "\(merge.splitDays.map(\.name).joined(separator: ", ")): fewer than four periods on the device; long ones were split in two alike"
      ]
    return DeviceImport(week: week, notes: notes)
  }

  private func program(
    at path: JSONPath, in json: DeviceJSON
  ) throws(ImportRefusal) -> [[Switchpoint]] {
    var node = json.tree.root
    for case .member(let key) in path.steps { node = node[key] ?? node }
    guard node.kind == .object else {
      throw json.refusal("expected an object of days, found \(node.kind.description)", at: path)
    }
    var days: [[Switchpoint]] = []
    for day in Weekday.allCases {
      let key = "\(day.rawValue)"
      guard let pairs = node[key] else {
        throw json.refusal("day \"\(key)\" (\(day.name)) is missing", at: path)
      }
      days.append(try self.day(day, pairs, at: path.member(key), in: json))
    }
    return days
  }

  private func day(
    _ day: Weekday, _ pairs: JSONNode, at path: JSONPath, in json: DeviceJSON
  ) throws(ImportRefusal) -> [Switchpoint] {
    let count = pairs.count
    guard pairs.kind == .array, count > 0, count % 2 == 0, count <= Self.mostPairs * 2 else {
      throw json.refusal(
        "\(day.name) must be an array of 1 to \(Self.mostPairs) pairs of minutes and °F; it has "
          + (pairs.kind == .array ? "\(count) numbers" : pairs.kind.description), at: path)
    }
    var points: [Switchpoint] = []
    for index in stride(from: 0, to: count, by: 2) {
      guard let time = pairs[index]?.integer.flatMap({ TimeOfDay(minutes: $0) }) else {
        throw json.refusal(
          "\(day.name): a time is a whole number of minutes, 0 to 1439", at: path.element(index))
      }
      guard let temperature = pairs[index + 1]?.number.flatMap({ Temperature($0) }),
        (0...1500).contains(temperature.tenths)
      else {
        throw json.refusal(
          "\(day.name): a temperature is a number of °F with at most one decimal, 0 to 150",
          at: path.element(index + 1))
      }
      let point = Switchpoint(time: time, temperature: temperature)
      // Unused periods repeat the last one.
      if point == points.last { continue }
      if let last = points.last, last.time >= time {
        throw json.refusal(
          "\(day.name): \(time) is not after \(last.time)", at: path.element(index))
      }
      points.append(point)
    }
    return points
  }

  /// Makes the program that the file does not hold.
  private func counterpart(
    _ source: ImportOptions.Counterpart, for points: [[Switchpoint]], _ program: Program
  ) -> [[Switchpoint]] {
    switch source {
    case .constant(let temperature):
      points.map { $0.map { Switchpoint(time: $0.time, temperature: temperature) } }
    case .schedule(let schedule):
      Weekday.allCases.map { day in
        schedule.day(day).map { setpoint in
          let value = program == .heat ? setpoint.cool : setpoint.heat
          return Switchpoint(
            time: setpoint.time,
            temperature: value.converted(from: schedule.unit, to: .fahrenheit))
        }
      }
    }
  }
}
