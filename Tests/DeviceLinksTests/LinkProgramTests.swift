import TestSupport
import TestTraits
import Testing

/// The program as `setpoint` starts it.
@Suite(.waits) struct LinkProgramTests {
  private static func request(_ action: String, _ link: String) -> String {
    "printf '%s\\n' '{\"do\":\"\(action)\",\"link\":\"\(link)\"}'"
  }

  @Test("it greets, answers each line, and ends with its input")
  func answersLines() throws {
    let folder = TemporaryFolder()
    let thermostat = StrictThermostat()
    defer { thermostat.stop() }
    let result = try ShellCommand(
      "{ \(Self.request("describe", thermostat.link)); echo x; \(Self.request("read", thermostat.link)); } | "
        + "setpoint-link", in: folder.path)
    let lines = result.text.split(separator: "\n").map { ReadJSON(Array($0.utf8)) }
    #expect(result.status == 0)
    #expect(lines.first?["setpoint-link"] == .number("1"))
    #expect(
      lines.first?["links"]?.elements.compactMap(\.text)
        == ["radiotherm", "bacnet", "ha", "has", "mqtt", "mqtts"])
    #expect(lines[1]["described"] != nil)
    #expect(lines[2]["failed"]?["reason"]?.text == "unsupported")
    #expect(lines.last?["read"] != nil)
    #expect(result.errorText == "")
  }

  @Test("it explains itself, and takes no other arguments")
  func explains() throws {
    let folder = TemporaryFolder()
    for (words, status, text) in [
      ("--version", 0, "setpoint-link 1 (libcurl/"), ("--help", 0, "usage: setpoint-link"),
      ("--token x", 64, ""), ("radiotherm://a", 64, ""),
    ] {
      let result = try ShellCommand("setpoint-link \(words)", in: folder.path)
      #expect(result.status == status)
      #expect(result.text.contains(text))
    }
  }

  @Test("a line of more than 4 MiB is one failure, in bounded memory")
  func refusesLongLines() throws {
    let folder = TemporaryFolder()
    let result = try ShellCommand(
      "ulimit -t 20; yes '{\"do\": \"read\"' | tr -d '\\n' | setpoint-link", in: folder.path)
    #expect(result.status == 1)
    let lines = result.text.split(separator: "\n").map { ReadJSON(Array($0.utf8)) }
    #expect(lines.count == 2)
    #expect(lines.last?["failed"]?["message"]?.text?.contains("4 MiB") == true)
  }

  @Test("it ends when nobody reads its answers, and on TERM")
  func ends() throws {
    let folder = TemporaryFolder()
    let thermostat = StrictThermostat()
    defer { thermostat.stop() }
    let closed = try ShellCommand(
      "{ sleep 1; while :; do \(Self.request("describe", thermostat.link)) || exit; done; } 2>errors | "
        + "setpoint-link | head -n 1", in: folder.path)
    #expect(closed.status == 0)
    thermostat.fail(.silence, on: "GET")
    let terminated = try ShellCommand(
      "mkfifo in; setpoint-link <in >out & exec 3>in; \(Self.request("read", thermostat.link)) >&3; "
        + "until grep -q progress out; do :; done; kill -TERM $!; wait $!", in: folder.path)
    #expect(terminated.status == 143)
  }

  @Test(
    "whenever a write is ended, each day is the old one or the new one, and the next write mends it"
  )
  func endsBetweenDays() throws {
    let folder = TemporaryFolder()
    let thermostat = StrictThermostat()
    defer { thermostat.stop() }
    let new = ReadJSON(Array(RadioThermostatTests.program.utf8))
    let program = RadioThermostatTests.program.replacing("\"", with: "\\\"").replacing(
      "\n", with: "")
    let request = "{\"do\":\"write\",\"link\":\"\(thermostat.link)\",\"program\":\"\(program)\"}"
    for ending in [
      "| head -n 5", "| head -n 7", "& sleep 0.2; kill -9 $!", "& sleep 1.3; kill -9 $!",
      "& sleep 2.1; kill -TERM $!",
    ] {
      for (side, value) in [("heat", "70"), ("cool", "80")] {
        for day in 0..<7 { thermostat.set(side, day: day, "[1,\(value)]") }
      }
      thermostat.behave()
      thermostat.fail(
        .says(200, "{\"error\": \"one day at a time\"}"), on: "POST /tstat/program/heat", times: 1)
      _ = try ShellCommand(
        "printf '%s\\n' '\(request)' >request; setpoint-link <request \(ending)", in: folder.path)
      var isNew: [Bool] = []
      for (side, value) in [("heat", "70"), ("cool", "80")] {
        for day in 0..<7 {
          let held = thermostat.program(side)["\(day)"]
          let wanted = new[side]?["\(day)"]?.json.replacing(" ", with: "")
          #expect(held == "[1,\(value)]" || held == wanted)
          isNew.append(held == wanted)
        }
      }
      // In the order of the week, heat first; and not all of them, so that something was seen.
      #expect(isNew == isNew.sorted { $0 && !$1 })
      #expect(isNew.last == false, "\(ending)")
    }
    thermostat.behave()
    #expect(
      Answers("write", thermostat.link, program: RadioThermostatTests.program)["written"] != nil)
    #expect(Answers("read", thermostat.link).program == RadioThermostatTests.program)
  }

  @Test("a broker that announces 200 MB gets none of it")
  func boundsMemory() throws {
    let folder = TemporaryFolder()
    let bridge = ZigbeeStandIn()
    defer { bridge.stop() }
    bridge.fail(.bytes([0x30, 0x80, 0x84, 0xAF, 0x5F]), on: "get")
    let result = try ShellCommand(
      "\(Self.request("read", bridge.link())) | setpoint-link", in: folder.path)
    #expect(result.text.contains("\"reason\":\"malformed\""), "\(result.text) \(result.errorText)")
  }

  @Test("passwords come from files that are the owner's alone, and stand in no message")
  func keepsSecrets() throws {
    let folder = TemporaryFolder()
    let bridge = ZigbeeStandIn(password: "hunter2-of-anna")
    defer { bridge.stop() }
    let ask = "\(Self.request("read", bridge.link())) | setpoint-link; rm -rf .netrc .config"
    for (prepare, expected) in [
      ("", "\"reason\":\"denied\""),
      (
        "echo 'machine 127.0.0.1 login anna password wrong-hunter2' >.netrc; chmod 600 .netrc",
        "\"denied\""
      ),
      (
        "echo 'machine 127.0.0.1 login anna password hunter2-of-anna' >.netrc; chmod 644 .netrc",
        "\"secret\""
      ),
      (
        "echo 'machine other login anna password hunter2-of-anna' >.netrc; chmod 644 .netrc",
        "\"denied\""
      ),
      (
        "echo 'machine 127.0.0.1 login anna password hunter2-of-anna' >.netrc; chmod 600 .netrc",
        "\"read\""
      ),
      (
        "mkdir .config; printf '%s\\n' '-u anna' '-P hunter2-of-anna' >.config/mosquitto_pub; chmod 644 .config/*",
        "\"secret\""
      ),
      (
        "mkdir .config; printf '%s\\n' '-u anna' '-P hunter2-of-anna' >.config/mosquitto_pub; chmod 600 .config/*",
        "\"read\""
      ),
    ] {
      let result = try ShellCommand("\(prepare)\n\(ask)", in: folder.path)
      #expect(result.text.contains(expected), "\(prepare): \(result.text.prefix(500))")
      #expect(!(result.text + result.errorText).contains("hunter2"))
    }
  }

  @Test("a login for HTTP is sent to its host alone")
  func sendsLogin() throws {
    let folder = TemporaryFolder()
    let server = LoopbackServer { connection in
      let head = String(decoding: connection.bytes() ?? [], as: UTF8.self)
      // anna:hunter2 in base 64.
      let status = head.contains("Authorization: Basic YW5uYTpodW50ZXIy\r\n") ? "200 OK" : "401 No"
      connection.send("HTTP/1.1 \(status)\r\nContent-Length: 2\r\n\r\n{}")
    }
    defer { server.stop() }
    let result = try ShellCommand(
      "echo 'machine 127.0.0.1 login anna password hunter2' >.netrc; chmod 600 .netrc\n"
        + "\(Self.request("read", "radiotherm://127.0.0.1:\(server.port)")) | setpoint-link\n"
        + "echo 'machine other login anna password hunter2' >.netrc\n"
        + "\(Self.request("read", "radiotherm://127.0.0.1:\(server.port)")) | setpoint-link",
      in: folder.path)
    let failures = result.text.split(separator: "\n").compactMap {
      ReadJSON(Array($0.utf8))["failed"]?["reason"]?.text
    }
    #expect(failures == ["malformed", "denied"])
  }
}
