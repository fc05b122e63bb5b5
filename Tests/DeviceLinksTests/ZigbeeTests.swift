import CLibrary
import DeviceFormats
import DeviceLinks
import Diagnostics
import LinkProtocol
import ScheduleModel
import TestSupport
import TestTraits
import Testing

@Suite(.waits) struct ZigbeeTests {
  static let names = [
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
  ]

  /// A week as `setpoint export --to zigbee2mqtt` writes it.
  static func program(_ heat: String = "20") -> String {
    let transitions =
      "[{\"transitionTime\":\"06:30\",\"heatSetpoint\":\(heat)},{\"transitionTime\":\"22:00\",\"heatSetpoint\":17}]"
    func message(_ days: ArraySlice<String>) -> String {
      "{\"weekly_schedule\":{\"dayofweek\":[\(days.map { "\"\($0)\"" }.joined(separator: ","))],\"transitions\":\(transitions)}}\n"
    }
    return message(names[..<5]) + message(names[5...])
  }

  @Test(
    "a week is requested and printed as the messages that set it; retained messages are ignored")
  func reads() throws {
    let bridge = ZigbeeStandIn()
    defer { bridge.stop() }
    let answers = Answers("read", bridge.link())
    let program = try #require(answers.program, "\(answers.texts)")
    #expect(program.split(separator: "\n").count == 7)
    #expect(!program.contains("battery"))
    #expect(bridge.topics == ["zigbee2mqtt/Hall/valve/get"])
    let format = try #require(DeviceFormats.device(named: "zigbee2mqtt")?.format)
    var options = ImportOptions()
    options.cool = .value(Temperature(30))
    _ = try format.read([DeviceInput(bytes: Array(program.utf8))], options: options)
  }

  @Test("a written program is reported back and can be written again")
  func writes() throws {
    let bridge = ZigbeeStandIn()
    defer { bridge.stop() }
    let before = try #require(Answers("read", bridge.link()).program)
    let written = Answers("write", bridge.link(), program: Self.program())
    #expect(written["written"] != nil)
    #expect(
      bridge.day("sunday")
        == "[{\"time\":390,\"heating_setpoint\":20},{\"time\":1320,\"heating_setpoint\":17}]")
    #expect(Answers("write", bridge.link(), program: before)["written"] != nil)
    #expect(Answers("read", bridge.link()).program == before)
  }

  @Test("each kind with an address is asked for a member that is written to it")
  func request() throws {
    let format = try #require(DeviceFormats.device(named: "zigbee2mqtt")?.format)
    let asked = format.profiles.filter { $0.zigbee?.request != nil }
    #expect(asked.count == format.profiles.count - 1 && !asked.contains { $0.id == "saswell" })
    // Its days are set by a member `schedule`, and reported by these.
    for profile in asked where profile.id != "tuya-until" {
      var options = ExportOptions()
      options.kind = profile.id
      options.program = .heat
      options.allowances = [.round, .dropPeriods]
      let text = try format.export(.standard(.celsius), name: "Home", options: options).text
      #expect(text.contains("\"\(profile.zigbee?.request ?? "")\""), "\(profile.id)")
    }
    for address in ["mqtt://h/z/a?kind=saswell", "saswell://h/z/a"] {
      #expect(throws: LinkFailure.self, "\(address)") { try DeviceAddress(address) }
    }
  }

  @Test("kinds whose bridge only repeats the request cannot be verified")
  func echoes() throws {
    let bridge = ZigbeeStandIn()
    defer { bridge.stop() }
    let state = Self.names.map { "\"schedule_\($0)\":\"06:00/21.0 22:00/17.0\"" }.joined(
      separator: ",")
    bridge.fail(.reports("{\"local_temperature\":20,\(state)}"), on: "get")
    let link = bridge.link(kind: "tuya")
    #expect(try DeviceAddress(link).device.isVerifiable == false)
    let answers = Answers("read", link)
    #expect(answers.program?.hasPrefix("{\"schedule_monday\":\"06:00/21.0 22:00/17.0\"}\n") == true)
    #expect(bridge.payloads.last == "{\"schedule_monday\":\"\"}")
  }

  @Test("a state without a week ends the wait early")
  func knowsNoWeek() {
    let bridge = ZigbeeStandIn()
    defer { bridge.stop() }
    bridge.fail(
      .reports("{\"local_temperature\":20,\"schedule_monday\":\"06:00/21.0\"}"), on: "get")
    // The usual 30 seconds: without the bridge's word this would take them.
    let answers = Answers("read", bridge.link(kind: "tuya"))
    #expect(answers.reason == "timeout")
    #expect(answers.message?.contains("the bridge has no program for Hall/valve") == true)
    #expect(answers.progress.contains { $0.hasPrefix("waiting up to 30 s for the bridge") })
    // A device that reports its days itself may do so later.
    #expect(
      Answers("read", bridge.link(), waits: .short).message?.contains("did not report its program")
        == true)
  }

  @Test(
    "valves with a program for workdays and valves set day by day get their own kind of messages"
  )
  func otherKinds() throws {
    let bridge = ZigbeeStandIn()
    defer { bridge.stop() }
    let texts = "\"workdays_schedule\":\"06:00/21°C\",\"holidays_schedule\":\"08:00/20°C\""
    bridge.fail(.reports("{\"battery\":9,\"week\":\"5+2\",\(texts)}"), on: "get", times: 1)
    let workdays = Answers("read", bridge.link(kind: "hy368")).program
    #expect(
      workdays == """
        {"week":"5+2","workdays_schedule":"06:00/21°C"}
        {"week":"5+2","holidays_schedule":"08:00/20°C"}

        """)
    #expect(Answers("write", bridge.link(kind: "hy368"), program: workdays)["written"] != nil)
    let days = Self.names.map { "\"schedule_\($0)\":\"06:00/21.0 24:00/17.0\"" }
    bridge.fail(.reports("{\(days.joined(separator: ","))}"), on: "get", times: 1)
    let until = Answers("read", bridge.link(kind: "tv02")).program
    #expect(
      until?.hasPrefix(
        "{\"schedule\":{\"week_day\":\"monday\",\"schedule\":\"06:00/21.0 24:00/17.0\"}}\n") == true
    )
    #expect(Answers("write", bridge.link(kind: "tv02"), program: until)["written"] != nil)
    #expect(try DeviceAddress(bridge.link(kind: "bosch-rm")).device.isVerifiable)
  }

  @Test("the bridge's message about the device is reported: offline, or not supported")
  func tellsBridge() {
    for (availability, isAway) in [
      ("{\"state\":\"offline\"}", true), ("offline", true), ("{\"state\":\"online\"}", false),
    ] {
      let bridge = ZigbeeStandIn(availability: availability)
      let answers = Answers("write", bridge.link(), program: Self.program())
      #expect((answers.reason == "unreachable") == isAway)
      if isAway { #expect(answers.device == "unchanged" && bridge.payloads.isEmpty) }
      bridge.stop()
    }
    let bridge = ZigbeeStandIn()
    defer { bridge.stop() }
    let words =
      "{\"level\":\"error\",\"message\":\"z2m: Publish 'set' 'weekly_schedule' to 'Hall/valve' failed: \\u001b[1mtimeout\"}"
    bridge.fail(.complains(words), on: "set", times: 1)
    let answers = Answers("write", bridge.link(), program: Self.program())
    #expect(answers.reason == "refused")
    #expect(answers.device == "unknown")
    #expect(answers.message?.contains("\u{1B}") == false)
    bridge.fail(.complains(words.replacing("Hall/valve", with: "other")), on: "set", times: 1)
    #expect(Answers("write", bridge.link(), program: Self.program())["written"] != nil)
  }

  /// Faults, the packets that they answer, and the reasons of the failures.
  static let bad: [(fault: ZigbeeStandIn.Fault, on: String, reason: String)] = {
    let large: [UInt8] = [0x30, 0xFF, 0xFF, 0xFF, 0x7F]
    let report = ZigbeeStandIn.publication("zigbee2mqtt/Hall/valve", "{\"battery\": 90}")
    return [
      (.silence, "connect", "unreachable"), (.reset, "connect", "unreachable"),
      (.bytes(Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8)), "connect", "unreachable"),
      (.bytes([0x00, 0]), "connect", "malformed"),
      (.bytes([0x20, 2, 0, 5]), "connect", "denied"),
      (.bytes([0x20, 2, 0, 2]), "connect", "refused"),
      (.drip(milliseconds: 2000), "connect", "unreachable"),
      (.bytes([0x90, 3, 0, 1, 0x80]), "subscribe", "denied"), (.silence, "subscribe", "timeout"),
      (.reset, "get", "unreachable"), (.silence, "get", "timeout"), (.forgets(1), "get", "timeout"),
      (.reports("{\"weekly_schedule\": [1]}"), "get", "malformed"),
      (.reports("{\"weekly_schedule\": {\"days\": [1], \"transitions\": []}}"), "get", "malformed"),
      (
        .reports("{\"weekly_schedule\": {\"days\": [\"monday\"], \"transitions\": [NaN]}}"), "get",
        "malformed"
      ),
      (.reports("{\"battery\": 1, \"battery\": 1}"), "get", "malformed"),
      (.reports("\u{1B}[2J"), "get", "malformed"), (.reports("{"), "get", "malformed"),
      (.reports(String(repeating: " ", count: 2 << 20)), "get", "malformed"),
      (.bytes(large), "get", "timeout"), (.drip(milliseconds: 1000), "get", "timeout"),
      (.flood(report), "get", "timeout"),
      (.flood(ZigbeeStandIn.publication("zigbee2mqtt/Hall/valve", "")), "get", "malformed"),
    ]
  }()

  @Test("a bad answer is one failure, soon", arguments: bad.indices)
  func badAnswers(index: Int) {
    let (fault, on, reason) = Self.bad[index]
    let bridge = ZigbeeStandIn()
    defer { bridge.stop() }
    bridge.fail(fault, on: on)
    // What ends by itself is waited for, however busy the machine is.
    let isSilent =
      if case .silence = fault { true } else if case .drip = fault { true } else { false }
    var waits: Waits = isSilent || reason == "timeout" ? .short : .patient
    // Both sides compute for as long as this.
    if case .flood = fault, reason == "timeout" { waits.answer = .seconds(1) }
    let answers = Answers("read", bridge.link(), waits: waits)
    #expect(answers.reason == reason, "\(on): \(answers.texts.last?.prefix(300) ?? "")")
    #expect(!answers.texts.joined().unicodeScalars.contains { $0.value < 0x20 })
    let advises = answers.message?.contains("~/.netrc can have its user and password")
    #expect(on != "connect" || reason != "denied" || advises == true)
  }

  @Test("an encrypted connection that is refused or closed is reported at once")
  func closedBeforeEncryption() {
    let closing = LoopbackServer { _ = $0.bytes(upTo: 1) }
    let resetting = LoopbackServer { connection in
      _ = connection.bytes(upTo: 1)
      connection.reset()
    }
    let stopped = LoopbackServer { _ in }
    stopped.stop()
    for server in [closing, resetting, stopped] {
      let link = "mqtts://127.0.0.1:\(server.port)/zigbee2mqtt/valve?kind=tuya"
      let message = Answers("read", link, waits: .patient).message ?? ""
      #expect(message.hasPrefix("no connection to 127.0.0.1:\(server.port): "), "\(message)")
    }
    closing.stop()
    resetting.stop()
  }

  @Test("without the broker's acknowledgement, the state of the valve is unknown")
  func tellsState() {
    let bridge = ZigbeeStandIn()
    bridge.fail(.silence, on: "set")
    let answers = Answers("write", bridge.link(), program: Self.program(), waits: .short)
    #expect(answers.reason == "timeout")
    #expect(answers.device == "unknown")
    bridge.stop()
    #expect(
      Answers("write", bridge.link(), program: Self.program(), waits: .short).device == "unchanged")
  }

  @Test("a plan lists the messages and opens no connection")
  func plans() {
    let bridge = ZigbeeStandIn()
    defer { bridge.stop() }
    let planned = Answers("plan", bridge.link(), program: Self.program())
    let requests = planned["planned"]?.elements.compactMap(\.text) ?? []
    #expect(requests.map { $0.split(separator: "\n")[1] + "\n" }.joined() == Self.program())
    #expect(requests[0].hasPrefix("PUBLISH zigbee2mqtt/Hall/valve/set to 127.0.0.1:"))
    #expect(bridge.topics.isEmpty)
    for text in [
      "", "{}x", "[1]\n", "{\"state\":\"ON\"}\n", Self.program() + "{\"system_mode\":\"off\"}\n",
    ] {
      #expect(Answers("write", bridge.link(), program: text).reason == "unsupported")
    }
    #expect(bridge.topics.isEmpty)
  }

  @Test("addresses without a device or kind are refused; names may contain spaces and slashes")
  func links() {
    for rest in [
      "", "/z", "/z/a", "/z/a?kind=", "/z/a?kind=toaster", "/z/a?kind=tuya&x=1", "/z/a?x=1",
      "/z//a?kind=tuya", "/z/+?kind=tuya", "/z/%23?kind=tuya", "//a?kind=tuya", "/z/a%00?kind=tuya",
      "/z/a/set?kind=tuya", "/z/a/get?kind=tuya",
    ] {
      #expect(Answers("plan", "mqtt://127.0.0.1\(rest)").reason == "link", "\(rest)")
    }
    let address = try? DeviceAddress("mqtts://h/home%2Fz/Living%20room/valve?kind=trvzb")
    #expect(address?.path == ["home/z", "Living room", "valve"])
    #expect(address?.kind == "sonoff-trvzb" && address?.scheme.isEncrypted == true)
  }
}
