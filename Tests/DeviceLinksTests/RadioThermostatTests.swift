import DeviceFormats
import TestSupport
import TestTraits
import Testing

@Suite(.waits) struct RadioThermostatTests {
  /// A program as `setpoint export --to radiotherm` writes it, with another temperature on each day.
  static let program: String = {
    let sides = ["heat", "cool"].map { side in
      let days = (0..<7).map { day in
        let value = (side == "heat" ? 60 : 80) + day
        return "\"\(day)\":[360,\(value),480,\(value),1080,\(value),1320,\(value)]"
      }
      return "\"\(side)\":{\(days.joined(separator: ","))}"
    }
    return "{\(sides.joined(separator: ","))}\n"
  }()

  @Test("a program is read with the model, in plain requests one after the other")
  func readsBoth() throws {
    let thermostat = StrictThermostat(model: "CT80 Rev B2 V1.03")
    defer { thermostat.stop() }
    let answers = Answers("read", thermostat.link)
    #expect(answers["read"]?["device"]?.text == "ct80")
    let program = ReadJSON(Array(try #require(answers.program).utf8))
    #expect(program["heat"]?["6"]?.elements.count == 14)
    #expect(program["cool"]?["0"]?.elements.first == .number("360"))
    #expect(thermostat.violations == [])
    #expect(thermostat.requests.allSatisfy { $0.line.hasPrefix("GET ") })
  }

  @Test("a written program is read back, heat first, with half a second between the writes")
  func writesBoth() throws {
    let thermostat = StrictThermostat()
    defer { thermostat.stop() }
    let written = Answers("write", thermostat.link, program: Self.program)
    #expect(written["written"] != nil)
    #expect(thermostat.requests.count { $0.line.hasPrefix("POST") } == 2)
    #expect(
      thermostat.requests.map(\.line) == [
        "POST /tstat/program/heat", "POST /tstat/program/cool",
      ])
    let program = try #require(Answers("read", thermostat.link).program)
    #expect(program == Self.program)
    #expect(thermostat.violations == [])
    // What was read can be written as well.
    #expect(Answers("write", thermostat.link, program: program)["written"] != nil)
  }

  @Test("a busy thermostat is asked again three times, then reported as busy")
  func asksAgain() {
    let thermostat = StrictThermostat()
    defer { thermostat.stop() }
    thermostat.fail(.busy, on: "GET /tstat/program/cool", times: 3)
    #expect(Answers("read", thermostat.link)["read"] != nil)
    thermostat.fail(.busy, on: "POST", times: 1)
    #expect(Answers("write", thermostat.link, program: Self.program)["written"] != nil)
    thermostat.fail(.busy, on: "POST /tstat/program/cool")
    let count = thermostat.requests.count
    let answers = Answers("write", thermostat.link, program: Self.program)
    #expect(answers.reason == "busy")
    #expect(answers.device == "unknown")
    #expect(thermostat.requests.count == count + 5)
    #expect(thermostat.violations == [])
  }

  @Test("a week that is refused is written day by day; a day that is refused ends it")
  func writesDays() {
    let thermostat = StrictThermostat()
    defer { thermostat.stop() }
    let refusal = StrictThermostat.Fault.says(200, "{\"error\": \"too \\u001b[31mmuch\"}")
    thermostat.fail(refusal, on: "POST /tstat/program/heat", times: 1)
    let answers = Answers("write", thermostat.link, program: Self.program)
    #expect(answers["written"] != nil)
    #expect(thermostat.requests.count { $0.line.hasPrefix("POST") } == 9)
    #expect(answers.progress.count { $0.hasPrefix("writing the heat program of ") } == 7)
    #expect(
      thermostat.requests.map(\.line)[1...2] == [
        "POST /tstat/program/heat/mon", "POST /tstat/program/heat/tue",
      ])
    #expect(Answers("read", thermostat.link).program == Self.program)
    #expect(thermostat.violations == [])

    thermostat.fail(refusal, on: "POST /tstat/program/heat", times: 1)
    thermostat.fail(refusal, on: "POST /tstat/program/heat/tue", times: 1)
    let stopped = Answers("write", thermostat.link, program: Self.program)
    #expect(stopped.reason == "refused")
    #expect(stopped.device == "unknown")
    #expect(stopped.message?.contains("Tuesday") == true)
    #expect(stopped.message?.contains("\u{1B}") == false)
  }

  @Test("the answers of the oldest firmware are understood")
  func oldFirmware() {
    let thermostat = StrictThermostat()
    defer { thermostat.stop() }
    thermostat.fail(.says(200, "Tstat Command Processed"), on: "POST")
    #expect(Answers("write", thermostat.link, program: Self.program)["written"] != nil)
    thermostat.behave()
    thermostat.fail(.says(200, "<html>ok</html>"), on: "POST")
    #expect(Answers("write", thermostat.link, program: Self.program).reason == "malformed")
  }

  @Test("a held setpoint is reported; a thermostat without holds is read as well")
  func mentionsHold() {
    let thermostat = StrictThermostat(hold: 1)
    defer { thermostat.stop() }
    let answers = Answers("read", thermostat.link)
    #expect(answers["read"] != nil)
    #expect(answers.notes.contains { $0.contains("on hold") })
    for hold in ["{\"hold\":\"1\"}", "{\"hold\":true}", "{\"hold\":1.0}"] {
      thermostat.fail(.says(200, hold), on: "GET /tstat/hold", times: 1)
      #expect(Answers("read", thermostat.link).notes.count == 1, "\(hold)")
    }
    for hold in ["null", "\"0\"", "false", "0.0", "\"off\""] {
      thermostat.fail(.says(200, "{\"hold\":\(hold)}"), on: "GET /tstat/hold", times: 1)
      #expect(Answers("read", thermostat.link).notes == [], "\(hold)")
    }
    thermostat.fail(.says(404, "no"), on: "GET /tstat/hold")
    #expect(Answers("read", thermostat.link)["read"] != nil)
  }

  @Test(
    "a program is read without blanks and a byte order mark, and refused if it has a day twice")
  func spelling() {
    let thermostat = StrictThermostat()
    defer { thermostat.stop() }
    let days = (0..<7).map { "\"\($0)\": [360, 70]" }.joined(separator: ", ")
    thermostat.fail(.says(200, "\u{FEFF}{\(days)}\r\n"), on: "GET /tstat/program", times: 1)
    let link = thermostat.link + "/heat"
    #expect(
      Answers("read", link).program == "{\"heat\":{\(days.replacing(" ", with: ""))}}\n")
    thermostat.fail(.says(200, "{\"0\": [0, 60], \(days)}"), on: "GET /tstat/program")
    let answers = Answers("read", link)
    #expect(answers.reason == "malformed")
    #expect(answers.message?.contains("is not JSON, or has a key twice, ") == true)
  }

  @Test("a state that is reported twice is malformed")
  func hasStateTwice() {
    let thermostat = StrictThermostat()
    defer { thermostat.stop() }
    thermostat.fail(.says(200, "{\"hold\": 0, \"hold\": 1}"), on: "GET /tstat/hold")
    #expect(Answers("read", thermostat.link).reason == "malformed")
  }

  @Test("a thermostat without a model name is identified by its pairs")
  func guessesModel() {
    let thermostat = StrictThermostat(model: "CT80 Rev B2 V1.03")
    defer { thermostat.stop() }
    thermostat.fail(.says(404, "no"), on: "GET /tstat/model")
    #expect(Answers("read", thermostat.link)["read"]?["device"]?.text == "ct80")
  }

  @Test("a plan lists each request and sends none")
  func plans() {
    let thermostat = StrictThermostat()
    defer { thermostat.stop() }
    let planned = Answers("plan", thermostat.link, program: Self.program)
    let requests = planned["planned"]?.elements.compactMap(\.text) ?? []
    #expect(requests.count == 2)
    #expect(
      requests.first?.hasPrefix(
        "POST http://\(thermostat.authority)/tstat/program/heat\n{\"0\":[360,60,") == true)
    #expect(thermostat.requests.isEmpty)
    // The bodies are those that are sent.
    _ = Answers("write", thermostat.link, program: Self.program)
    for (request, plan) in zip(thermostat.requests, requests) {
      #expect(plan.hasSuffix("\n" + request.body))
    }
  }

  @Test("a program in another form than an export's is refused before anything is sent")
  func refusesPrograms() {
    let thermostat = StrictThermostat()
    defer { thermostat.stop() }
    for text in ["", "{}", "[1]", "{\"heat\":{},\"cool\":{}}", "{\"0\":[360,70]}"] {
      let answers = Answers("write", thermostat.link, program: text)
      #expect(answers.reason == "unsupported")
      #expect(answers.device == "unchanged")
    }
    #expect(thermostat.requests.isEmpty)
  }
}
