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
    "a pushed program is pulled unchanged, without drift",
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
    #expect(result.errorText.contains("already stores \"Home\" of home.json; nothing was written"))
    #expect(thermostat.violations == [])
    #expect(thermostat.requests.count { $0.line.hasPrefix("POST") } == 2)

    thermostat.set("heat", day: 4, "[360,70,480,62,1080,70,1320,55]")
    let drift = try run("setpoint drift home.json \(link)")
    #expect(drift.status == 1)
    #expect(drift.text == "Friday sleep heat 62 -> 55\n", "\(drift.text)")
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

  @Test("a BACnet address gets the side of its schedule alone, and a device that cools is named")
  func oneSchedule() throws {
    let result = try run(
      """
      setpoint new both.json --unit C; setpoint new cool.json --unit C --sides cool
      link=bacnet://127.0.0.1/1/schedule
      setpoint push both.json $link/7 -n && setpoint push cool.json $link/,8 -n || exit 1
      setpoint push cool.json $link/7 -n; [ $? = 64 ] || exit 2
      setpoint export cool.json --to zcl/zha; [ $? = 64 ] || exit 3
      """)
    #expect(result.status == 0, "\(result.status) \(result.errorText)")
    #expect(result.text.contains("schedule,7 Weekly_Schedule (heat)"), "\(result.text)")
    #expect(result.text.contains("schedule,8 Weekly_Schedule (cool)"), "\(result.text)")
    #expect(result.errorText.contains("an address that ends in /schedule/,M gets cool alone"))
    #expect(result.errorText.contains("zcl supports no cool setpoints; zcl-thermostat does"))
  }

  @Test(
    "an address with a side reaches that program alone",
    arguments: [("heat", "cool"), ("cool", "heat")])
  func oneProgram(side: String, other: String) throws {
    let thermostat = StrictThermostat()
    defer { thermostat.stop() }
    let (before, kept) = (thermostat.program(side), thermostat.program(other))
    let result = try run(
      """
      setpoint new one.json --unit F --sides \(side); setpoint new both.json --unit F
      setpoint push one.json \(thermostat.link) --yes; [ $? = 64 ] || exit 1
      link=\(thermostat.link)/\(side)
      setpoint push one.json $link --yes && setpoint drift one.json $link || exit 2
      setpoint push both.json $link --yes || exit 3
      setpoint push both.json $link --program both --yes; [ $? = 64 ] || exit 4
      setpoint pull $link -o pulled.json && setpoint get pulled.json sides || exit 5
      """)
    #expect(result.status == 0, "\(result.status) \(result.errorText)")
    #expect(result.text.hasSuffix("\(side)\n"), "\(result.text)")
    #expect(result.errorText.contains("an address that ends in /\(side) gets \(side) alone"))
    #expect(result.errorText.contains("the device gets the \(side) program alone; omit --program"))
    #expect(thermostat.program(side) != before)
    let undone = try run("setpoint push --undo \(thermostat.link)/\(side) --yes")
    #expect(undone.status == 0, "\(undone.errorText)")
    #expect(thermostat.program(side) == before && thermostat.program(other) == kept)
    #expect(!thermostat.requests.contains { $0.line == "POST /tstat/program/\(other)" })
    #expect(thermostat.violations == [])
  }

  @Test(
    "a misbehaving thermostat is reported, and written only after it was read",
    arguments: [("silence", StrictThermostat.Fault.silence), ("endless", .endless)]) func faults(
      name: String, fault: StrictThermostat.Fault
    ) throws
  {
    let thermostat = StrictThermostat()
    defer { thermostat.stop() }
    thermostat.fail(fault, on: "GET /tstat/program/cool")
    let result = try run(
      """
      setpoint new home.json --unit F; setpoint drift home.json \(thermostat.link) --timeout 5
      [ $? = 75 ] || exit 9; setpoint push home.json \(thermostat.link) --yes --timeout 5
      """)
    #expect(result.status == 75, "\(name): \(result.status) \(result.errorText)")
    #expect(!thermostat.requests.contains { $0.line.hasPrefix("POST") })
    #expect(result.output.containsNoControls && result.errors.containsNoControls)
    #expect(result.errorText.split(separator: "\n").count <= 6, "\(result.errorText)")
  }

  @Test("a thermostat that stores something else is reported with the cells")
  func storesSomethingElse() throws {
    let thermostat = StrictThermostat()
    defer { thermostat.stop() }
    thermostat.fail(.keepsSomethingElse, on: "POST /tstat/program/heat")
    let result = try run(
      "setpoint new home.json --unit F; setpoint push home.json \(thermostat.link) --yes")
    #expect(result.status == 1, "\(result.errorText)")
    #expect(result.errorText.contains("stores a different program than the one written"))
    #expect(result.errorText.contains("Thursday wake time 06:00 -> 00:00"))
  }

  @Test("a push that stopped halfway is repaired by the next push or by undo")
  func brokenOff() throws {
    let thermostat = StrictThermostat()
    defer { thermostat.stop() }
    let before = [thermostat.program("heat"), thermostat.program("cool")]
    thermostat.fail(.reset, on: "POST /tstat/program/cool")
    let result = try run(
      "setpoint new home.json --unit F; setpoint push home.json \(thermostat.link) --yes")
    #expect(result.status == 75)
    #expect(result.errorText.contains("push again, or setpoint push --undo"), "\(result.errorText)")
    thermostat.behave()
    let mended = try run(
      "setpoint push home.json \(thermostat.link) --yes; setpoint drift home.json \(thermostat.link)"
    )
    #expect(mended.status == 0, "\(mended.errorText)")
    let undone = try run("setpoint push --undo \(thermostat.link) --yes")
    #expect(undone.status == 0, "\(undone.errorText)")
    #expect([thermostat.program("heat"), thermostat.program("cool")] == before)
  }

  @Test(
    "a thermostat that refuses a program after storing it is read back and can be undone",
    arguments: [
      (StrictThermostat.Fault.takesAndResets, "75\n1\n"),
      (.takesAndSays(#"{"error_msg": "cannot"}"#), "1\n1\n"),
      (.takesAndSays("oops"), "75\n1\n"),
    ])
  func storesAndRefuses(fault: StrictThermostat.Fault, statuses: String) throws {
    let thermostat = StrictThermostat()
    defer { thermostat.stop() }
    let before = [thermostat.program("heat"), thermostat.program("cool")]
    thermostat.fail(fault, on: "POST")
    let result = try run(
      """
      setpoint new home.json --unit F; setpoint push home.json \(thermostat.link) --yes; echo $?
      setpoint drift home.json \(thermostat.link) >/dev/null 2>&1; echo $?
      """)
    #expect(result.text == statuses, "\(result.text) \(result.errorText)")
    #expect(!result.errorText.contains("read back: it stores"))
    #expect(!result.errorText.contains("nothing was written"))
    thermostat.behave()
    let undone = try run("setpoint push --undo \(thermostat.link) --yes")
    #expect(undone.status == 0, "\(undone.errorText)")
    #expect([thermostat.program("heat"), thermostat.program("cool")] == before)
  }

  @Test("a controller that stores a week and disappears before answering can be undone")
  func goesAway() throws {
    let controller = BACnetStandIn(units: [62, 62])
    defer { controller.stop() }
    let before = [controller.week(1), controller.week(2)]
    controller.fail(.takesAndCloses, on: 15, times: 1)
    let result = try run(
      "setpoint new home.json --unit C; setpoint push home.json \(controller.link()) --yes")
    #expect(result.status == 75)
    #expect(result.errorText.contains("part of it may have been written"), "\(result.errorText)")
    #expect(controller.week(1) != before[0])
    controller.comeBack()
    let undone = try run("setpoint push --undo \(controller.link()) --yes")
    #expect(undone.status == 0, "\(undone.errorText)")
    #expect([controller.week(1), controller.week(2)] == before)
  }

  // MARK: Units

  /// The setpoints of a BACnet week.
  private func values(_ week: [UInt8]) -> [Float] {
    week.indices.filter { week[$0] == 0x44 && $0 >= 5 && week[$0 - 5] == 0xB4 }.map { place in
      Float(bitPattern: week[(place + 1)...(place + 4)].reduce(0) { $0 << 8 | UInt32($1) })
    }
  }

  @Test(
    "a controller gets values in its own unit",
    arguments: [("C", 62), ("C", 64), ("F", 62), ("F", 64)] as [(String, UInt8)])
  func controllerUnits(unit: String, units: UInt8) throws {
    let controller = BACnetStandIn(units: [units, units])
    defer { controller.stop() }
    let before = [controller.week(1), controller.week(2)]
    let result = try run(
      """
      setpoint new home.json --unit \(unit); setpoint push home.json \(controller.link()) --yes --round || exit 1
      setpoint drift home.json \(controller.link()) --round || exit 2
      setpoint push home.json \(controller.link()) --unit \(units == 62 ? "F" : "C") --yes; [ $? = 64 ] || exit 3
      setpoint pull \(controller.link()) --round -o pulled.json || exit 4
      grep -q '"unit": "\(units == 62 ? "C" : "F")"' pulled.json || exit 5
      """)
    #expect(result.status == 0, "\(result.status) \(result.errorText)")
    let written = values(controller.week(1)) + values(controller.week(2))
    #expect(written.count == 70 && written.allSatisfy { ($0 < 40) == (units == 62) }, "\(written)")
    let undone = try run("setpoint push --undo \(controller.link()) --yes")
    #expect(undone.status == 0, "\(undone.errorText)")
    #expect([controller.week(1), controller.week(2)] == before)
  }

  @Test("a controller without a unit is written only in the scale of its values")
  func unknownUnit() throws {
    let controller = BACnetStandIn()
    defer { controller.stop() }
    let before = controller.week(1)
    let link = controller.link()
    let refused = try run(
      """
      setpoint new f.json --unit F; setpoint new c.json --unit C
      setpoint drift f.json \(link); [ $? = 75 ] || exit 1; setpoint push f.json \(link) --yes
      """)
    #expect(refused.status == 75)
    #expect(refused.errorText.contains("look like °C"), "\(refused.errorText)")
    #expect(refused.errorText.contains("--unit C or --unit F"))
    #expect(controller.week(1) == before)
    let written = try run(
      """
      setpoint push f.json \(link) --unit C --round --yes && setpoint push c.json \(link) --yes &&
        setpoint push --undo \(link) --yes
      """)
    #expect(written.status == 0, "\(written.errorText)")
    let celsius = values(controller.week(1))
    #expect(celsius.count >= 28 && celsius.allSatisfy { $0 < 40 })
    // The same the other way round: the controller holds °F, and the file °C.
    let other = try run(
      """
      setpoint push f.json \(link) --unit F --yes || exit 1; setpoint drift c.json \(link); [ $? = 75 ] || exit 2
      setpoint push c.json \(link) --yes; [ $? = 75 ] || exit 3
      setpoint push c.json \(link) --yes --replace; [ $? = 75 ] || exit 4
      """)
    #expect(other.status == 0, "\(other.status) \(other.errorText)")
    #expect(other.errorText.contains("look like °F"), "\(other.errorText)")
    let fahrenheit = values(controller.week(1))
    #expect(fahrenheit.count >= 28 && fahrenheit.allSatisfy { $0 > 40 })
  }

  // MARK: Gaps

  /// A day of BACnet: an hour and a value each, nil for NULL.
  private func day(_ entries: (UInt8, Float?)...) -> [UInt8] {
    let bytes = entries.flatMap { hour, value -> [UInt8] in
      let bits = value?.bitPattern ?? 0
      let real = [0x44] + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: bits >> $0) }
      return [0xB4, hour, 0, 0, 0] + (value == nil ? [0] : real)
    }
    return [0x0E] + bytes + [0x0F]
  }

  @Test(
    "Schedule_Default fills times without a value, and an undo restores NULL"
  )
  func scheduleDefault() throws {
    let sixteen: [UInt8] = [0x44, 0x41, 0x80, 0, 0]
    let controller = BACnetStandIn(units: [62], properties: [[17, 1, 174]: sixteen])
    let silent = BACnetStandIn(units: [62], properties: [[17, 1, 174]: [0x00]])
    defer {
      controller.stop()
      silent.stop()
    }
    let week = (0..<6).flatMap { _ in day((6, 21), (22, nil)) } + day()
    for device in [controller, silent] { device.set(1, week) }
    let link = controller.link("1")
    let result = try run(
      """
      setpoint pull \(link) -o pulled.json || exit 1
      setpoint get pulled.json monday
      setpoint drift pulled.json \(link) || exit 2
      setpoint pull \(silent.link("1")) -o no.json; [ $? = 1 ] || exit 3
      setpoint pull \(silent.link("1")) --gaps 16 --name pulled -o same.json && cmp pulled.json same.json || exit 4
      setpoint drift pulled.json \(silent.link("1")); [ $? = 1 ] || exit 5
      setpoint set pulled.json mon.wake.heat=19 2>/dev/null; setpoint push pulled.json \(link) --yes || exit 6
      setpoint drift pulled.json \(link) && setpoint push --undo \(link) --yes || exit 7
      """)
    #expect(result.status == 0, "\(result.status) \(result.errorText)")
    #expect(
      result.errorText.contains("no setpoint from 00:00 to 06:00 (--gaps VALUE fills it)"),
      "\(result.errorText)")
    #expect(result.text.contains("22:00"), "\(result.text)")
    #expect(controller.week(1) == week)
  }

  @Test("a thermostat gets °F and a valve °C", arguments: ["C", "F"])
  func fixedUnits(unit: String) throws {
    let (thermostat, bridge) = (StrictThermostat(), ZigbeeStandIn())
    defer {
      thermostat.stop()
      bridge.stop()
    }
    let result = try run(
      """
      setpoint new home.json --unit \(unit)
      setpoint push home.json \(thermostat.link) --yes --round || exit 1
      setpoint drift home.json \(thermostat.link) --round || exit 2
      setpoint push home.json '\(bridge.link())' --program heat --yes --round || exit 3
      setpoint drift home.json '\(bridge.link())' --program heat --round || exit 4
      """)
    #expect(result.status == 0, "\(result.status) \(result.errorText)")
    let day = thermostat.program("heat")["0"] ?? ""
    #expect(day.hasPrefix("[360,70,480,6"), "\(day)")
    // The valve held 21.5 and 17 °C.
    let (high, low) = unit == "C" ? ("21", "17") : ("21.11", "16.67")
    let monday = ReadJSON(Array((bridge.day("monday") ?? "").utf8)).elements
    #expect(
      monday.map { $0["heating_setpoint"]?.json } == [high, low, high, low], "\(monday)")
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
    "Home Assistant gets values in its own unit",
    arguments: [("C", "°C"), ("C", "°F"), ("F", "°C"), ("F", "°F")])
  func helperUnits(unit: String, own: String) throws {
    let home = HomeAssistantStandIn(unit: own)
    defer { home.stop() }
    let value = own == "°C" ? 19 : 66
    let days = Weekday.allCases.map {
      "\"\($0.name)\": [{\"from\": \"00:00:00\", \"to\": \"24:00:00\", \"data\": {\"target_temp_low\": \(value), "
        + "\"target_temp_high\": \(value + 10)}}]"
    }.joined(separator: ", ")
    home.keep("hall", "{\"id\": \"hall\", \"name\": \"Hall\", \(days)}")
    let result = try ShellCommand(
      """
      setpoint new home.json --unit \(unit); setpoint push home.json \(home.link()) --yes --round || exit 1
      setpoint drift home.json \(home.link()) --round
      """, in: folder.path,
      environment: [
        "XDG_STATE_HOME=\(folder.path)/state", "HASS_TOKEN=\(HomeAssistantStandIn.token)",
        "HASS_SERVER=http://\(home.authority)",
      ])
    #expect(result.status == 0, "\(result.status) \(result.errorText)")
    let blocks = Weekday.allCases.flatMap { home.item("hall")?[$0.name]?.elements ?? [] }
    let lows = blocks.compactMap { $0["data"]?["target_temp_low"]?.json }.compactMap { Double($0) }
    #expect(lows.count == 28 || lows.count == 35, "\(lows)")
    #expect(lows.allSatisfy { ($0 < 40) == (own == "°C") }, "\(lows)")
  }

  @Test(
    "a Home Assistant helper is written and read, and keeps its other data")
  func helper() throws {
    let home = HomeAssistantStandIn(unit: "°C")
    defer { home.stop() }
    let days = Weekday.allCases.map { "\"\($0.name)\": []" }.joined(separator: ", ")
    home.keep("hall", "{\"id\": \"hall\", \"name\": \"Hall\", \"icon\": \"mdi:sofa\", \(days)}")
    home.keep(
      "lamp", "{\"id\": \"lamp\", \"monday\": [{\"from\": \"07:00:00\", \"to\": \"08:00:00\"}]}")
    let link = home.link()
    let result = try ShellCommand(
      """
      setpoint new home.json --unit C --name Winter
      setpoint push home.json \(home.link("lamp")) --yes --replace 2>lamp
      grep -q 'it would stay on all week' lamp || { cat lamp >&2; exit 8; }
      setpoint push home.json \(link) --yes; [ $? = 1 ] || exit 1
      setpoint push home.json \(link) --yes --replace && setpoint drift home.json \(link) || exit 2
      setpoint pull \(link) --file-unit C --name Winter -o pulled.json && setpoint diff home.json pulled.json || exit 3
      HASS_TOKEN=\(HomeAssistantStandIn.guest)x setpoint drift home.json \(link); [ $? = 77 ] || exit 4
      HASS_TOKEN= setpoint drift home.json \(link); [ $? = 77 ] || exit 5
      grep -r secret-of . && exit 6
      setpoint push --undo \(link) --yes || exit 7
      """, in: folder.path,
      environment: [
        "XDG_STATE_HOME=\(folder.path)/state", "HASS_TOKEN=\(HomeAssistantStandIn.token)",
        "HASS_SERVER=http://\(home.authority)",
      ])
    #expect(result.status == 0, "\(result.status) \(result.errorText)")
    #expect(!(result.text + result.errorText).contains("secret-of"))
    #expect(home.item("hall")?["name"]?.text == "Hall")
    #expect(home.item("hall")?["monday"]?.elements.isEmpty == true)
    #expect(home.violations == [])
  }

  @Test(
    "a helper with gaps is refused with the option that fills them")
  func helperGaps() throws {
    let home = HomeAssistantStandIn(unit: "°C")
    defer { home.stop() }
    func keep(_ name: String, _ block: String) {
      let days = Weekday.allCases.map { "\"\($0.name)\": [\(block)]" }.joined(separator: ", ")
      home.keep(name, "{\"id\": \"\(name)\", \"name\": \"\(name)\", \(days)}")
    }
    let times = "\"from\": \"06:00:00\", \"to\": \"22:00:00\""
    keep("hall", "{\(times), \"data\": {\"temperature\": 21}}")
    keep("lamp", "{\(times)}")
    let result = try ShellCommand(
      """
      setpoint pull \(home.link()); [ $? = 1 ] || exit 1
      setpoint pull \(home.link()) --gaps 16 -o hall.json || exit 2
      setpoint pull \(home.link("lamp")); [ $? = 1 ] || exit 3
      setpoint pull \(home.link("nowhere")); [ $? = 66 ] || exit 4
      setpoint push hall.json \(home.link()) --yes; [ $? = 1 ] || exit 5
      setpoint push hall.json \(home.link()) --yes --replace && setpoint drift hall.json \(home.link()) || exit 6
      """, in: folder.path,
      environment: [
        "XDG_STATE_HOME=\(folder.path)/state", "HASS_TOKEN=\(HomeAssistantStandIn.token)",
        "HASS_SERVER=http://\(home.authority)",
      ])
    #expect(result.status == 0, "\(result.status) \(result.errorText)")
    #expect(
      result.errorText.contains("no setpoint from 00:00 to 06:00 (--gaps VALUE fills it)"),
      "\(result.errorText)")
  }

  @Test(
    "a push to a valve through zigbee2mqtt is proved only if the bridge reports what the valve stores"
  )
  func valve() throws {
    let bridge = ZigbeeStandIn()
    defer { bridge.stop() }
    let link = bridge.link()
    let result = try run(
      """
      setpoint new home.json --unit C; set -- '\(link)'
      setpoint push home.json "$1" --program heat --yes || exit 1
      setpoint drift home.json "$1" --program heat || exit 2
      setpoint pull "$1" --missing-from home.json --name Home -o pulled.json || exit 3
      setpoint set pulled.json device=none 2>said; setpoint diff home.json pulled.json || exit 3
      setpoint set home.json mon.wake.heat=19 2>/dev/null; setpoint drift home.json "$1" --program heat
      [ $? = 1 ] || exit 4
      setpoint push --undo "$1" --yes || exit 5
      """)
    #expect(result.status == 0, "\(result.status) \(result.errorText)")
    #expect(result.text == "Monday wake heat 19 -> 21\n", "\(result.text)")
    #expect(bridge.day("monday")?.contains("21.5") == true, "\(bridge.day("monday") ?? "")")
    // The other kinds report nothing, or repeat the request.
    let link2 = bridge.link(kind: "sonoff-trvzb")
    bridge.fail(.silence, on: "get")
    let blind = try run("setpoint push home.json '\(link2)' --drop-cool --round --yes --timeout 2")
    #expect(blind.status == 75 && blind.errorText.contains("pass --replace"))
    #expect(blind.errorText.contains("no answer from zigbee2mqtt/"), "\(blind.errorText)")
    let written = try run(
      "setpoint push home.json '\(link2)' --drop-cool --round --yes --replace --timeout 2")
    #expect(
      written.status == 75 && written.errorText.contains("cannot confirm"), "\(written.errorText)")
  }
}
