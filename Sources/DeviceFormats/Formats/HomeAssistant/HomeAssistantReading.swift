import Diagnostics
import JSONText
import ScheduleModel

extension HomeAssistantFormat {
  func programs(in files: DeviceFiles) throws(ImportRefusal) -> DevicePrograms {
    let text = files.text
    let document = try text.document()
    if document["success"]?.node.boolean == false || document["message"] != nil {
      let message = (document["error"]?["message"] ?? document["message"])?.node.string
      throw document.fault("Home Assistant refused: \((message ?? "no reason").quoted(limit: 200))")
    }
    let found = document.weeks(except: Self.ordinary)
    guard !found.isEmpty else { throw document.fault("no days; expected monday to sunday") }
    let comment = text.lines().prefix { text.bytes[$0.lowerBound] == UInt8(ascii: "#") }
      .map { String(decoding: text.bytes[$0], as: UTF8.self) }.joined()
    // The unit in the comment of an export, or that of the options.
    let own: TemperatureUnit? =
      comment.contains("°C") ? .celsius : comment.contains("°F") ? .fahrenheit : nil
    guard let unit = own ?? files.options.fileUnit else { throw .unknownUnit }
    let side = files.options.program ?? (comment.contains("cool alone") ? .cool : nil)
    let calendar = try Self.calendar(document)
    let zones = found.map { place, path in
      let key = path.last { !$0.key.isEmpty && !Self.wrappings.contains($0.key) }?.key
      return DeviceZone([place["name"]?.node.string, key, place["id"]?.node.string]) {
        () throws(ImportRefusal) in
        try Self.program(place, unit, side, files.options, carriesOver: calendar != nil)
      }
    }
    return DevicePrograms(zones: zones, calendar: calendar ?? [])
  }

  /// Reads the calendar in the variables of an automation, exactly as an export writes it; nil if there is none.
  private static func calendar(_ document: LocatedNode) throws(ImportRefusal) -> [CalendarEntry]? {
    guard let list = document["automation"], list.node.kind == .array else { return nil }
    let found = try list.array().compactMap { $0["variables"] }.filter { $0["calendar"] != nil }
    guard found.count < 2 else { throw found[1].fault("a second calendar; leave one in the file") }
    guard let variables = found.first else { return nil }
    for (key, place) in try variables.object() where key != "calendar" {
      guard key == "due", place.node.string == HomeAssistantText.due else {
        throw place.fault("\(key.quoted()) was changed after the export")
      }
    }
    let helpers = document["schedule"]?.node.members.map(\.key) ?? []
    var entries: [CalendarEntry] = []
    for place in try variables.member("calendar").array() {
      let entry = try entry(place, helpers)
      let isFirst = entry == CalendarEntry(schedule: helpers[0])
      guard entries.count == 1 || (entries.isEmpty ? isFirst : !entry.isUnconditional) else {
        throw place.fault("only the first entry, which names the first helper, has no condition")
      }
      entries.append(entry)
    }
    guard entries.count <= FileFormat.mostEntries + 1 else {
      throw variables.fault("a calendar has at most \(FileFormat.mostEntries) entries")
    }
    return Array(entries.dropFirst())
  }

  /// Reads an entry, which names its schedule by the id of a helper.
  private static func entry(
    _ place: LocatedNode, _ helpers: [String]
  ) throws(ImportRefusal) -> CalendarEntry {
    let entity = try place.member("helper")
    guard let id = helpers.first(where: { "schedule.\($0)" == entity.node.string }) else {
      throw entity.fault("expected a helper of this file, such as \"schedule.winter\"")
    }
    let ends = [place["from"], place["to"]].map { $0?.node.string ?? "" }
    let words = [
      ends == ["", ""] ? nil : ends.joined(separator: ".."),
      place["weeks"]?.node.string,
      place["days"]?.node.elements.map { $0.string ?? "" }.joined(separator: ","),
    ]
    let entry: CalendarEntry
    do throws(Refusal) {
      let text = ([id] + words.compactMap(\.self)).joined(separator: " ")
      entry = try CalendarEntry(text, schedules: [id])
    } catch {
      throw place.fault(Sentence(error.reason))
    }
    guard HomeAssistantText.value(of: entry, helper: id) == JSONValue(place.node) else {
      throw place.fault(
        "expected helper, from and to, weeks, days (\"monday\") in this order, and nothing else")
    }
    return entry
  }

  /// The days; writing keeps the name and the icon of a helper.
  package func writtenValues(in text: String) -> [JSONValue] {
    let helper = (try? JSONTree(parsing: Array(text.utf8)))?.root.members.first?.value
    guard let helper, helper[Weekday.monday.name] != nil else { return [.string(text)] }
    return Weekday.allCases.map { helper[$0.name]?.normal ?? .array([]) }
  }

  /// Members that are not part of a week.
  private static let ordinary: Set = [
    "id", "type", "success", "context", "changed_states", "version", "minor_version", "key", "icon",
    "name", "automation", "homeassistant",
  ]

  /// Members that contain weeks and are not their names.
  private static let wrappings: Set = [
    "result", "response", "service_response", "data", "items", "schedule",
  ]

  /// A block of a day, which ends at most at 24:00.
  private typealias Block = (place: LocatedNode, point: ReadSwitchpoint, end: ReadTime)

  private static func program(
    _ place: LocatedNode, _ unit: TemperatureUnit, _ side: Side?, _ options: ImportOptions,
    carriesOver: Bool
  ) throws(ImportRefusal) -> DeviceProgram {
    var program = DeviceProgram(unit)
    program.name = place["name"]?.node.string
    var days: [(day: Weekday, list: LocatedNode, blocks: [Block])] = []
    for (key, list) in try place.object() {
      guard let day = Weekday(exactly: key) else { continue }
      let places = try list.node.kind == .null ? [] : list.array()
      let blocks = try places.map { place throws(ImportRefusal) in
        try block(place, unit, side, options)
      }
      days.append((day, list, blocks))
    }
    guard let sides = days.lazy.compactMap(\.blocks.first?.point.sides).first else {
      throw place.fault("no day has a block")
    }
    for (day, list, blocks) in days {
      var points = DayBlocks(sides, carriesOver: carriesOver)
      // As Home Assistant does.
      for block in blocks.sorted(by: { $0.point.minutes < $1.point.minutes }) {
        guard block.point.sides == sides else {
          throw block.place.fault("this block does not have the setpoints of the first")
        }
        try points.add(block.point, until: block.end, at: block.place)
      }
      try program.add(points.switchpoints(at: list), to: day, in: list.text)
    }
    place.warn(unknownBut: Set(Weekday.allCases.map(\.name) + ["name", "icon", "id"]))
    return program
  }

  /// Parses a block. Without setpoints, like those of a helper that switches on and off, it has those of the options.
  ///
  /// The end of a day is `24:00` in a file, the last time of its clock in an answer, and once was the last second.
  private static func block(
    _ block: LocatedNode, _ unit: TemperatureUnit, _ side: Side?, _ options: ImportOptions
  ) throws(ImportRefusal) -> Block {
    guard block.node.kind == .object else { throw block.fault("expected a block, from and to") }
    let from = try block.member("from")
    let to = try block.member("to")
    var point = ReadSwitchpoint(time: try from.clockTime(), offset: block.offset)
    let ends = ["24:00:00", "24:00", "23:59:59.999999", "23:59:59"]
    let end = try ends.contains(to.string()) ? (1440, nil) : to.clockTime()
    block.warn(unknownBut: ["from", "to", "data"])
    guard let data = block["data"], data.node.kind != .null,
      data.node.kind != .object || data.node.count > 0
    else {
      for side in Side.allCases { point[side] = options.given(side, in: unit) }
      if point.heat != nil || point.cool != nil { return (block, point, end) }
      let advice: Sentence = options.areAdvised ? " (\(add: .heat) VALUE fills it)" : ""
      throw block.fault("the block has no \"data\" with setpoints" + advice)
    }
    guard data.node.kind == .object else {
      throw data.fault(
        "expected \"data\" such as {temperature: 21}, not \(data.node.kind.description)")
    }
    data.warn(unknownBut: ["temperature", "target_temp_low", "target_temp_high"])
    point.heat = try data["target_temp_low"]?.degrees()
    point.cool = try data["target_temp_high"]?.degrees()
    if let single = data["temperature"] {
      guard point.heat == nil, point.cool == nil else {
        throw single.fault("\"temperature\" and \"target_temp_low\" or \"…_high\" in one block")
      }
      point[side ?? .heat] = try single.degrees()
    }
    guard point.heat != nil || point.cool != nil else {
      throw data.fault("\"target_temp_low\" and \"temperature\" are missing")
    }
    return (block, point, end)
  }
}
