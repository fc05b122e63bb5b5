import Diagnostics
import JSONText
import ScheduleModel

extension NeoHubFormat {
  func zones(
    in files: [DeviceText], options: ImportOptions
  ) throws(ImportRefusal) -> [DeviceZone] {
    let document = try files[0].json()
    if let error = document["error"] {
      throw error.fault("the hub refused: \((error.node.string ?? "no reason").quoted(limit: 200))")
    }
    var zones: [DeviceZone] = []
    try Self.collect(document, [], into: &zones, depth: 0)
    guard !zones.isEmpty else { throw document.fault("no days; expected monday to sunday") }
    return zones
  }

  private static let ordinary: Set = ["PROFILE_ID", "group", "name", "TIMESTAMP", "device", "ID"]

  /// Finds the profiles of an answer or a command: objects with days.
  private static func collect(
    _ place: LocatedNode, _ names: [String?], into zones: inout [DeviceZone], depth: Int
  ) throws(ImportRefusal) {
    if place.node.kind == .array {
      let elements = try place.array()
      // STORE_PROFILE_0: the days, and the name of the thermostat.
      let own = elements.lazy.compactMap(\.node.string).first
      for element in elements where element.node.kind == .object {
        try collect(element, [own] + names, into: &zones, depth: depth + 1)
      }
      return
    }
    guard place.node.kind == .object, depth < 6 else { return }
    let members = try place.object()
    let own = [place["name"]?.node.string, place["device"]?.node.string] + names
    if members.contains(where: { Weekday(exactly: $0.key) != nil }) {
      return zones.append(DeviceZone(own) { () throws(ImportRefusal) in try program(place) })
    }
    for (key, value) in members where !ordinary.contains(key) {
      let isCommand = key == key.uppercased() && depth == 0
      let count = zones.count
      try collect(
        value, isCommand || ["info", "profiles"].contains(key) ? own : [key], into: &zones,
        depth: depth + 1)
      if zones.count == count { place.text.leaveOut("member \(key.quoted())", at: value.offset) }
    }
  }

  /// The levels of the days. A hub in 5/2-day mode uses monday for five days and sunday for two.
  private static func program(_ place: LocatedNode) throws(ImportRefusal) -> DeviceProgram {
    var program = DeviceProgram(.celsius)
    let days = try place.object().compactMap { key, value in
      Weekday(exactly: key).map { (day: $0, value: value) }
    }
    let isFiveAndTwo = Set(days.map(\.day)) == [.monday, .sunday]
    for (day, value) in days {
      let points = try points(value, day)
      let own = isFiveAndTwo ? Weekday.allCases.filter { $0.isWeekend == day.isWeekend } : [day]
      for day in own { try program.add(points, to: day, in: place.text) }
    }
    place.warn(unknownBut: ordinary.union(Weekday.allCases.map(\.name)))
    return program
  }

  private static let six = ["wake", "level1", "level2", "level3", "level4", "sleep"]

  /// The enabled levels of a day, sorted by time.
  private static func points(
    _ place: LocatedNode, _ day: Weekday
  ) throws(ImportRefusal) -> [ReadSwitchpoint] {
    let members = try place.object()
    if members.contains(where: { $0.key == "time1" }) {
      throw place.fault("a timer's profile has no temperatures")
    }
    var points: [ReadSwitchpoint] = []
    for (key, level) in members {
      guard levels.contains(key) || six.contains(key) else {
        throw level.fault("\(key.quoted()) is not a level of a day")
      }
      if let point = try point(level) { points.append(point) }
    }
    guard !points.isEmpty else { throw place.fault("every level of \(day.title) is switched off") }
    return points.sorted { $0.minutes < $1.minutes }
  }

  private static func point(_ level: LocatedNode) throws(ImportRefusal) -> ReadSwitchpoint? {
    let values = try level.array()
    guard values.count == 2 || values.count == 4 else {
      throw level.fault("\(values.count) values; expected a time, heat, cool, and whether it cools")
    }
    if ["24:00", "00:00"].contains(try values[0].string()) { return nil }
    var point = ReadSwitchpoint(minutes: try values[0].clockMinutes(), offset: level.offset)
    point.heat = try values[1].degrees()
    guard values.count == 4 else { return point }
    let cools = try values[3].boolean()
    if cools { point.cool = try values[2].degrees() }
    for value in values[1...2]
    where value.node.number == 127.5 && (cools || value.offset == values[1].offset) {
      throw value.fault("127.5 is not a setpoint: the hub has none here")
    }
    return point
  }
}
