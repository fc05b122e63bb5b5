import TestSupport
import TestTraits
import Testing

/// A push that is killed while `setpoint-link` works for it.
@Suite(.waits) struct OrphanedWriteTests {
  @Test(
    "after a killed push, every write is known to undo",
    arguments: [
      ("GET /tstat/program/cool", 0), ("POST /tstat/program/heat", 0),
      ("POST /tstat/program/cool", 0), ("GET /tstat/program/heat", 1),
    ])
  func killed(request: String, after: Int) throws {
    let thermostat = StrictThermostat()
    defer { thermostat.stop() }
    let folder = TemporaryFolder()
    let before = [thermostat.program("heat"), thermostat.program("cool")]
    func run(_ script: String) throws -> ShellCommand {
      try ShellCommand(
        script, in: folder.path, environment: ["XDG_STATE_HOME=\(folder.path)/state"])
    }
    func posts() -> Int { thermostat.requests.count { $0.line.hasPrefix("POST") } }
    thermostat.fail(.waits(folder: folder.path), on: request, after: after, times: 1)
    let undo = "setpoint push --undo \(thermostat.link) --yes"
    let first = try run(
      """
      setpoint new home.json --unit F; touch ids; trap ': >on' EXIT
      printf '#!/bin/sh\necho $$ >>%s/ids\nexec setpoint-link "$@"\n' "$PWD" >link; chmod +x link
      SETPOINT_LINK=$PWD/link setpoint push home.json \(thermostat.link) --yes 2>/dev/null &
      await [ -e go ]; kill -9 $!; wait $! 2>/dev/null; : >on; \(undo)
      """)
    let (count, held) = (posts(), [thermostat.program("heat"), thermostat.program("cool")])
    let second = try run(
      "for id in $(cat ids); do tail --pid=$id -f /dev/null; done\n\(first.status == 75 ? undo : "")"
    )
    switch first.status {
    case 0, 66:
      // Put back, or nothing was kept since nothing was written: that stays so.
      #expect(held == before && posts() == count, "\(first.errorText) \(second.errorText)")
    case 75:
      // What was begun was not done yet.
      #expect(first.errorText.contains("is using it"), "\(first.errorText)")
      #expect([0, 66].contains(second.status), "\(second.errorText)")
    default: Issue.record("\(first.status) \(first.errorText)")
    }
    guard first.status != 0 else { return }
    #expect([thermostat.program("heat"), thermostat.program("cool")] == before)
  }
}
