import DeviceLinks
import TestSupport
import TestTraits
import Testing

/// Whatever a thermostat answers, there is one failure, soon, without a control character.
@Suite(.waits) struct BadHTTPAnswerTests {
  private static let large = "{\"0\": [" + String(repeating: "1, ", count: 3 << 20) + "1]}"
  private static let deep = String(repeating: "[", count: 100_000)

  static let faults: [(StrictThermostat.Fault, String)] = [
    (.reset, "unreachable"), (.half, "malformed"), (.silence, "timeout"),
    (.drip(milliseconds: 500), "timeout"), (.endless, "malformed"), (.endlessHead, "malformed"),
    (.says(200, large), "malformed"), (.says(200, deep), "malformed"),
    (.says(200, ""), "malformed"), (.says(200, "{\"0\": [360"), "malformed"),
    (.says(200, "{\"0\": {\"a\": 1}}"), "malformed"), (.says(200, "[]"), "malformed"),
    (.says(200, "{\"0\": [NaN, NaN]}"), "malformed"),
    (.says(200, "{\"0\": [360, \"70\"]}"), "malformed"),
    (.says(200, "\u{1B}]0;title\u{7}{}"), "malformed"),
    (.says(200, "{\"error\": \"\\u001b[2J\\u009b1m\\u202e\"}"), "refused"),
    (.says(200, "{\"error_msg\": [1, 2]}"), "refused"),
    (.says(401, "who are you"), "denied"), (.says(500, "oh"), "refused"),
    (.says(302, "elsewhere"), "refused"),
  ]

  @Test("a bad answer to a read is one failure", arguments: faults.indices)
  func failsOnce(index: Int) {
    let (fault, reason) = Self.faults[index]
    let thermostat = StrictThermostat()
    defer { thermostat.stop() }
    thermostat.fail(fault, on: "GET /tstat/program/heat")
    // What ends by itself is waited for, however busy the machine is.
    let waits = reason == "timeout" ? Waits.short : .patient
    let answers = Answers("read", thermostat.link, waits: waits)
    #expect(answers.reason == reason, "\(answers.message ?? "none")")
    #expect(answers.device == nil)
    let isAboutHead = if case .endlessHead = fault { true } else { false }
    #expect(answers.message?.contains("headers") == isAboutHead)
    for text in answers.texts {
      #expect(!text.unicodeScalars.contains { $0.value < 0x20 || (0x7F..<0xA0).contains($0.value) })
      #expect(text.utf8.count < 1000)
    }
  }

  static let writeFaults: [(fault: StrictThermostat.Fault, reason: String)] = [
    (.reset, "unreachable"), (.takesAndResets, "unreachable"), (.silence, "timeout"),
    (.half, "malformed"), (.says(401, "no"), "denied"),
  ]

  @Test(
    "after a bad answer to a write, what the device stores is unknown, whatever it answered",
    arguments: writeFaults.indices)
  func tellsState(index: Int) {
    let (fault, reason) = Self.writeFaults[index]
    let thermostat = StrictThermostat()
    defer { thermostat.stop() }
    thermostat.fail(fault, on: "POST /tstat/program/heat")
    let answers = Answers(
      "write", thermostat.link, program: RadioThermostatTests.program,
      waits: reason == "timeout" ? .short : .patient)
    #expect(answers.reason == reason)
    #expect(answers.device == "unknown")
  }

  @Test("a missing device is unreachable and reported as unchanged")
  func notThere() {
    let refusing = RefusingPort()
    let answers = Answers(
      "write", "radiotherm://127.0.0.1:\(refusing.port)", program: RadioThermostatTests.program)
    #expect(answers.reason == "unreachable")
    #expect(answers.device == "unchanged")
    withExtendedLifetime(refusing) {}
  }
}
