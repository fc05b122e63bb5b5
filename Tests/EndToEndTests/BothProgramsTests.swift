import CLibrary
import ScheduleModel
import TestSupport
import TestTraits
import Testing

/// Both programs together with devices on this machine: pull, push and drift as people use them.
@Suite(.waits) struct BothProgramsTests {
  private let folder = TemporaryFolder()

  private func run(_ script: String) throws -> ShellCommand {
    try ShellCommand(script, in: folder.path, environment: ["XDG_STATE_HOME=\(folder.path)/state"])
  }

  @Test(
    "what is pushed is what is pulled, and no drift",
    arguments: ["CT50 V1.94", "CT80 Rev B2 V1.03"])
  func roundTrip(model: String) throws {
    let thermostat = StrictThermostat(model: model)
    defer { thermostat.stop() }
    let link = thermostat.link
    let result = try run(
      """
      setpoint new home.json --unit F && setpoint set home.json tue.leave.heat=61 sat.wake.time=7:30 2>/dev/null
      setpoint drift home.json \(link); [ $? = 1 ] || exit 1
      setpoint push home.json \(link) --yes --replace || exit 2
      setpoint drift home.json \(link) || exit 3
      setpoint pull \(link) --name Home -o pulled.json && setpoint diff home.json pulled.json || exit 4
      setpoint push home.json \(link) --yes || exit 5
      """)
    #expect(result.status == 0, "\(result.status) \(result.errorText)")
    #expect(result.errorText.contains("already; nothing was written"))
    #expect(thermostat.violations == [])
    #expect(thermostat.requests.count { $0.line.hasPrefix("POST") } == 2)

    thermostat.set("heat", day: 4, "[360,70,480,62,1080,70,1320,55]")
    let drift = try run("setpoint drift home.json \(link)")
    #expect(drift.status == 1)
    #expect(drift.text == "friday sleep heat 62 -> 55\n", "\(drift.text)")
    let undone = try run(
      "setpoint push home.json \(link) --yes && setpoint push --undo \(link) --yes")
    #expect(undone.status == 0, "\(undone.errorText)")
    #expect(thermostat.program("heat")["4"]?.contains("1320,55") == true)
  }

  @Test("--dry-run prints what would be sent, and nothing reaches the thermostat")
  func dryRun() throws {
    let thermostat = StrictThermostat()
    defer { thermostat.stop() }
    let result = try run(
      "setpoint new home.json --unit F && setpoint push home.json \(thermostat.link) --dry-run")
    #expect(result.status == 0, "\(result.errorText)")
    #expect(result.text.hasPrefix("POST http://\(thermostat.authority)/tstat/program/heat\n"))
    #expect(thermostat.requests.isEmpty)
  }

  @Test(
    "a thermostat that misbehaves is told as such, and is written to only where it was read",
    arguments: [
      ("busy", StrictThermostat.Fault.busy), ("reset", .reset), ("half", .half),
      ("silence", .silence), ("endless", .endless),
      ("says", .says(200, #"{"error": "\\u001b[2J"}"#)),
    ]) func faults(name: String, fault: StrictThermostat.Fault) throws
  {
    let thermostat = StrictThermostat()
    defer { thermostat.stop() }
    thermostat.fail(fault, on: "GET /tstat/program/cool")
    let result = try run(
      """
      setpoint new home.json --unit F; setpoint drift home.json \(thermostat.link) --timeout 5
      [ $? = 75 ] || exit 1; setpoint push home.json \(thermostat.link) --yes --timeout 5
      """)
    #expect(result.status == 75, "\(name): \(result.status) \(result.errorText)")
    #expect(!thermostat.requests.contains { $0.line.hasPrefix("POST") })
    #expect(result.output.containsNoControls && result.errors.containsNoControls)
    #expect(result.errorText.split(separator: "\n").count <= 6, "\(result.errorText)")
  }

  @Test("a thermostat that stores something else is named with its cells")
  func storesSomethingElse() throws {
    let thermostat = StrictThermostat()
    defer { thermostat.stop() }
    thermostat.fail(.keepsSomethingElse, on: "POST /tstat/program/heat")
    let result = try run(
      "setpoint new home.json --unit F; setpoint push home.json \(thermostat.link) --yes")
    #expect(result.status == 1, "\(result.errorText)")
    #expect(result.errorText.contains("holds something else than was written"))
    #expect(result.errorText.contains("thursday heats at 00:00"))
  }

  @Test("a push that broke off in the middle is mended by the next one, and by undo")
  func brokenOff() throws {
    let thermostat = StrictThermostat()
    defer { thermostat.stop() }
    let before = [thermostat.program("heat"), thermostat.program("cool")]
    thermostat.fail(.takesAndResets, on: "POST /tstat/program/cool")
    let result = try run(
      "setpoint new home.json --unit F; setpoint push home.json \(thermostat.link) --yes")
    #expect(result.status == 75)
    #expect(result.errorText.contains("push again, or push --undo"), "\(result.errorText)")
    thermostat.behave()
    let mended = try run(
      "setpoint push home.json \(thermostat.link) --yes; setpoint drift home.json \(thermostat.link)"
    )
    #expect(mended.status == 0, "\(mended.errorText)")
    let undone = try run("setpoint push --undo \(thermostat.link) --yes")
    #expect(undone.status == 0, "\(undone.errorText)")
    #expect([thermostat.program("heat"), thermostat.program("cool")] == before)
  }

  // MARK: Other devices

  @Test("a controller's schedule objects are read, written and proved")
  func controller() throws {
    let controller = BACnetStandIn()
    defer { controller.stop() }
    let link = controller.link()
    let result = try run(
      """
      setpoint new home.json --unit C && setpoint push home.json \(link) --yes && setpoint drift home.json \(link) &&
        setpoint pull \(link) --file-unit C --name Home -o pulled.json && setpoint diff home.json pulled.json
      """)
    #expect(result.status == 0, "\(result.errorText)")
    let before = controller.week(1)
    controller.fail(.keepsSomethingElse, on: 15)
    let other = try run(
      "setpoint set home.json mon.wake.heat=19 2>/dev/null; setpoint push home.json \(link) --yes")
    #expect(other.status == 1, "\(other.errorText)")
    #expect(controller.week(1) != before)
  }

  @Test(
    "a schedule helper of Home Assistant is filled, read and emptied of nothing but what was there",
    .enabled(if: access("/usr/bin/basenc", X_OK) == 0, "basenc is not installed"))
  func helper() throws {
    let home = HomeAssistantStandIn(unit: "°C") { key in
      let script = """
        printf %s '\(key)258EAFA5-E914-47DA-95CA-C5AB0DC85B11' | sha1sum | cut -c1-40 | tr a-f A-F |
          basenc --base16 -d | base64
        """
      let text = (try? ShellCommand(script, in: "/").text) ?? ""
      return String(text.dropLast())
    }
    defer { home.stop() }
    let days = Weekday.allCases.map { "\"\($0.name)\": []" }.joined(separator: ", ")
    home.keep("hall", "{\"id\": \"hall\", \"name\": \"Hall\", \"icon\": \"mdi:sofa\", \(days)}")
    let link = home.link()
    let result = try ShellCommand(
      """
      setpoint new home.json --unit C --name Winter
      setpoint push home.json \(link) --yes; [ $? = 75 ] || exit 1
      setpoint push home.json \(link) --yes --replace && setpoint drift home.json \(link) || exit 2
      setpoint pull \(link) --file-unit C --name Winter -o pulled.json && setpoint diff home.json pulled.json || exit 3
      HASS_TOKEN=\(HomeAssistantStandIn.guest)x setpoint drift home.json \(link); [ $? = 77 ] || exit 4
      HASS_TOKEN= setpoint drift home.json \(link); [ $? = 77 ] || exit 5
      grep -r secret-of . && exit 6
      setpoint push --undo \(link) --yes || exit 7
      """, in: folder.path,
      environment: [
        "XDG_STATE_HOME=\(folder.path)/state", "HASS_TOKEN=\(HomeAssistantStandIn.token)",
      ])
    #expect(result.status == 0, "\(result.status) \(result.errorText)")
    #expect(!(result.text + result.errorText).contains("secret-of"))
    #expect(home.item("hall")?["name"]?.text == "Hall")
    #expect(home.item("hall")?["monday"]?.elements.isEmpty == true)
    #expect(home.violations == [])
  }

  @Test(
    "a valve behind zigbee2mqtt is proved where the bridge reports what it holds, and only there")
  func valve() throws {
    let bridge = ZigbeeStandIn()
    defer { bridge.stop() }
    let link = bridge.link()
    let result = try run(
      """
      setpoint new home.json --unit C; set -- '\(link)'
      setpoint push home.json "$1" --program heat --yes || exit 1
      setpoint drift home.json "$1" --program heat || exit 2
      setpoint pull "$1" --missing-from home.json --name Home -o pulled.json && setpoint diff home.json pulled.json || exit 3
      setpoint set home.json mon.wake.heat=19 2>/dev/null; setpoint drift home.json "$1" --program heat
      [ $? = 1 ] || exit 4
      setpoint push --undo "$1" --yes || exit 5
      """)
    #expect(result.status == 0, "\(result.status) \(result.errorText)")
    #expect(result.text == "monday wake heat 19 -> 21\n", "\(result.text)")
    #expect(bridge.day("monday")?.contains("21.5") == true, "\(bridge.day("monday") ?? "")")
    // The other kinds tell nothing, or what they were told.
    let link2 = bridge.link(kind: "sonoff-trvzb")
    bridge.fail(.silence, on: "get")
    let blind = try run("setpoint push home.json '\(link2)' --drop-cool --round --yes")
    #expect(blind.status == 75 && blind.errorText.contains("--replace writes all the same"))
    let written = try run(
      "setpoint push home.json '\(link2)' --drop-cool --round --yes --replace")
    #expect(
      written.status == 75 && written.errorText.contains("not verifiable"), "\(written.errorText)")
  }
}
