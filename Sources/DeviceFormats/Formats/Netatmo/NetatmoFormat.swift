import Diagnostics
import JSONText
import ScheduleModel

/// Writes and reads schedules of Netatmo Energy homes: the body of `synchomeschedule`, and answers of `homesdata`.
///
/// Sources: PyPI pyatmo 9.9.1 (home.py, async_sync_schedule; schedule.py) and its fixtures sync_schedule_*.json and
/// homesdata.json: a timetable of minutes since Monday 00:00 that names zones, and zones that have a temperature for
/// each room; what an entry begins lasts until the next one. 7 to 30 °C in halves: Home Assistant's netatmo
/// integration. Types of zones: dev.netatmo.com, Energy (0 comfort, 1 night, 4 custom).
struct NetatmoFormat: DeviceFormat {
  let title = "Netatmo Energy (synchomeschedule)"
  let options: Set<RequestOption> = [.target, .merge]

  let profiles = [
    DeviceProfile(
      id: "netatmo", aliases: ["natherm1", "nrv"], title: "Netatmo thermostats and valves",
      scales: [TemperatureScale(.celsius, step: 50, heat: 700...3000)],
      sides: .heat)
  ]

  func text(
    of week: FittedWeek, name: String, options: ExportOptions
  ) throws(ExportRefusal) -> WrittenText {
    var entries: [(minute: Int, heat: Hundredths)] = Weekday.allCases.flatMap { day in
      week.entries(of: day).map { (day.rawValue * 1440 + $0.time.minutes, $0.heat) }
    }
    if entries[0].minute > 0 { entries.insert((0, week.carried(into: .monday).heat), at: 0) }
    // The warmest is comfort, the coldest night; both are required.
    let heats = Set(entries.map(\.heat)).sorted(by: >)
    var zones: [(id: Int, heat: Hundredths)] = [(0, heats[0]), (1, heats[heats.count - 1])]
    for heat in heats.dropFirst().dropLast() { zones.append((zones.count + 2, heat)) }
    let kept = try Self.kept(options)
    let timetable = entries.map { entry -> JSONValue in
      let zone = zones.first { $0.heat == entry.heat }?.id ?? 0
      return ["m_offset": .integer(entry.minute), "zone_id": .integer(zone)]
    }
    let body: [JSONValue.Member] = [
      .init("timetable", .array(timetable)),
      .init("zones", .array(zones.map { Self.zone($0.id, $0.heat, kept.rooms) })),
    ]
    var notes: [Sentence] = []
    if options.target == nil, options.merge == nil {
      notes.append("the room is called \"ROOM\"; \(add: .target) ROOM,ROOM names the rooms")
    }
    if kept.members.isEmpty {
      let advice: Sentence =
        options.merge == nil ? "; \(add: .merge) FILE keeps those of the home" : ""
      notes.append("add the away and frost-guard temperatures (away_temp, hg_temp)\(advice)")
    }
    return WrittenText(.object(kept.members + body), notes: notes)
  }

  private static func zone(_ id: Int, _ heat: Hundredths, _ rooms: [String]) -> JSONValue {
    [
      "id": .integer(id), "name": .string(id == 0 ? "Comfort" : id == 1 ? "Night" : "\(heat) °C"),
      "type": .integer(id < 2 ? id : 4),
      "rooms": .array(
        rooms.map { ["id": .string($0), "therm_setpoint_temperature": .degrees(heat)] }),
    ]
  }

  /// The rooms, and what else the schedule has that is merged into.
  private static func kept(
    _ options: ExportOptions
  ) throws(ExportRefusal) -> (rooms: [String], members: [JSONValue.Member]) {
    let named = options.target?.split(separator: ",").map(String.init)
    guard let file = options.merge else { return (named ?? ["ROOM"], []) }
    do throws(ImportRefusal) {
      var found = try schedules(in: DeviceText(file).json())
      if found.count > 1 { found.removeAll { $0.place["selected"]?.node.boolean != true } }
      guard found.count == 1 else {
        throw .usage("\(option: .merge) needs a file with one selected schedule")
      }
      var rooms: Set<String> = []
      for zone in try found[0].place.member("zones").array() {
        rooms.formUnion(try heats(of: zone).keys)
      }
      let members = ["away_temp", "hg_temp"].compactMap { key in
        found[0].place[key].map { JSONValue.Member(key, JSONValue($0.node)) }
      }
      let (names, ids) = (found[0].rooms, rooms.union(found[0].rooms.keys).sorted())
      let chosen = try named?.map { name throws(ImportRefusal) in
        if let id = ids.first(where: { $0 == name || names[$0] == name }) { return id }
        let known = ids.map { (names[$0] ?? $0).quoted() }.joined(separator: ", ")
        throw .usage("the home has no room \(name.quoted()); use \(known)")
      }
      return (chosen ?? rooms.sorted(), members)
    } catch {
      throw ExportRefusal(error)
    }
  }

  private typealias HeatingSchedule = (place: LocatedNode, rooms: [String: String])

  func programs(in files: DeviceFiles) throws(ImportRefusal) -> DevicePrograms {
    let schedules = try Self.schedules(in: files.text.json())
    var zones: [DeviceZone] = []
    for schedule in schedules {
      var heats: [Int: [String: ReadDegrees]] = [:]
      for zone in try schedule.place.member("zones").array() {
        let id = try Self.number(zone, "id", 0...Int(Int32.max))
        guard heats.updateValue(try Self.heats(of: zone), forKey: id) == nil else {
          throw zone.fault("a second zone \(id)")
        }
      }
      let name = schedule.place["name"]?.node.string ?? schedule.place["id"]?.node.string
      let rooms = Set(heats.values.flatMap(\.keys)).sorted()
      for room in rooms {
        let own = [schedule.rooms[room], room].compactMap(\.self)
        let names =
          rooms.count == 1
          ? [name] + own : schedules.count == 1 ? own : own.map { "\(name ?? ""), \($0)" }
        zones.append(
          DeviceZone(names) { [heats] () throws(ImportRefusal) in
            try Self.program(schedule.place, room, heats)
          })
      }
    }
    guard !zones.isEmpty else { throw files.text.fault(at: nil, "no heating schedule") }
    return DevicePrograms(zones: zones)
  }

  /// The heating schedules of an answer, or the only one of a request, with the names of the rooms.
  private static func schedules(in answer: LocatedNode) throws(ImportRefusal) -> [HeatingSchedule] {
    if answer["timetable"] != nil { return [(answer, [:])] }
    let body = answer["body"] ?? answer
    var result: [HeatingSchedule] = []
    for home in try body["homes"]?.array() ?? [body["home"] ?? body] {
      var rooms: [String: String] = [:]
      for room in try home["rooms"]?.array() ?? [] {
        guard let id = room["id"]?.node.string else { continue }
        rooms[id] = room["name"]?.node.string
      }
      let list = try (home["schedules"] ?? home["therm_schedules"])?.array() ?? []
      for schedule in list {
        let type = schedule["type"]?.node.string ?? "therm"
        guard type == "therm" else {
          schedule.leaveOut("a schedule of type \(type.quoted())")
          continue
        }
        result.append((schedule, rooms))
      }
    }
    guard !result.isEmpty else { throw answer.fault("no heating schedule with a timetable") }
    return result
  }

  /// The temperature of each room in a zone, as requests and as answers write it.
  private static func heats(of zone: LocatedNode) throws(ImportRefusal) -> [String: ReadDegrees] {
    var heats: [String: ReadDegrees] = [:]
    let list = zone["rooms"] ?? zone["rooms_temp"]
    for room in try list?.array() ?? [] {
      let id = try room.member("id", "room_id").string()
      let heat = try room.member("therm_setpoint_temperature", "temp").degrees()
      guard heats.updateValue(heat, forKey: id) == nil else {
        throw room.fault("room \(id.quoted()) appears twice")
      }
    }
    return heats
  }

  private static func program(
    _ schedule: LocatedNode, _ room: String, _ heats: [Int: [String: ReadDegrees]]
  ) throws(ImportRefusal) -> DeviceProgram {
    let timetable = try schedule.member("timetable")
    var days: [[ReadSwitchpoint]] = Array(repeating: [], count: Weekday.allCases.count)
    var end = -1
    for entry in try timetable.array() {
      let minute = try number(entry, "m_offset", 0...10079)
      guard minute > end else { throw entry.fault("minute \(minute) does not come after \(end)") }
      let zone = try number(entry, "zone_id", 0...Int(Int32.max))
      guard let heat = heats[zone]?[room] else {
        throw entry.fault("zone \(zone) has no temperature for room \(room.quoted())")
      }
      days[minute / 1440].append(
        ReadSwitchpoint(time: (minute % 1440, nil), heat: heat, offset: entry.offset))
      end = minute
    }
    guard var evening = days.joined().last else { throw timetable.fault("the timetable is empty") }
    var program = DeviceProgram(.celsius)
    for (day, points) in zip(Weekday.allCases, days) {
      evening.minutes = 0
      try program.add(points.isEmpty ? [evening] : points, to: day, in: schedule.text)
      evening = points.last ?? evening
    }
    return program
  }

  private static func number(
    _ place: LocatedNode, _ key: String, _ range: ClosedRange<Int>
  ) throws(ImportRefusal) -> Int {
    let value = try place.member(key)
    guard let number = value.node.integer, range.contains(number) else {
      throw value.fault(
        "\(key.quoted()) is not between \(range.lowerBound) and \(range.upperBound)")
    }
    return number
  }
}
