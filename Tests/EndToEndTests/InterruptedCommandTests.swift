import TestSupport
import TestTraits
import Testing

/// Commands that change many files and are ended in the middle.
@Suite(.waits) struct InterruptedCommandTests {
  private let folder = TemporaryFolder()

  /// Ends a command while it waits for the third of five files, which another program has locked; prints what it says,
  /// and how it ended.
  private static let script = """
    import fcntl, os, signal, struct, subprocess, sys, time
    number = getattr(signal, sys.argv[1])
    before = open("s/3.json").read()
    lock = os.open("s/.3.json.setpoint-lock", os.O_RDWR | os.O_CREAT)
    fcntl.fcntl(lock, 37, struct.pack("hhqqi4x", fcntl.F_WRLCK, 0, 256, 256, 0))
    command = subprocess.Popen(sys.argv[2:], stderr=subprocess.PIPE,
                               preexec_fn=lambda: signal.signal(number, signal.SIG_DFL))
    while open("s/2.json").read() == before and command.poll() is None: time.sleep(0.001)
    command.send_signal(number)
    print(command.communicate()[1].decode(), end="")
    print(command.returncode == -number)
    """

  private func interrupt(
    _ signal: String, _ command: String, before: String = ":"
  ) throws -> ShellCommand {
    WholeFile.write(Array(Self.script.utf8), folder.path("interrupt.py"))
    return try ShellCommand(
      """
      mkdir s; for n in 1 2 3 4 5; do setpoint new s/$n.json --unit F; done; \(before)
      python3 interrupt.py \(signal) \(command); ls -A s
      """, in: folder.path)
  }

  @Test(
    "the current file is finished, the changed files are reported, and undo reverts only them",
    arguments: ["SIGINT", "SIGTERM", "SIGHUP"]) func steps(signal: String) throws
  {
    let result = try interrupt(
      signal, "setpoint set '*.wake.heat=+1' s",
      before: "setpoint set s/2.json s/3.json fri.leave.heat=61 2>/dev/null")
    #expect(
      result.text == """
        setpoint: interrupted: 2 changed, 3 left, from s/3.json (`setpoint undo` of the same files reverts it)
        setpoint: s/1.json, s/2.json:
        setpoint:   every day wake heat 70 -> 71
        True
        .3.json.setpoint-lock
        1.json
        2.json
        3.json
        4.json
        5.json

        """, "\(result.errorText)")
    let rest = try ShellCommand(
      """
      setpoint undo s 2>&1; cat s/*.json | grep -c '"heat": 71'; setpoint get s fri.leave.heat
      setpoint set '*.wake.heat=+1' s 2>&1
      """, in: folder.path)
    #expect(
      rest.text == """
        setpoint: 1 file has another last step and stays unchanged
        setpoint: 2 undone, 3 unchanged
        setpoint: s/1.json, s/2.json:
        setpoint:   undid set '*.wake.heat=+1'
        setpoint:   every day wake heat 71 -> 70
        0
        s/1.json\t62
        s/2.json\t61
        s/3.json\t61
        s/4.json\t62
        s/5.json\t62
        setpoint: 5 changed
        setpoint: s/1.json, 4 more:
        setpoint:   every day wake heat 70 -> 71

        """)
  }

  @Test("an interrupted undo goes on with the same step") func undo() throws {
    let result = try interrupt(
      "SIGTERM", "setpoint undo s",
      before: "for heat in 69 71; do setpoint set s mon.wake.heat=$heat 2>/dev/null; done")
    #expect(
      result.text.contains("2 undone, 3 left, from s/3.json (the same command continues)\n"),
      "\(result.text) \(result.errorText)")
    let rest = try ShellCommand("setpoint undo s; setpoint get s mon.wake.heat", in: folder.path)
    #expect(rest.text == (1...5).map { "s/\($0).json\t69\n" }.joined(), "\(rest.errorText)")
    #expect(rest.errorText.contains("setpoint: 3 undone, 2 unchanged\n"), "\(rest.errorText)")
  }

  @Test(
    "other commands that change files also finish the current file",
    arguments: [
      (
        "setpoint copy --to tue mon s", "setpoint set s mon.wake.heat=71 2>/dev/null",
        "2 changed, 3 left, from s/3.json (`setpoint undo` of the same files reverts it)"
      ),
      ("setpoint format s", "sed -i 's/70/ 70/' s/*.json", "2 reformatted, 3 left, from s/3.json"),
    ]) func others(command: String, before: String, told: String) throws
  {
    let result = try interrupt("SIGTERM", command, before: before)
    #expect(result.text.contains("interrupted: \(told)\n"), "\(result.text) \(result.errorText)")
    #expect(result.text.hasSuffix("\n1.json\n2.json\n3.json\n4.json\n5.json\n"))
  }

  @Test("a signal ends an export whose output is not read") func unread() throws {
    let result = try ShellCommand(
      """
      setpoint new home.json; mkfifo pipe; python3 - <<'END'
      import copy, json, os, signal, subprocess
      document = json.load(open("home.json"))
      first = document["schedules"][0]
      for number in range(100):
          document["schedules"].append(dict(copy.deepcopy(first), name=f"Room {number}"))
      json.dump(document, open("home.json", "w"))
      command = subprocess.Popen(
          ["setpoint", "export", "home.json", "--to", "csv", "-o", "pipe", "--force"],
          preexec_fn=lambda: signal.signal(signal.SIGTERM, signal.SIG_DFL))
      # Returns when the command has opened the pipe, which cannot hold its output.
      pipe = os.open("pipe", os.O_RDONLY)
      command.send_signal(signal.SIGTERM)
      print(command.wait() == -signal.SIGTERM)
      END
      """, in: folder.path)
    #expect(result.text == "True\n", "\(result.errorText)")
  }

  @Test("an interrupted validate --fix reports how far it came")
  func fixes() throws {
    let result = try interrupt(
      "SIGTERM", "setpoint validate --fix s",
      before:
        "sed -i 's/70/\"70\"/' s/1.json; for n in $(seq 2 600); do cp s/1.json s/$n.json; done")
    let told = try #require(
      result.text.firstMatch(
        of: #/interrupted: (\d+) checked and fixed, (\d+) left, from s/\d+.json\n/#),
      "\(result.text.suffix(500))")
    #expect((Int(told.1) ?? 0) + (Int(told.2) ?? 0) == 600 && told.2 != "0")
    let rest = try ShellCommand(
      "setpoint validate --fix s >/dev/null; grep -l '\"70\"' s/* | wc -l; ls s | wc -l",
      in: folder.path)
    #expect(rest.text == "0\n600\n", "\(rest.errorText)")
  }

  @Test("validate --fix leaves no temporary files or locks when its reader goes away")
  func readerGone() throws {
    let result = try ShellCommand(
      """
      mkdir s; setpoint new s/1.json
      sed -i 's/70/"70"/; s/"cool": 85/"cool": 8500/' s/1.json; for n in $(seq 2 100); do cp s/1.json s/$n.json; done
      setpoint validate --fix s | head -1 >/dev/null; ls -A s | grep -v '^[0-9]*.json$'; ls s | wc -l
      """, in: folder.path)
    #expect(result.text == "100\n", "\(result.text) \(result.errorText)")
  }

  @Test("a signal that is ignored, as by nohup, does not end a command") func ignored() throws {
    let result = try ShellCommand(
      """
      trap '' HUP; mkdir s; for n in 1 2 3; do setpoint new s/$n.json --unit F; done
      setpoint set '*.wake.heat=+1' s & kill -HUP $!; wait $!; echo $?; setpoint get s mon.wake.heat
      """, in: folder.path)
    #expect(result.text == "0\ns/1.json\t71\ns/2.json\t71\ns/3.json\t71\n")
  }

  @Test("a non-blocking pipe is waited for") func nonBlocking() throws {
    let script = """
      import fcntl, os, struct, subprocess, termios, time
      readable, writable = os.pipe()
      os.set_blocking(writable, False)
      command = subprocess.Popen(["setpoint", "format", "--ndjson"], stdin=open("in"), stdout=writable)
      os.close(writable)
      full = fcntl.fcntl(readable, 1032)
      while struct.unpack("i", fcntl.ioctl(readable, termios.FIONREAD, b"1234"))[0] < full - 4096:
          if command.poll() is not None: break
          time.sleep(0.001)
      text = open(readable, "rb").read()
      print(text.count(b"\\n"), len(text) > full, command.wait())
      """
    WholeFile.write(Array(script.utf8), folder.path("read.py"))
    let result = try ShellCommand(
      """
      setpoint new a.json; yes "$(tr -d '\\n' <a.json)" | head -n 300 >in; python3 read.py
      """, in: folder.path)
    #expect(result.text == "300 True 0\n", "\(result.errorText)")
  }
}
