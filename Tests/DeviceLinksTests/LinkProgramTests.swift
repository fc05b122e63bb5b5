import CLibrary
import TestSupport
import TestTraits
import Testing

/// The program as `setpoint` starts it.
@Suite(.waits) struct LinkProgramTests {
  @Test("it answers one request, reports progress on standard error, and ends")
  func answers() throws {
    let folder = TemporaryFolder()
    let thermostat = StrictThermostat()
    defer { thermostat.stop() }
    let result = try ShellCommand("setpoint-link read \(thermostat.link)", in: folder.path)
    let lines = result.text.split(separator: "\n").map { ReadJSON(Array($0.utf8)) }
    #expect(result.status == 0)
    #expect(lines.count == 1)
    #expect(lines.first?["setpoint-link"] == .number("2"))
    #expect(lines.first?["read"]?["program"] != nil)
    #expect(result.errorText.hasPrefix("asking for the model\n"))
    let failed = try ShellCommand("setpoint-link read x://y", in: folder.path)
    #expect(failed.status == 0 && failed.text.contains("\"reason\":\"link\""))
  }

  @Test("it has --help and --version, and rejects other arguments")
  func explains() throws {
    let folder = TemporaryFolder()
    for (words, status, text) in [
      ("--version", 0, "setpoint-link 2 (libcurl/"), ("--help", 0, "usage: setpoint-link"),
      ("--token x", 64, ""), ("radiotherm://a", 64, ""), ("erase radiotherm://a", 64, ""),
      ("read radiotherm://a b", 64, ""), ("", 64, ""),
    ] {
      let result = try ShellCommand("setpoint-link \(words)", in: folder.path)
      #expect(result.status == status)
      #expect(text.isEmpty ? result.text.isEmpty : result.text.contains(text), "\(words)")
      #expect(result.text.split(separator: "\n").allSatisfy { $0.count <= 81 })
    }
  }

  @Test("a program of more than 4 MiB is refused without reading the rest")
  func refusesLongPrograms() throws {
    let folder = TemporaryFolder()
    let result = try ShellCommand(
      "ulimit -t 20; yes | setpoint-link write radiotherm://127.0.0.1:1", in: folder.path)
    #expect(result.status == 65 && result.text == "")
    #expect(result.errorText.contains("4 MiB"))
  }

  @Test("a program that cannot be read to its end is not written")
  func refusesUnreadablePrograms() throws {
    let folder = TemporaryFolder()
    let thermostat = StrictThermostat()
    defer { thermostat.stop() }
    let write = "setpoint-link write \(thermostat.link)"
    let directory = try ShellCommand("\(write) <.", in: folder.path)
    var ends: [Int32] = [-1, -1]
    #expect(pipe(&ends) == 0 && fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0)
    defer { ends.forEach { close($0) } }
    // All of it, but the pipe stays open: more may follow.
    let program = Array(RadioThermostatTests.program.utf8)
    #expect(CLibrary.write(ends[1], program, program.count) == program.count)
    let unended = try ShellCommand(write, in: folder.path, input: ends[0])
    for result in [directory, unended] {
      #expect(result.status == 65 && result.text == "")
      #expect(result.errorText.hasPrefix("setpoint-link: the program cannot be read: "))
    }
    #expect(thermostat.requests.isEmpty)
  }

  @Test("a read ends on TERM, and when the program that started it ends")
  func ends() throws {
    let folder = TemporaryFolder()
    let thermostat = StrictThermostat()
    defer { thermostat.stop() }
    thermostat.fail(.silence, on: "GET")
    let terminated = try ShellCommand(
      """
      setpoint-link read \(thermostat.link) >out 2>said & await grep -q model said
      kill -TERM $!; wait $!
      """, in: folder.path)
    #expect(terminated.status == 143)
    // The parent waits in a pipeline of its own; its end is the end of the other, too.
    let orphaned = try ShellCommand(
      """
      sh -c 'setpoint-link read \(thermostat.link) >out 2>said2 & echo $! >id; wait' & parent=$!
      await grep -qs model said2
      kill -9 $parent; tail --pid=$(cat id) -f /dev/null; cat out
      """, in: folder.path)
    // A process that had continued would have reported a missing answer.
    #expect(orphaned.status == 0 && orphaned.text == "", "\(orphaned.text)")
  }

  @Test(
    "whenever a write is killed, each day is old or new, and the next write repairs it"
  )
  func endsBetweenDays() throws {
    let folder = TemporaryFolder()
    let thermostat = StrictThermostat()
    defer { thermostat.stop() }
    let new = ReadJSON(Array(RadioThermostatTests.program.utf8))
    WholeFile.write(Array(RadioThermostatTests.program.utf8), folder.path("program"))
    // The first request has the whole week, which this thermostat refuses. Then each has a day.
    for (ending, days) in [
      ("exec 3<&-", 1), ("exec 3<&-", 3), ("kill -9 $!; wait $!", 1), ("kill -9 $!; wait $!", 4),
      ("kill -TERM $!; wait $!", 3),
    ] {
      for (side, value) in [("heat", "70"), ("cool", "80")] {
        for day in 0..<7 { thermostat.set(side, day: day, "[1,\(value)]") }
      }
      thermostat.behave()
      thermostat.fail(
        .says(200, "{\"error\": \"one day at a time\"}"), on: "POST /tstat/program/heat", times: 1)
      let signs = "\(ending.first ?? " ")\(days)"
      thermostat.fail(.waits(folder: folder.path(signs)), on: "POST", after: days - 1, times: 1)
      let result = try ShellCommand(
        """
        mkdir \(signs); cd \(signs); mkfifo out; trap ': >on' EXIT
        setpoint-link write \(thermostat.link) <../program >out 2>said & exec 3<out; await [ -e go ]
        \(ending); : >on; wait $!; true
        """, in: folder.path)
      #expect(result.status == 0, "\(ending) \(result.errorText)")
      var isNew: [Bool] = []
      for (side, value) in [("heat", "70"), ("cool", "80")] {
        for day in 0..<7 {
          let held = thermostat.program(side)["\(day)"]
          let wanted = new[side]?["\(day)"]?.json.replacing(" ", with: "")
          #expect(held == "[1,\(value)]" || held == wanted)
          isNew.append(held == wanted)
        }
      }
      // In the order of the week, heat first.
      #expect(isNew == isNew.indices.map { $0 < days }, "\(ending)")
    }
    thermostat.behave()
    #expect(
      Answers("write", thermostat.link, program: RadioThermostatTests.program)["written"] != nil)
    #expect(Answers("read", thermostat.link).program == RadioThermostatTests.program)
  }

  @Test("a message that is announced as 200 MB is refused before it arrives")
  func refusesLongMessages() throws {
    let folder = TemporaryFolder()
    let bridge = ZigbeeStandIn()
    defer { bridge.stop() }
    bridge.fail(.bytes([0x30, 0x80, 0x84, 0xAF, 0x5F]), on: "get")
    let result = try ShellCommand(
      "setpoint-link read '\(bridge.link())'", in: folder.path)
    #expect(result.text.contains("\"reason\":\"malformed\""), "\(result.text) \(result.errorText)")
  }

  @Test("a proxy of the environment is not used")
  func usesNoProxy() throws {
    let folder = TemporaryFolder()
    let proxied = Watched("")
    let proxy = LoopbackServer { connection in
      let text = String(decoding: connection.bytes() ?? [], as: UTF8.self)
      proxied.change { $0 += text }
    }
    let thermostat = StrictThermostat()
    let home = HomeAssistantStandIn { _ in "" }
    defer { for stop in [proxy.stop, thermostat.stop, home.stop] { stop() } }
    let result = try ShellCommand(
      "setpoint-link read \(thermostat.link); setpoint-link read \(home.link())",
      in: folder.path,
      environment: ["http_proxy", "HTTP_PROXY", "https_proxy", "all_proxy"].map {
        "\($0)=http://127.0.0.1:\(proxy.port)"
      } + ["HASS_TOKEN=x", "HASS_SERVER=http://\(home.authority)"])
    #expect(result.text.contains("\"read\":"), "\(result.text)")
    // The answer of this server to the handshake is wrong.
    #expect(result.text.contains("\"reason\":\"malformed\""), "\(result.text)")
    #expect(proxied.change { $0 } == "")
  }

  @Test("passwords come from files that only the owner can read, and appear in no message")
  func keepsSecrets() throws {
    let folder = TemporaryFolder()
    let bridge = ZigbeeStandIn(password: "hunter2-of-anna")
    defer { bridge.stop() }
    let ask = "setpoint-link read '\(bridge.link())'; rm -rf .netrc .config"
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
        "mkdir .config; printf '%s\\n' '-u anna' '-P hunter2-of-anna' '-h 127.0.0.1' >.config/mosquitto_pub; chmod 644 .config/*",
        "\"secret\""
      ),
      (
        "mkdir .config; printf '%s\\n' '-u anna' '-P hunter2-of-anna' '-h 127.0.0.1' >.config/mosquitto_pub; chmod 600 .config/*",
        "\"read\""
      ),
    ] {
      let result = try ShellCommand("\(prepare)\n\(ask)", in: folder.path)
      #expect(result.text.contains(expected), "\(prepare): \(result.text.prefix(500))")
      #expect(!(result.text + result.errorText).contains("hunter2"))
    }
  }

  @Test("a login for HTTP is sent only to its host")
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
        + "setpoint-link read radiotherm://127.0.0.1:\(server.port)\n"
        + "echo 'machine other login anna password hunter2' >.netrc\n"
        + "setpoint-link read radiotherm://127.0.0.1:\(server.port)",
      in: folder.path)
    let failures = result.text.split(separator: "\n").compactMap {
      ReadJSON(Array($0.utf8))["failed"]?["reason"]?.text
    }
    #expect(failures == ["malformed", "denied"])
    #expect(result.text.contains("HTTP status 401; ~/.netrc can have its user and password"))
  }
}
