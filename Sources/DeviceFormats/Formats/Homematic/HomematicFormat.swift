import Diagnostics
import JSONText
import ScheduleModel

/// Writes and reads week profiles of Homematic and Homematic IP thermostats, as a parameter set.
///
/// Sources: the parameter descriptions of pydevccu (HmIP-eTRV-B, HmIP-WTH-2, HM-TC-IT-WM-W-EU, HM-CC-RT-DN): 13 slots
/// per day, `P1_ENDTIME_MONDAY_1` from 5 to 1440 minutes, `P1_TEMPERATURE_MONDAY_1` from 5 to 30 °C. A slot ends at its
/// time; slots after 24:00 are ignored.
struct HomematicFormat: DeviceFormat {
  let title = "Homematic and Homematic IP week profiles (CCU, XML-RPC)"

  let profiles = [
    thermostat(
      "homematic", aliases: ["hmip", "hmip-etrv", "hmip-wth", "hm-tc-it-wm-w-eu"],
      "Homematic IP thermostats, HM-TC-IT-WM-W-EU"),
    thermostat("hm-cc-rt-dn", "HM-CC-RT-DN radiator valves, which have one profile"),
  ]

  let forms: [(id: String, title: Sentence)] = (1...6).map { ("p\($0)", "week profile \($0)") }

  static let slots = 13

  private static func thermostat(
    _ id: String, aliases: [String] = [], _ title: String
  ) -> DeviceProfile {
    DeviceProfile(
      id: id, aliases: aliases, title: title, periods: slots, timeGrid: 5,
      scales: [TemperatureScale(.celsius, step: 50, heat: 500...3000)], sides: .heat,
      needsMidnightEntry: true)
  }

  func text(
    of week: FittedWeek, name: String, options: ExportOptions
  ) throws(ExportRefusal) -> WrittenText {
    let (form, hasForms) = (options.form ?? "p1", week.profile.id == "homematic")
    guard hasForms || form == "p1" else {
      throw .usage("\(week.profile.id) has one week profile, not \(form)")
    }
    let prefix = hasForms ? "\(form.uppercased())_" : ""
    var members: [JSONValue.Member] = []
    for day in Weekday.allCases {
      let entries = week.entries(of: day)
      for index in 0..<Self.slots {
        let end = index + 1 < entries.count ? entries[index + 1].time.minutes : 1440
        let place = "\(day.name.uppercased())_\(index + 1)"
        members.append(.init("\(prefix)ENDTIME_\(place)", .integer(end)))
        members.append(
          .init(
            "\(prefix)TEMPERATURE_\(place)", .real(entries[min(index, entries.count - 1)].heat)))
      }
    }
    return WrittenText(.object(members))
  }

  func programs(in files: DeviceFiles) throws(ImportRefusal) -> DevicePrograms {
    var document = try files.text.json()
    document = document["result"] ?? document
    var programs: [String: [Weekday: [Int: Slot]]] = [:]
    for (key, value) in try document.object() {
      guard let slot = try Self.slot(key, value) else { continue }
      programs[slot.program, default: [:]][slot.day, default: [:]][slot.number, default: [:]][
        slot.parameter] = value
    }
    guard !programs.isEmpty else {
      throw document.fault("no ENDTIME_MONDAY_1 or P1_ENDTIME_MONDAY_1")
    }
    let zones = programs.sorted { $0.key < $1.key }.map { name, days in
      DeviceZone([name]) { () throws(ImportRefusal) in
        var program = DeviceProgram(.celsius)
        for (day, slots) in days.sorted(by: { $0.key < $1.key }) {
          try program.add(Self.points(slots, day, document), to: day, in: document.text)
        }
        return program
      }
    }
    return DevicePrograms(zones: zones)
  }

  /// The values of a slot by their parameters, `ENDTIME` and `TEMPERATURE`.
  private typealias Slot = [Substring: LocatedNode]

  /// Parses a key; nil for a parameter that is not part of a week profile.
  private static func slot(
    _ key: String, _ value: LocatedNode
  ) throws(ImportRefusal) -> (program: String, parameter: Substring, day: Weekday, number: Int)? {
    var words = key.split(separator: "_", omittingEmptySubsequences: false)
    var program = ""
    if let first = words.first, first.count == 2, first.hasPrefix("P"), first.last?.isNumber == true
    {
      program = String(first)
      words.removeFirst()
    }
    guard words.count == 3, words[0] == "ENDTIME" || words[0] == "TEMPERATURE",
      let day = Weekday(exactly: words[1].lowercased()), let number = Int(words[2])
    else { return nil }
    guard (1...slots).contains(number) else {
      throw value.fault("slot \(number) is outside 1 to \(slots)")
    }
    return (program, words[0], day, number)
  }

  private static func points(
    _ slots: [Int: Slot], _ day: Weekday, _ document: LocatedNode
  ) throws(ImportRefusal) -> [ReadSwitchpoint] {
    var points: [ReadSwitchpoint] = []
    var start = 0
    for number in 1...Self.slots where start < 1440 {
      guard let end = slots[number]?["ENDTIME"], let heat = slots[number]?["TEMPERATURE"] else {
        throw document.fault("\(day.title) does not reach 24:00; slot \(number) is missing")
      }
      guard let minutes = end.node.number ?? Int(end.node.string ?? "").map(Double.init),
        minutes.rounded() == minutes, minutes > Double(start), minutes <= 1440
      else { throw end.fault("\(day.title)'s slot \(number) does not end after the one before") }
      let degrees = try heat.expect(
        "a temperature",
        ReadDegrees(text: heat.node.string ?? "")
          ?? heat.node.number.flatMap { ReadDegrees($0) })
      points.append(ReadSwitchpoint(time: (start, nil), heat: degrees, offset: end.offset))
      start = Int(minutes)
    }
    guard start == 1440 else { throw document.fault("\(day.title) does not reach 24:00") }
    return points
  }
}
