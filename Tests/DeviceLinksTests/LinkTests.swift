import CLibrary
import DeviceLinks
import LinkProtocol
import JSONText
import ScheduleModel
import TestSupport
import TestTraits
import Testing

@Suite(.waits) struct LinkTests {
  @Test("a malformed address is refused without repeating anything that could be a secret")
  func refusesLinks() {
    for link in [
      "radiotherm://anna:hunter2@127.0.0.1", "radiotherm://hunter2@host", "anna:hunter2@host",
      "radiotherm://127.0.0.1/hunter2@x", "radiotherm://127.0.0.1#hunter2",
      "radiotherm://127.0.0.1?password=hunter2", "radiotherm://127.0.0.1/hunter2",
      "radiotherm:// hunter2", "radiotherm://host:hunter2", "radiotherm://[::1:hunter2",
      "radiotherm://", "radiotherm://host:", "radiotherm://host:0", "radiotherm://host:65536",
      "radiotherm://host:1:2", "radiotherm://-option", "radiotherm://ho\u{1B}st",
      "radiotherm://host\\x", "radiotherm:host", "", "http://host", "radiotherm://[::1]x",
      "radiotherm://%31", "radiotherm://host/", "radiotherm://é",
      "radiotherm://" + String(repeating: "a", count: 3000),
    ] {
      for action in ["read", "plan", "write"] {
        let answers = Answers(action, link, program: "{}")
        #expect(answers.reason == "link", "\(link)")
        #expect(answers.progress == [])
        #expect(!answers.text.contains("hunter2"), "\(link)")
        #expect(
          answers.text.contains("cannot contain a user") == link.contains { "@%".contains($0) })
        #expect(answers.device == (action == "write" ? "unchanged" : nil))
      }
    }
  }

  @Test("an address with a zone is refused for the zone")
  func refusesZone() {
    let answers = Answers("read", "radiotherm://[fe80::1%lo]/heat")
    #expect(answers.reason == "link")
    #expect(
      answers.message == "the host of a device address cannot have a zone (% and an interface)")
    #expect(
      Answers("read", "radiotherm://[fe80::1%40hunter2@h]").message?.contains("a user") == true)
  }

  @Test("an address is parsed and describes its device without a connection")
  func describes() throws {
    for (text, authority, port) in [
      ("radiotherm://192.0.2.7", "192.0.2.7", nil),
      ("RadioTherm://hall.local:8080", "hall.local:8080", 8080),
      ("radiotherm://[2001:db8::7]:81", "[2001:db8::7]:81", 81),
    ] as [(String, String, UInt16?)] {
      let address = try DeviceAddress(text)
      #expect(address.authority == authority && address.port == port)
      #expect(address.text == text && address.shown == text)
      #expect(address.device.format == "radiotherm" && address.device.unit == .fahrenheit)
    }
    #expect(DeviceAddress.beginnings.first == "radiotherm://")
  }

  @Test("a plan names the port, and the host of an IPv6 address in brackets")
  func planned() {
    for (link, program, place) in [
      ("bacnet://127.0.0.1/5/schedule/1,2", BACnetTests.program(), "UDP 127.0.0.1:47808,"),
      ("mqtt://[::1]/z/a?kind=danfoss-ally", ZigbeeTests.program(), "to [::1]:1883\n"),
      ("mqtts://[::1]/z/a?kind=danfoss-ally", ZigbeeTests.program(), "to [::1]:8883\n"),
      ("has://[::1]/schedule.hall", HomeAssistantTests.yaml(9), "wss://[::1]:8123/"),
      ("ha://[::1]:81/schedule.hall", HomeAssistantTests.yaml(9), "ws://[::1]:81/"),
    ] {
      let requests = Answers("plan", link, program: program)["planned"]?.elements ?? []
      #expect(!requests.isEmpty && requests.allSatisfy { $0.text?.contains(place) == true })
    }
  }

  @Test(
    "a connection without an answer ends after the connection timeout",
    arguments: ["radiotherm://HOST", "ha://HOST/schedule.hall", "mqtt://HOST/z/a?kind=tuya"])
  func unanswered(link: String) {
    let unanswered = UnansweredPort()
    let answers = Answers(
      "read", link.replacing("HOST", with: "127.0.0.1:\(unanswered.port)"), waits: .short)
    #expect(answers.reason == "unreachable", "\(answers.texts)")
    #expect(answers.message == "cannot connect to 127.0.0.1:\(unanswered.port) within 3 s")
    withExtendedLifetime(unanswered) {}
  }

  @Test(
    "an unknown host is reported in the same words for each kind of device",
    arguments: [
      "radiotherm://HOST", "ha://HOST/schedule.hall", "mqtt://HOST/z/a?kind=tuya",
      "bacnet://HOST/5/schedule/1",
    ])
  func unknownHost(link: String) {
    // A label of 64 bytes is an error without a question to a name server.
    let host = String(repeating: "x", count: 64) + ".invalid"
    let answers = Answers("read", link.replacing("HOST", with: host))
    #expect(answers.reason == "unreachable", "\(answers.texts)")
    let start = "cannot find the address of \(host)"
    #expect(answers.message?.hasPrefix(start) == true, "\(answers.texts)")
  }

  @Test(
    "certificates that cannot be read are reported as such",
    arguments: ["has://HOST/schedule.hall", "mqtts://HOST/z/a?kind=tuya"])
  func unreadableCertificates(link: String) {
    let server = LoopbackServer { _ = $0.bytes(upTo: 1) }
    defer { server.stop() }
    let answers = Answers(
      "read", link.replacing("HOST", with: "127.0.0.1:\(server.port)"),
      environment: ["HASS_TOKEN": "secret", "SSL_CERT_FILE": "/nowhere"])
    #expect(answers.reason == "secret", "\(answers.texts)")
    #expect(
      answers.message == "the certificates for 127.0.0.1:\(server.port) cannot be read")
  }

  @Test("a text that is not an export is refused in the same words for each kind of device")
  func notExported() {
    for link in [
      "radiotherm://h", "ha://h/schedule.hall", "mqtt://h/z/a?kind=tuya", "bacnet://h/5/schedule/1",
    ] {
      for text in ["", "{}x", "{\"monday\": 1}"] {
        let answers = Answers("plan", link, program: text)
        #expect(answers.reason == "unsupported")
        #expect(answers.message == "the input is not a week as setpoint export writes it")
      }
    }
  }

  @Test("a printed answer reads back equal, and no other text is an answer")
  func answers() {
    var read = ReadProgram(program: "{\n\u{1B}\"}", kind: "ct80", unit: .fahrenheit)
    read.notes = ["held"]
    var failure = LinkFailure(.missing, "no \"such\" object")
    failure.isSent = true
    for answer in [
      .read(read), .read(ReadProgram(program: "")), .written, .planned(["a", "b\n"]),
      .failed(failure),
    ] as [LinkAnswer] {
      #expect(LinkAnswer(answer.json.encoded()) == answer)
    }
    let head = "{\"setpoint-link\":2,"
    for text in [
      "", "x", "[]", "{}", "{\"setpoint-link\":2}", "{\"setpoint-link\":1,\"written\":true}",
      head + "\"sung\":1}", head + "\"read\":{}}", head + "\"planned\":[1]}",
      head + "\"read\":{\"device\":null,\"unit\":\"K\",\"notes\":[],\"program\":\"\"}}",
      head + "\"failed\":{\"reason\":\"bored\",\"message\":\"\"}}",
      head + "\"written\":true,\"written\":true}",
    ] { #expect(LinkAnswer(Array(text.utf8)) == nil, "\(text)") }
  }
}
