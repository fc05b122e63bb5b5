import CLibrary
import TestSupport
import TestTraits
import Testing

/// `push --due` each night, and formats without dates.
@Suite(.waits) struct DueTests {
  /// The command lines of docs/calendar.md, and a devices file.
  enum Timer: CaseIterable {
    case cron, systemd, fleet

    /// The command that the timer runs, for a shell.
    func command() throws -> String {
      let bytes = try #require(Fixtures.bytes("../docs/calendar.md"))
      let (prefix, home) = self == .systemd ? ("ExecStart=", "%h") : ("    5 0 * * * ", "$HOME")
      let page = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
      let line = try #require(page.first { $0.hasPrefix(prefix) })
      let command = String(line.dropFirst(prefix.count))
        .replacing("/usr/local/bin/setpoint", with: "\"$SETPOINT\"").replacing(home, with: "$HOME")
      return self == .fleet ? "\"$SETPOINT\" push --all --yes" : command
    }
  }

  @Test(
    "the commands of timers write when another schedule is due, and nothing the second time",
    arguments: Timer.allCases) func nightly(timer: Timer) throws
  {
    let device = try FakeDevice()
    let command = try timer.command()
    // As cron and systemd do: no terminal, and few variables.
    let run = """
      : >fake/requests; env -i HOME="$HOME" SHELL=/bin/sh PATH=/usr/bin:/bin SETPOINT="$(command -v setpoint)" \\
        SETPOINT_LINK="$SETPOINT_LINK" FAKE="$FAKE" XDG_STATE_HOME="$XDG_STATE_HOME" sh -c '\(command)'
      """
    _ = try device.run(
      """
      printf 'duplicate Away\\nsave\\nquit\\n' | setpoint edit home.json --prompt
      setpoint set home.json mon.wake.heat=64 --schedule Away
      setpoint calendar home.json --add 'Away 2000-01-01..2999-12-31'
      printf '{"devices": [{"name": "hall", "link": "radiotherm://192.0.2.7", "file": "home.json", "due": true}]}' \
        >.setpoint-devices.json
      """)
    let drift =
      timer == .fleet
      ? "setpoint drift --all" : "setpoint drift home.json radiotherm://192.0.2.7 --due"
    for isAway in [true, false] {
      if !isAway { _ = try device.run("setpoint calendar home.json --remove 1") }
      #expect(try device.run(drift).status == 1)
      let first = try device.run(run)
      #expect(first.status == 0, "\(first.errorText)")
      #expect(device.requests.contains(#""do":"write""#))
      #expect((device.program == device.first) != isAway)
      let second = try device.run(run)
      #expect(second.status == 0, "\(second.errorText)")
      #expect(!device.requests.contains(#""do":"write""#))
      #expect(device.requests.contains(#""do":"read""#))
      #expect(try device.run(drift).status == 0)
    }
  }

  @Test("a format without dates refuses a calendar, unless one option says what to do with it")
  func formats() throws {
    let folder = TemporaryFolder()
    let result = try ShellCommand(
      """
      setpoint new home.json --name Winter
      printf 'duplicate Away\\nsave\\nquit\\n' | setpoint edit home.json --prompt >/dev/null
      setpoint calendar home.json --add 'Away 2026-12-24..2027-01-02' 2>/dev/null
      formats=$(setpoint formats | awk 'NR > 1 { print $1 }' | uniq); echo $formats
      for format in $formats; do
        # For formats without dates, the options are checked before the format.
        set -- ''
        case $format in csv | energyplus | icalendar | bacnet | home-assistant)
          set -- '' --due '--schedule Away' --drop-calendar ;;
        esac
        for options; do
          setpoint export home.json --to $format $options >text 2>errors; status=$?
          case $(cat errors) in
          *'cannot store a calendar; pass --due'*) echo "$format '$options' $status refused $(wc -c <text)" ;;
          *': --year'* | *'add --target'*) echo "$format '$options' $status dates" ;;
          *calendar*) cat errors ;;
          esac
        done
      done
      """, in: folder.path)
    let dated = ["energyplus", "icalendar", "bacnet", "home-assistant"]
    let lines = result.text.split(separator: "\n")
    let formats = try #require(lines.first).split(separator: " ").map(String.init)
    #expect(Set(dated).isSubset(of: formats) && formats.count > dated.count)
    #expect(
      lines.dropFirst()
        == formats.map { "\($0) '' 64 \(dated.contains($0) ? "dates" : "refused 0")" }[...])
  }
}
