import CLibrary
import TestSupport
import TestTraits
import Testing

/// `push --all` and `drift --all` to devices of every wire, on loopback.
@Suite(.waits) struct UnlikeFleetTests {
  private static let days = [
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
  ]
  private let folder = TemporaryFolder()
  private let thermostats = (0..<20).map { _ in StrictThermostat() }
  private let wide = (0..<3).map { _ in StrictThermostat(model: "CT80 Rev B2 V1.03") }
  private let controllers = [62, 64].map { BACnetStandIn(units: [$0, $0]) } + [BACnetStandIn()]
  private let valves = [ZigbeeStandIn(), ZigbeeStandIn()]
  private let house = HomeAssistantStandIn(unit: "°C")

  private func stop() {
    for thermostat in thermostats + wide { thermostat.stop() }
    for controller in controllers { controller.stop() }
    for valve in valves { valve.stop() }
    house.stop()
  }

  /// A device of the list, with options of its own as JSON members.
  private func device(
    _ name: String, _ link: String, _ file: String, _ options: String = ""
  ) -> String {
    "{\"name\": \"\(name)\", \"link\": \"\(link)\", \"file\": \"\(file)\"\(options)}"
  }

  /// The devices file: unlike in wire, unit, sides and steps.
  private var list: String {
    var devices: [String] = []
    for (index, thermostat) in thermostats.enumerated() {
      devices.append(device("room \(index)", thermostat.link, "f.json"))
    }
    for (index, thermostat) in wide.enumerated() {
      devices.append(device("wide \(index)", thermostat.link, "c.json", ", \"round\": true"))
    }
    let options = ["", ", \"round\": true", ", \"unit\": \"C\""]
    for (index, controller) in controllers.enumerated() {
      devices.append(device("handler \(index)", controller.link(), "c.json", options[index]))
    }
    devices.append(device("hall", house.link(), "c.json"))
    devices.append(
      device(
        "attic", house.link("attic"), "c.json", ", \"program\": \"heat\", \"replace\": true"))
    devices.append(device("valve 0", valves[0].link(), "c.json", ", \"program\": \"heat\""))
    devices.append(
      device(
        "valve 1", valves[1].link(kind: "danfoss-ally"), "halves.json", ", \"dropCool\": true"))
    return "{\"devices\": [\n" + devices.joined(separator: ",\n") + "\n]}"
  }

  private func run(_ script: String) throws -> ShellCommand {
    try ShellCommand(
      script, in: folder.path,
      environment: [
        "XDG_STATE_HOME=\(folder.path)/state", "HASS_TOKEN=\(HomeAssistantStandIn.token)",
        "HASS_SERVER=http://\(house.authority)",
      ])
  }

  private var writes: Int { (thermostats + wide).reduce(0) { $0 + writes(to: $1) } }

  private func writes(to thermostat: StrictThermostat) -> Int {
    thermostat.requests.count { $0.line.hasPrefix("POST") }
  }

  @Test(
    "thirty unlike devices, six of them faulty, get one report, and a second run writes the rest"
  )
  func thirty() throws {
    defer { stop() }
    let whole =
      "{\"from\": \"00:00:00\", \"to\": \"24:00:00\", "
      + "\"data\": {\"target_temp_low\": 19, \"target_temp_high\": 27}}"
    for (name, block) in [("hall", whole), ("attic", "")] {
      let week = Self.days.map { "\"\($0)\": [\(block)]" }.joined(separator: ", ")
      house.keep(name, "{\"id\": \"\(name)\", \"name\": \"\(name)\", \(week)}")
    }
    let faults: [(StrictThermostat.Fault, String)] = [
      (.silence, "GET"), (.reset, "GET"), (.half, "GET"), (.says(401, "no"), "GET"),
      (.says(200, #"{"error_msg": "no"}"#), "POST"), (.keepsSomethingElse, "POST"),
    ]
    for (thermostat, (fault, place)) in zip(thermostats, faults) {
      thermostat.fail(fault, on: place)
    }
    let made = try run(
      """
      setpoint new f.json --unit F --name Home; setpoint new c.json --unit C --name Home
      cp c.json halves.json; setpoint set halves.json all.wake.heat=21.5 2>/dev/null
      cat >.setpoint-devices.json <<'END'
      \(list)
      END
      grep -c '"name"' .setpoint-devices.json
      """)
    #expect(made.text == "30\n" && made.status == 0, "\(made.text) \(made.errorText)")

    let push = "setpoint push --all --yes --jobs 8 --timeout 5"
    let first = try run(push)
    #expect(first.status == 77, "\(first.errorText)")
    let table = first.text.split(separator: "\n").map(String.init)
    #expect(table.count == 31, "\(first.text)")
    #expect(table.count { $0.contains(" written ") } == 24, "\(first.text)")
    #expect(table.count { $0.contains(" failed ") } == 5, "\(first.text)")
    #expect(table.count { $0.contains(" differs ") } == 1, "\(first.text)")
    let report = first.errorText.split(separator: "\n")
    #expect(report.count < 150, "\(report.count) lines:\n\(first.errorText)")
    // What changes alike is one list, and not one for each device.
    #expect(
      report.count { $0.hasPrefix("setpoint: room 4, room ") && $0.hasSuffix(", 4 more:") } == 1,
      "\(first.errorText)")

    for thermostat in thermostats { thermostat.behave() }
    let healthy = (thermostats[6...] + wide).map(writes)
    let before = writes
    let second = try run(push)
    #expect(second.status == 0, "\(second.errorText)")
    #expect(
      second.text.split(separator: "\n").count { $0.contains(" same ") } == 24, "\(second.text)")
    #expect(
      second.text.split(separator: "\n").count { $0.contains(" written ") } == 6, "\(second.text)")
    #expect((thermostats[6...] + wide).map(writes) == healthy)
    #expect(writes == before + 12)
    let third = try run("setpoint drift --all --jobs 8 && \(push)")
    #expect(third.status == 0 && writes == before + 12, "\(third.errorText)")
    #expect(third.errorText.split(separator: "\n").count < 30, "\(third.errorText)")
    #expect((thermostats + wide).allSatisfy { $0.violations.isEmpty })
  }
}
