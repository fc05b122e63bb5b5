import CLibrary
import TestSupport
import TestTraits
import Testing

/// `--all`: every device of a devices file.
@Suite(.waits) struct FleetTests {
  /// Three devices: the first has its schedule, the second another one, the third does not answer.
  private func fleet() throws -> FakeDevice {
    let device = try FakeDevice()
    let made = try device.run(
      """
      mkdir fake/hall fake/attic fake/shed sub; for d in hall attic shed; do cp fake/program fake/$d; done
      cp home.json sub/other.json; setpoint set sub/other.json mon.wake.heat=66 2>/dev/null
      printf busy >fake/shed/mode
      cat >.setpoint-devices.json <<'END'
      {"$schema": "x", "devices": [
        {"name": "hall", "link": "radiotherm://hall", "file": "home.json", "schedule": "Home"},
        {"name": "attic", "link": "radiotherm://attic", "file": "sub/other.json"},
        {"name": "shed", "link": "radiotherm://shed:80", "file": "home.json"}
      ]}
      END
      """)
    try #require(made.status == 0, "\(made.errorText)")
    return device
  }

  @Test("drift --all checks all devices, prints a table and exits with the worst status")
  func drift() throws {
    let result = try fleet().run("cd sub; setpoint drift --all")
    #expect(result.status == 75)
    #expect(
      result.text == """
        attic:
          Monday wake heat 66 -> 70
        device  result   schedule  details
        hall    same     Home
        attic   differs  Home      1 cell
        shed    failed   Home      the thermostat was busy three times

        """, "\(result.text)")
    #expect(
      result.errorText
        == "setpoint: shed: the thermostat was busy three times\nsetpoint: differences (wanted -> stored):\n"
    )
  }

  @Test(
    "a push to several devices ended by ^C reports whether something was written",
    arguments: [
      ("slow", [], "nothing was written"),
      (
        "stop", ["--yes"],
        "some devices, or a part of one, may have been written; run push --all again"
      ),
    ]) func interrupted(mode: String, options: [String], told: String) throws
  {
    let device = try fleet()
    _ = try device.run("printf \(mode) >fake/attic/mode")
    let program = try device.onTerminal(
      ["push", "--all", "--devices", device.folder.path(".setpoint-devices.json")] + options,
      columns: 200)
    #expect(program.terminal.receive("waiting for devices, 0 of 3 done"))
    if mode == "stop" {
      #expect(program.waits { WholeFile.bytes(device.folder.path("fake/attic/stopped")) != nil })
    }
    program.send("\u{3}")
    #expect(program.terminal.receive("\r\nsetpoint: interrupted; \(told)\r\n"))
    #expect(program.process.waitForEnd()?.end == .killed(signal: SIGINT))
  }

  @Test("advice for a fleet is about its devices file, and a dry run names each device that fails")
  func advice() throws {
    let device = try fleet()
    let result = try device.run(
      """
      setpoint copy home.json --as Away 2>/dev/null; sed -i 's/"shed", /&"program": "heat", /' .setpoint-devices.json
      setpoint push --all -n >/dev/null
      setpoint set sub/other.json sides=heat >/dev/null 2>&1; setpoint drift --all >/dev/null
      """)
    let several =
      #"home.json has 2 schedules; set "schedule" or "due" of "shed" in the devices file"#
    let assumed =
      #"requests for radiotherm; for ct80, set "link" (ct80://…) of the device in the devices file"#
    #expect(
      result.errorText == """
        setpoint: hall: \(assumed)
        setpoint: attic: \(assumed)
        setpoint: shed: \(several): "Home", "Away"
        setpoint: shed: nothing would be sent
        setpoint: attic: the address names a heat and a cool program, but the schedule has only heat setpoints; \
        `setpoint set sub/other.json sides=both --cool 78,85` adds cool, and an address that ends in /heat gets heat alone
        setpoint: shed: \(several): "Home", "Away"

        """)
    #expect(!result.errorText.contains("--schedule"))
    let one = try device.run(
      "setpoint set home.json name=Home 2>&1; setpoint undo home.json 2>/dev/null; setpoint push --all -n >/dev/null"
    )
    #expect(
      one.errorText.hasSuffix(
        "setpoint: shed: the device gets a heat and a cool program, not one; omit --program, "
          + "or program in the devices file\nsetpoint: shed: nothing would be sent\n"
      ))
  }

  @Test(
    "push --all writes all devices; a busy device delays no other", arguments: [1, 3])
  func push(jobs: Int) throws {
    let device = try fleet()
    let result = try device.run("setpoint push --all --yes --jobs \(jobs)")
    #expect(result.status == 75)
    #expect(
      result.text == """
        device  result   schedule  details
        hall    same     Home
        attic   written  Home
        shed    failed   Home      the thermostat was busy three times

        """, "\(result.text)")
    let after = try device.run(
      "rm fake/shed/mode; setpoint drift --all; setpoint push --all --dry-run")
    #expect(after.status == 0, "\(after.errorText)")
    #expect(after.text.contains("attic:\nPOST http://attic/tstat/program"))
  }

  @Test("rounded values are printed once: before the question, after writing, and with --dry-run")
  func rounding() throws {
    let device = try fleet()
    let change = "setpoint set sub/other.json fri.leave.heat=62.5 2>/dev/null;"
    let plan = try device.run(change + "setpoint push --all --round --dry-run")
    #expect(
      plan.errorText.contains("attic: Friday leave heat 62.5 °F -> 63 °F"), "\(plan.errorText)")
    let (program, _) = try asking(device, "--round")
    #expect(program.terminal.receive("Friday leave heat 62.5 °F -> 63 °F"))
    #expect(program.terminal.receive("Write to 1 of 3 devices? [y/N] "))
    program.send("n\r")
    #expect(program.terminal.receive("attic   declined  Home"))
    _ = program.process.waitForEnd()
    let written = try device.run("setpoint push --all --round --yes")
    #expect(
      written.errorText == """
        setpoint: shed: the thermostat was busy three times
        setpoint: changes (old -> new):
        setpoint: attic:
        setpoint:   Friday leave heat 62.5 °F -> 63 °F
        setpoint:   Monday wake heat 70 -> 66
        setpoint:   Friday leave heat 62 -> 63

        """, "\(written.errorText)")
    let undone = try device.run("setpoint push --undo attic --yes")
    #expect(undone.status == 0, "\(undone.errorText)")
    #expect(undone.errorText.contains("Monday wake heat 66 -> 70"), "\(undone.errorText)")
  }

  @Test("a file that changed during the question is not pushed")
  func fileChanged() throws {
    let device = try fleet()
    let before = try refusing(
      device, after: "setpoint set sub/other.json all.wake.heat=50 2>/dev/null",
      "other.json was changed meanwhile; nothing was written")
    #expect(WholeFile.bytes(device.folder.path("fake/attic/program")) == before)
  }

  @Test(
    "a device that is changed during the question is not written, even if it has no schedule now")
  func deviceChanged() throws {
    _ = try refusing(
      try fleet(), after: "sed -i 's/480/490/' fake/attic/program",
      "attic: the device was changed meanwhile; nothing was written")
  }

  /// Runs a command during the question of a push, and expects the push to write nothing; returns the program of the
  /// attic before.
  private func refusing(
    _ device: FakeDevice, after change: String, _ words: String
  ) throws -> [UInt8]? {
    let (program, before) = try asking(device)
    #expect(program.terminal.receive("Write to 1 of 3 devices? [y/N] "))
    _ = try device.run(change)
    program.send("y\r")
    #expect(program.terminal.receive(words))
    #expect(program.process.waitForEnd()?.end == .exited(75))
    #expect(!device.requests.contains(#""do":"write""#))
    return before
  }

  @Test(
    "two devices of a list cannot be the same, however their addresses are spelled",
    arguments: [
      ("radiotherm://h", "ct50://H:80/heat"), ("radiotherm://127.0.0.1", "radiotherm://127.1"),
      ("radiotherm://[::1]", "radiotherm://[0:0:0:0:0:0:0:1]"),
      ("bacnet://h/1/schedule/1,2", "bacnet://h:47808/1/schedule/2,3"),
      ("bacnet://h/1/schedule/1,2", "bacnet://h/1/schedule/,1"),
      ("ha://h/schedule.a", "has://h:8123/schedule.a"),
      ("mqtt://h/z/v?kind=tuya", "mqtts://h/z/%76?kind=danfoss-ally"),
      ("mqtt://h/z%2Fy/v?kind=tuya", "mqtt://h:1883/z/y/v?kind=tuya"),
    ])
  func sameDevice(first: String, second: String) throws {
    let device = try FakeDevice()
    let list = [first, second, "radiotherm://other"].enumerated().map {
      #"{"name": "\#($0.offset)", "link": "\#($0.element)", "file": "home.json"}"#
    }
    let result = try device.run(
      """
      cat >d.json <<'END'
      {"devices": [
      \(list.joined(separator: ",\n"))
      ]}
      END
      setpoint push --all --devices d.json --yes
      """)
    #expect(result.status == 65, "\(result.errorText)")
    let words = "\" has this address, or a part of it"
    #expect(result.errorText.ranges(of: words).count == 1, "\(result.errorText)")
    #expect(result.errorText.contains("d.json:3:"), "\(result.errorText)")
  }

  /// A push to all devices that asks, and the program of the attic.
  private func asking(
    _ device: FakeDevice, _ options: String...
  ) throws -> (ProgramOnPTY, [UInt8]?) {
    let program = try device.onTerminal(
      ["push", "--all", "--devices", device.folder.path(".setpoint-devices.json")] + options)
    return (program, WholeFile.bytes(device.folder.path("fake/attic/program")))
  }

  @Test("on a terminal, one question comes before all pushes", arguments: ["n", "y"])
  func asksOnce(answer: String) throws {
    let device = try fleet()
    let (program, _) = try asking(device)
    #expect(program.terminal.receive("Write to 1 of 3 devices? [y/N] "))
    #expect(!device.requests.contains(#""do":"write""#))
    program.send(answer + "\r")
    #expect(program.terminal.receive(answer == "y" ? "attic   written" : "attic   declined"))
    #expect(program.process.waitForEnd()?.end == .exited(75))
    #expect(device.requests.contains(#""do":"write""#) == (answer == "y"))
  }

  @Test("drift as JSON reports the same for each device")
  func json() throws {
    let device = try fleet()
    let result = try device.run("setpoint drift --all --format json")
    #expect(result.status == 75)
    for words in [
      #""result": "same""#, #""result": "differs""#, #""result": "failed""#,
      #""message": "the thermostat was busy three times""#, #""path": "monday.wake.heat""#,
      #""wanted": 66"#, #""held": 70"#, #""name": "shed""#, #""status": 75"#,
    ] { #expect(result.text.contains(words), "\(result.text)") }
  }

  @Test(
    "a devices file above that belongs to another user is not used, unless it is named",
    .enabled(if: geteuid() == 0, "needs root"))
  func foreign() throws {
    let device = try fleet()
    let result = try device.run(
      """
      chown 12001 .setpoint-devices.json; cd sub; setpoint push --all --yes; echo $?; ls ../fake/requests
      setpoint drift --all --devices ../.setpoint-devices.json >/dev/null; echo $?; ls ../fake/requests
      """)
    #expect(result.text == "66\n75\n../fake/requests\n", "\(result.text)")
    #expect(
      result.errorText.contains("../.setpoint-devices.json belongs to another user"),
      "\(result.errorText)")
  }

  @Test("each device has its own options, and equal differences are reported once")
  func ownOptions() throws {
    let device = try FakeDevice()
    let result = try device.run(
      """
      for d in a b c; do mkdir fake/$d; cp fake/program fake/$d; done
      setpoint set home.json fri.wake.heat=72.5 mon.wake.heat=71 2>/dev/null
      list() {
        s=; printf '{"devices": ['; for d in a b c; do
          printf '%s{"name": "%s", "link": "radiotherm://%s", "file": "home.json"%s}' "$s" $d $d "$1"; s=,
        done; printf ']}'
      }
      list >d.json; setpoint push --all --devices d.json --yes >/dev/null 2>&1; echo $?; ls fake/*/was-written
      list ', "round": true' >d.json; setpoint push --all --devices d.json --yes --jobs 1; echo $?
      setpoint drift --all --devices d.json >/dev/null 2>&1; echo $?
      list ', "round": 1, "unit": "K", "replace": false' >d.json; setpoint drift --all --devices d.json; echo $?
      """)
    #expect(result.text.hasPrefix("1\ndevice  result"), "\(result.text)")
    #expect(result.text.hasSuffix("0\n0\n65\n"), "\(result.text)")
    #expect(
      result.errorText.split(separator: "Monday wake heat 70 -> 71").count == 2,
      "\(result.errorText)")
    #expect(result.errorText.contains("a, b, c:"), "\(result.errorText)")
  }

  @Test("what zigbee2mqtt cannot confirm is a word in the table, explained once")
  func unconfirmed() throws {
    let device = try FakeDevice(isValve: true)
    let result = try device.run(
      """
      list() { for d in a b; do
        printf '{"name": "%s", "link": "mqtt://%s/z/x?kind=sonoff-trvzb", "file": "home.json"}' $d $d; done; }
      printf '{"devices": [%s]}' "$(list | sed 's/}{/},{/')" >d.json
      setpoint push --all --devices d.json --drop-cool --yes; setpoint drift --all --devices d.json --drop-cool
      """)
    #expect(result.status == 75)
    let title = "device  result       schedule  details\n"
    #expect(
      result.text == """
        \(title)a       unconfirmed  Home      written
        b       unconfirmed  Home      written
        \(title)a       unconfirmed  Home
        b       unconfirmed  Home

        """, "\(result.text)")
    #expect(result.errorText.split(separator: "cannot confirm").count == 3, "\(result.errorText)")
  }

  @Test("faults in a devices file are reported with their place")
  func wrongFiles() throws {
    let device = try fleet()
    let result = try device.run(
      """
      sed 's/"schedule"/"shedule"/; s/"attic"/"hall"/; s/radiotherm:..shed:80/shed/' .setpoint-devices.json >d.json
      seq 1001 | sed 's|.*|{"name": "&", "link": "radiotherm://&", "file": "home.json"}|' | paste -sd , |
        sed 's/.*/{"devices": [&]}/' >many.json
      setpoint drift --all --devices d.json; setpoint drift --all --devices many.json; cd /; setpoint drift --all
      """)
    #expect(result.status == 66)
    for words in [
      "d.json:2:70: error: unknown member \"shedule\" (did you mean \"schedule\"?)",
      "many.json:1:13: error: devices is an array of 1001; expected an array of 1 to 1000",
      "d.json:3:12: error: a second device \"hall\"", "\"shed\" is not a device address",
      "there is no .setpoint-devices.json in this folder or above",
      #"d.json: for example: {"devices": [{"name": "hall""#, "`setpoint schema devices` describes",
    ] { #expect(result.errorText.contains(words), "\(result.errorText)") }
  }
}
