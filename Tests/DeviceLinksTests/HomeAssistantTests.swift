import CLibrary
import DeviceFormats
import DeviceLinks
import ScheduleModel
import TestSupport
import TestTraits
import Testing

@Suite(.waits) struct HomeAssistantTests {
  static func days(_ low: Int) -> String {
    let names = [
      "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
    ]
    return names.map { name in
      "\"\(name)\": [{\"from\": \"00:00:00\", \"to\": \"06:30:00\", \"data\": {\"target_temp_low\": "
        + "\(low), \"target_temp_high\": 27.5}}, {\"from\": \"06:30:00\", \"to\": \"24:00:00\", \"data\": "
        + "{\"target_temp_low\": 20.5, \"target_temp_high\": 25}}]"
    }.joined(separator: ", ")
  }

  /// A week as `setpoint export --to home-assistant` writes it.
  static func yaml(_ low: Int) -> String {
    let names = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
    return """
      # Weekly thermostat schedule written by setpoint, °C.
      schedule:
        "home":
          name: "Home"
          icon: "mdi:thermostat"

      """
        + names.map { name in
          """
              \(name):
                - {from: "00:00:00", to: "06:30:00", data: {target_temp_low: \(low), target_temp_high: 27.5}}
                - {from: "06:30:00", to: "24:00:00", data: {target_temp_low: 20.5, target_temp_high: 25}}

          """
        }.joined()
  }

  private func standIn() -> HomeAssistantStandIn {
    let home = HomeAssistantStandIn(accept: WebSocketTests.accept)
    home.keep(
      "hall",
      "{\"id\": \"hall\", \"name\": \"Hall \\\"1\\\"\", \"icon\": \"mdi:sofa\", \(Self.days(17))}")
    home.keep("attic", "{\"id\": \"attic\", \"name\": \"Attic\", \(Self.days(5))}")
    return home
  }

  @Test("a helper is read with its name and the unit of the house")
  func reads() throws {
    let home = standIn()
    defer { home.stop() }
    let answers = Answers("read", home.link())
    #expect(answers["read"]?["unit"]?.text == "C")
    let program = try #require(answers.program)
    #expect(program.contains("mdi:sofa"))
    let format = try #require(DeviceFormats.device(named: "home-assistant")?.format)
    var options = ImportOptions()
    options.fileUnit = .celsius
    let read = try format.read([DeviceInput(bytes: Array(program.utf8))], options: options)
    #expect(read.name == "Hall \"1\"")
    #expect(home.violations == [])
    #expect(!answers.texts.joined().contains("secret-of"))
    #expect(answers["read"]?["notes"]?.elements.isEmpty == true)
    home.keep(
      "fan", "{\"id\": \"fan\", \"monday\": [{\"from\": \"07:00:00\", \"to\": \"08:00:00\"}]}")
    let note = Answers("read", home.link("fan"))["read"]?["notes"]?.elements.first?.text
    #expect(note?.hasPrefix("it only switches on and off") == true)
  }

  @Test("a write keeps the name, the icon and every other helper, and sends every day")
  func writes() throws {
    let home = standIn()
    defer { home.stop() }
    let attic = home.item("attic")
    let answers = Answers("write", home.link(), program: Self.yaml(16))
    #expect(answers["written"] != nil)
    let item = try #require(home.item("hall"))
    #expect(item["name"]?.text == "Hall \"1\"")
    #expect(item["icon"]?.text == "mdi:sofa")
    #expect(home.item("attic") == attic)
    for day in ["monday", "wednesday", "sunday"] {
      #expect(item[day]?.elements.first?["data"]?["target_temp_low"] == .number("16"))
      #expect(item[day]?.elements.last?["to"]?.text == "24:00:00")
    }
    // What was read can be written.
    let program = try #require(Answers("read", home.link()).program)
    #expect(Answers("write", home.link(), program: program)["written"] != nil)
    #expect(home.item("hall") == item)
    #expect(home.violations == [])
  }

  @Test("a helper whose entity was renamed is found by the registry")
  func findsRenamed() {
    let home = standIn()
    defer { home.stop() }
    home.rename("attic", to: "loft")
    #expect(Answers("read", home.link("loft")).program?.contains("Attic") == true)
  }

  @Test("a helper that cannot be looked up is not replaced with the one of that id")
  func lookupFails() {
    let home = standIn()
    defer { home.stop() }
    home.fail(.refuses("unknown_error", "no"), on: "config/entity_registry/get")
    for answers in [
      Answers("read", home.link()), Answers("write", home.link(), program: Self.yaml(9)),
    ] {
      #expect(answers.reason == "malformed")
      #expect(
        answers.message
          == "Home Assistant refuses to look up schedule.hall: \"unknown_error\", \"no\"")
    }
    #expect(!home.messages.contains { $0["type"]?.text?.hasPrefix("schedule/") == true })
  }

  @Test("a helper from YAML is read but not written; an unknown helper is neither")
  func yamlIsReadOnly() {
    let home = standIn()
    defer { home.stop() }
    home.keepYAML("cellar", "{\(Self.days(8))}")
    #expect(Answers("read", home.link("cellar")).program?.contains("\"target_temp_low\":8") == true)
    let written = Answers("write", home.link("cellar"), program: Self.yaml(9))
    #expect(written.reason == "unsupported")
    #expect(written.device == "unchanged")
    #expect(written.message?.contains("YAML") == true)
    let nowhere = Answers("read", home.link("nowhere"))
    #expect(nowhere.reason == "missing")
    #expect(nowhere.message?.contains("its helpers are \"schedule.") == true, "\(nowhere.text)")
    #expect(Answers("write", home.link("nowhere"), program: Self.yaml(9)).reason == "missing")
  }

  @Test("unknown data is not overwritten")
  func refusesLoss() {
    let home = standIn()
    defer { home.stop() }
    home.keep(
      "fan",
      "{\"id\": \"fan\", \"name\": \"Fan\", \"sunday\": [{\"from\": \"00:00:00\", \"to\": \"24:00:00\", "
        + "\"data\": {\"fan_mode\": \"low\"}}]}")
    let answers = Answers("write", home.link("fan"), program: Self.yaml(9))
    #expect(answers.reason == "unsupported")
    #expect(answers.message?.contains("\"fan_mode\"") == true)
    #expect(answers.device == "unchanged")
  }

  @Test("a helper that was changed since it was read is not written; unknown data is a note")
  func changedMeanwhile() throws {
    let home = standIn()
    defer { home.stop() }
    let old = try #require(Answers("read", home.link()).program)
    let changed = home.link("attic")
    let answers = Answers("write", changed, program: Self.yaml(9), replacing: old)
    #expect(answers.reason == "malformed" && answers.device == "unchanged", "\(answers.text)")
    #expect(answers.message == "schedule.attic was changed meanwhile")
    #expect(
      Answers("write", home.link(), program: Self.yaml(9), replacing: old)["written"] != nil)
    home.keep(
      "fan",
      "{\"id\": \"fan\", \"name\": \"Fan\", \(Self.days(9).replacing("24:00:00\", \"data\": {", with: "24:00:00\", \"data\": {\"hvac_mode\": \"off\", "))}"
    )
    #expect(
      Answers("read", home.link("fan")).notes == [
        "a block of Monday contains \"hvac_mode\", which setpoint does not compare"
      ])
  }

  @Test("refusals are reported in a sentence, without the token")
  func tellsRefusals() {
    let home = standIn()
    defer { home.stop() }
    let guest = Answers(
      "write", home.link(), program: Self.yaml(9),
      environment: ["HASS_TOKEN": HomeAssistantStandIn.guest])
    #expect(guest.reason == "denied")
    #expect(guest.message?.contains("administrator") == true)
    #expect(guest.device == "unknown")
    let denied = Answers(
      "read", home.link(), environment: ["HASS_TOKEN": "wrong-secret-of-nobody"])
    #expect(denied.reason == "denied")
    #expect(denied.message?.contains("the token in HASS_TOKEN; create one in your profile") == true)
    #expect(!denied.texts.joined().contains("secret-of"))
    home.fail(
      .refuses("invalid_format", "Invalid time range \\u001b[1m for \(HomeAssistantStandIn.token)"),
      on: "schedule/update", times: 1)
    let invalid = Answers("write", home.link(), program: Self.yaml(9))
    #expect(invalid.reason == "refused")
    #expect(invalid.message?.contains("Invalid time range") == true)
    #expect(!invalid.texts.joined().contains("secret-of"))
    #expect(!invalid.texts.joined().contains("\u{1B}"))
    home.fail(.refuses("not_found", "Unable to find schedule_id hall"), on: "schedule/update")
    #expect(Answers("write", home.link(), program: Self.yaml(9)).reason == "missing")
  }

  @Test("answers in fragments, with pings, events and other ids between, are understood")
  func understandsFragments() {
    let home = standIn()
    defer { home.stop() }
    home.fail(.fragments(9), on: "schedule/list", times: 1)
    let event = "{\"id\": 99, \"type\": \"event\", \"event\": {}}"
    home.fail(.before([0x81, UInt8(event.utf8.count)] + event.utf8), on: "get_config", times: 1)
    let other = "{\"id\": 77, \"type\": \"result\", \"success\": true, \"result\": []}"
    home.fail(.before([0x81, UInt8(other.utf8.count)] + other.utf8), on: "schedule/list", times: 1)
    #expect(Answers("read", home.link()).program?.contains("mdi:sofa") == true)
    #expect(Answers("read", home.link()).program?.contains("mdi:sofa") == true)
    #expect(home.violations == [])
  }

  /// Faults, the messages that they answer, and the reasons of the failures.
  static let bad: [(fault: HomeAssistantStandIn.Fault, on: String, reason: String)] = {
    let large: [UInt8] = [0x81, 127, 0, 0, 0, 0, 0, 0xA0, 0, 0]
    return [
      (.reset, "schedule/list", "unreachable"), (.silence, "schedule/list", "timeout"),
      (.silence, "handshake", "timeout"), (.silence, "hello", "timeout"),
      (.silence, "auth", "timeout"), (.bytes([0x81, 2, 0x7B]), "get_config", "timeout"),
      (.bytes(Array("HTTP/1.1 404 Not Found\r\n\r\n".utf8)), "handshake", "malformed"),
      (.bytes(Array("HTTP/1.1 401 \u{1B}[1mNo\r\n\r\n".utf8)), "handshake", "denied"),
      (
        .bytes(Array("HTTP/1.1 101 x\r\nSec-WebSocket-Accept: abc\r\n\r\n".utf8)), "handshake",
        "malformed"
      ),
      (.flood(Array("X-Header: 1\r\n".utf8)), "handshake", "malformed"),
      (.flood([0x89, 4, 1, 2, 3, 4]), "schedule/list", "timeout"),
      (.flood([0x00, 0]), "hello", "malformed"), (.flood([0x01, 1, 0x20]), "hello", "malformed"),
      (.bytes(large), "schedule/list", "malformed"),
      (.bytes([0x82, 1, 0]), "schedule/list", "malformed"),
      (.bytes([0x81, 3, 0x4E, 0x61, 0x4E]), "schedule/list", "malformed"),
      (.bytes([0x81, 4, 0x7B, 0, 0x7D, 0]), "schedule/list", "malformed"),
      (.bytes([0x81, 2, 0x7B, 0x7D]), "hello", "malformed"),
      (.bytes([0x81, 13] + "{\"a\":1,\"a\":1}".utf8), "schedule/list", "malformed"),
      (.bytes([0x88, 2, 3, 0xE8]), "schedule/list", "unreachable"),
      (.drip(milliseconds: 400), "schedule/list", "timeout"),
    ]
  }()

  @Test("a bad answer is one failure, soon", arguments: bad.indices)
  func badAnswers(index: Int) {
    let (fault, on, reason) = Self.bad[index]
    let home = standIn()
    defer { home.stop() }
    home.fail(fault, on: on)
    var waits = reason == "timeout" ? Waits.short : .patient
    // Both sides compute for as long as this.
    if case .flood = fault, reason == "timeout" { waits.answer = .seconds(1) }
    let answers = Answers("read", home.link(), waits: waits)
    #expect(answers.reason == reason, "\(fault) on \(on): \(answers.message ?? "")")
    // A message about a message does not mention a file.
    #expect(answers.message?.contains("file") == false)
    #expect(!answers.texts.joined().unicodeScalars.contains { $0.value < 0x20 })
  }

  @Test("after a write without an answer, the state of the helper is unknown")
  func tellsState() {
    for (fault, waits) in [(HomeAssistantStandIn.Fault.silence, Waits.short), (.reset, .patient)] {
      let home = standIn()
      home.fail(fault, on: "schedule/update")
      #expect(
        Answers("write", home.link(), program: Self.yaml(9), waits: waits).device == "unknown")
      home.stop()
    }
  }

  @Test("a plan lists every day and opens no connection")
  func plans() {
    let home = standIn()
    defer { home.stop() }
    let planned = Answers("plan", home.link(), program: Self.yaml(9))
    let requests = planned["planned"]?.elements.compactMap(\.text) ?? []
    #expect(requests.last?.hasPrefix("ws://\(home.authority)/api/websocket\n{") == true)
    #expect(requests.last?.contains("\"sunday\":[{\"from\":\"00:00:00\"") == true)
    #expect(home.messages.isEmpty)
  }

  @Test("nothing is sent without a token, or with a token that other users may read")
  func wantsToken() {
    let home = standIn()
    defer { home.stop() }
    let folder = TemporaryFolder()
    let file = folder.path("token")
    let named = ["HASS_TOKEN_FILE": file]
    #expect(Answers("read", home.link(), environment: [:]).reason == "secret")
    #expect(Answers("read", home.link(), environment: named).reason == "secret")
    let bytes = Array((HomeAssistantStandIn.token + "\n").utf8)
    let opened = open(file, O_WRONLY | O_CREAT | O_CLOEXEC, 0o644)
    _ = write(opened, bytes, bytes.count)
    fchmod(opened, 0o644)
    let readable = Answers("read", home.link(), environment: named)
    #expect(readable.reason == "secret")
    #expect(readable.message?.contains("chmod 600") == true)
    #expect(home.messages.isEmpty)
    fchmod(opened, 0o600)
    close(opened)
    #expect(Answers("read", home.link(), environment: named)["read"] != nil)
    let wrong = ["HASS_TOKEN": "two words\u{1B}"]
    #expect(Answers("read", home.link(), environment: wrong).reason == "secret")
  }

  @Test("addresses without a schedule are refused")
  func refusesLinks() {
    for rest in [
      "", "/", "/hall", "/climate.hall", "/schedule.", "/schedule.Hall", "/schedule.a.b",
      "/schedule.hall/x", "/schedule.hall?x=1", "/schedule.ha%6Cl%00",
    ] {
      #expect(Answers("plan", "ha://127.0.0.1\(rest)").reason == "link", "\(rest)")
    }
    #expect(
      Answers("plan", "has://[::1]/schedule.hall").reason == "unsupported")
  }
}
