import CLibrary
import TestSupport
import TestTraits
import Testing

/// The promises of `push`: nothing without a yes, the old program kept, every claim proved.
@Suite(.waits) struct PushTests {
  private let change = "setpoint set home.json weekdays.wake.heat=71 2>/dev/null;"

  // MARK: Asking

  @Test(
    "nothing is written without --yes or an answer",
    arguments: ["", "--dry-run", "--replace", "--round --program both", "--all --devices d.json"])
  func withoutYes(options: String) throws {
    let device = try FakeDevice()
    let arguments = options.contains("--all") ? "" : "home.json radiotherm://h"
    let result = try device.run(
      """
      \(change) printf '{"devices": [{"name": "a", "link": "radiotherm://h", "file": "home.json"}]}' >d.json
      setpoint push \(arguments) \(options)
      """)
    #expect(result.status == (options == "--dry-run" ? 0 : 64), "\(result.errorText)")
    #expect(!device.requests.contains(#""do":"write""#))
    #expect(!device.requests.contains(#""do":"read""#))
    #expect(device.program == device.first)
    #expect(result.text.contains("POST http://h/tstat/program") == (options == "--dry-run"))
  }

  @Test(
    "--replace is suggested for a program that cannot be read, not for a missing connection",
    arguments: [("mute", true), ("gone", false)])
  func suggestsReplacing(mode: String, isSuggested: Bool) throws {
    let device = try FakeDevice(isValve: true)
    device.become(mode)
    let result = try device.run("setpoint push home.json \(device.link) --yes")
    #expect(result.status == 75)
    #expect(result.errorText.contains("--replace") == isSuggested, "\(result.errorText)")
  }

  @Test("on a terminal, push asks and writes only after a yes", arguments: ["n", "", "y"])
  func asks(answer: String) throws {
    let device = try FakeDevice()
    _ = try device.run(change)
    let program = try device.onTerminal([
      "push", device.folder.path("home.json"), "radiotherm://h",
    ])
    #expect(
      program.terminal.receive("Write 5 cells to radiotherm://h? [y/N] "))
    #expect(
      String(decoding: program.terminal.output, as: UTF8.self)
        .contains("weekdays wake heat 70 -> 71"))
    #expect(!device.requests.contains(#""do":"write""#))
    program.send(answer + "\r")
    let end = program.process.waitForEnd()?.end
    #expect(end == .exited(answer == "y" ? 0 : 1))
    #expect((device.program == device.first) == (answer != "y"))
    #expect(device.requests.contains(#""do":"write""#) == (answer == "y"))
  }

  @Test(
    "a file that changed during the question is not written", arguments: ["sed -i s/71/72/", "rm"])
  func fileChanged(change: String) throws {
    let device = try FakeDevice()
    _ = try device.run(self.change)
    let file = device.folder.path("home.json")
    let program = try device.onTerminal(["push", file, "radiotherm://h"])
    #expect(program.terminal.receive("Write 5 cells to radiotherm://h? [y/N] "))
    _ = try device.run("\(change) home.json")
    program.send("y\r")
    #expect(program.terminal.receive("written"))
    #expect(program.process.waitForEnd()?.end == .exited(75))
    // The line may fold between words.
    let words = String(decoding: program.terminal.output, as: UTF8.self).split { $0.isWhitespace }
    #expect(
      words.joined(separator: " ").contains(
        "home.json was changed meanwhile; nothing was written"))
    #expect(!device.requests.contains(#""do":"write""#))
  }

  @Test("a program that changed during the question is not overwritten")
  func deviceChanged() throws {
    let device = try FakeDevice()
    _ = try device.run(change)
    let program = try device.onTerminal([
      "push", device.folder.path("home.json"), "radiotherm://h",
    ])
    #expect(
      program.terminal.receive("Write 5 cells to radiotherm://h? [y/N] "))
    _ = try device.run("sed -i 's/70/55/' fake/program")
    let changed = device.program
    program.send("y\r")
    #expect(program.terminal.receive("the device was changed meanwhile; nothing was written"))
    #expect(program.process.waitForEnd()?.end == .exited(75))
    #expect(!device.requests.contains(#""do":"write""#))
    #expect(changed != device.first && device.program == changed)
  }

  @Test(
    "a push ended by ^C reports what was written, and how to go on",
    arguments: [
      ("", "[y/N] ", "nothing was written"),
      ("slow", "asking for the program", "nothing was written"),
      (
        "stop", "still writing",
        "part of it may have been written, or may still be written; push again, or setpoint push --undo radiotherm://h restores its previous program"
      ),
    ]) func interrupted(mode: String, until words: String, told: String) throws
  {
    let device = try FakeDevice()
    _ = try device.run(change)
    device.become(mode)
    let program = try device.onTerminal(
      ["push", device.folder.path("home.json"), "radiotherm://h"]
        + (mode == "stop" ? ["--yes"] : []), columns: 200)
    #expect(program.terminal.receive(words))
    program.send("\u{3}")
    #expect(program.terminal.receive("\r\nsetpoint: radiotherm://h: interrupted; \(told)\r\n"))
    #expect(program.process.waitForEnd()?.end == .killed(signal: SIGINT))
    #expect((device.program == device.first) == (mode != "stop"))
    guard mode == "stop" else { return }
    device.become(nil)
    let undo = try device.run("setpoint push --undo radiotherm://h --yes")
    #expect(undo.status == 0 && device.program == device.first, "\(undo.errorText)")
  }

  @Test("a schedule that export refuses is never pushed")
  func losses() throws {
    let device = try FakeDevice()
    let result = try device.run(
      """
      setpoint set home.json fri.wake.heat=72.5 2>/dev/null
      setpoint push home.json radiotherm://h --yes
      """)
    #expect(result.status == 1)
    #expect(result.errorText.contains("Friday wake heat 72.5"), "\(result.errorText)")
    #expect(!device.requests.contains(#""do":"write""#))
    let rounded = try device.run(
      "setpoint push home.json radiotherm://h --yes --round && setpoint drift home.json radiotherm://h --round"
    )
    #expect(rounded.status == 0, "\(rounded.errorText)")
    #expect(rounded.errorText.contains("Friday wake heat 72.5 °F -> 73 °F"))
  }

  @Test(
    "a schedule that cannot be written is refused before the device is contacted",
    arguments: [
      (#"sed -i 's/"heat": 70, "cool": 78/"heat": 78, "cool": 70/' home.json"#, "", 1, "SP301"),
      ("setpoint set home.json fri.wake.heat=72.3 2>/dev/null", "", 1, "SP502"),
      ("setpoint set home.json sides=heat 2>/dev/null", "", 64, "has only heat setpoints"),
      ("", "--drop-cool", 64, "omit --drop-cool"),
    ]) func early(change: String, option: String, status: Int, words: String) throws
  {
    let device = try FakeDevice()
    for command in ["push home.json radiotherm://h --yes", "drift home.json radiotherm://h"] {
      let result = try device.run("\(change)\nsetpoint \(command) \(option)")
      #expect(result.status == status && result.errorText.contains(words), "\(result.errorText)")
    }
    #expect(device.requests == "")
  }

  @Test("a CT80 that its address names gets half degrees, and an undo finds its program")
  func namedKind() throws {
    let device = try FakeDevice()
    let result = try device.run(
      """
      setpoint set home.json fri.wake.heat=72.5 2>/dev/null
      setpoint push home.json ct50://h --yes; [ $? = 1 ] || exit 1
      setpoint push home.json ct80://h --yes && setpoint drift home.json ct80://h || exit 2
      setpoint pull ct80://h -o pulled.json && setpoint get pulled.json fri.wake.heat || exit 3
      setpoint push --undo radiotherm://h --yes
      """)
    #expect(result.status == 0 && result.text == "72.5\n", "\(result.status) \(result.errorText)")
    #expect(device.program == device.first)
  }

  @Test("--undo is for one device")
  func undoAlone() throws {
    let result = try FakeDevice().run("setpoint push --all --undo radiotherm://h --yes")
    #expect(result.status == 64 && result.errorText.contains("--undo restores one device"))
  }

  @Test("if nothing would change, push reports it and writes nothing")
  func nothingToDo() throws {
    let device = try FakeDevice()
    let result = try device.run("setpoint push home.json radiotherm://h --yes")
    #expect(result.status == 0 && result.errorText.contains("nothing was written"))
    #expect(!device.requests.contains(#""do":"write""#))
  }

  // MARK: Proving

  @Test(
    "a push succeeds only if reading back proves it",
    arguments: [
      ("", 0, "read back: it stores \"Home\" of home.json"),
      ("other", 1, "Friday wake heat 71 -> 70"),
      ("refuses", 1, "nothing was written"), ("refuses-sent", 1, "nothing was written"),
      ("stores-and-refuses", 0, "read back: it stores"),
      ("resets", 75, "part of it may have been written"),
      ("times-out", 75, "part of it may have been written, or may still be"),
      ("unread-after", 75, "written, but not verified"), ("busy", 75, "busy"),
      ("denied", 77, "token"),
      ("half", 1, "nothing was written"), ("refuses-read", 75, "HTTP status 500"),
    ]) func proves(mode: String, status: Int, words: String) throws
  {
    let device = try FakeDevice()
    device.become(mode)
    // The device that stores something else makes 71 of 70.
    let result = try device.run(
      (mode == "other" ? "setpoint set home.json tue.wake.heat=71 2>/dev/null;" : change)
        + "setpoint push home.json radiotherm://h --yes")
    #expect(result.status == status, "\(result.errorText)")
    let said = mode == "other" ? "stores a different program than the one written" : words
    #expect(result.errorText.contains(said), "\(result.errorText)")
    if ["other", "unread-after"].contains(mode) {
      let undo = "setpoint push --undo radiotherm://h restores its previous program\n"
      #expect(result.errorText.hasSuffix(undo), "\(result.errorText)")
    }
    #expect(result.errors.containsNoControls)
  }

  @Test("a device that only echoes is written again, since reading proves nothing")
  func echoAgain() throws {
    let device = try FakeDevice(isValve: true)
    let result = try device.run("setpoint push home.json \(device.link) --yes")
    #expect(result.status == 75)
    #expect(
      result.errorText.contains("x: written; zigbee2mqtt cannot confirm"), "\(result.errorText)")
    #expect(device.requests.contains(#""do":"write""#))
  }

  @Test(
    "a device that reports nothing is written only with --replace"
  )
  func unread() throws {
    let device = try FakeDevice()
    let valve = try FakeDevice(isValve: true)
    for (device, mode, options, isWritten) in [
      (device, "busy", "--replace", false), (valve, "mute", "", false),
      (valve, "mute", "--replace", true),
    ] {
      device.become(mode)
      let result = try device.run("setpoint push home.json \(device.link) --yes \(options)")
      #expect(result.status == 75, "\(result.errorText)")
      #expect(device.requests.contains(#""do":"write""#) == isWritten, "\(mode) \(options)")
      #expect(result.errorText.contains("cannot confirm") == isWritten, "\(result.errorText)")
    }
  }

  @Test("a program that is not a schedule is replaced only with --replace, and can be restored")
  func replaces() throws {
    let device = try FakeDevice()
    let seven = #"{\"heat\":{\"0\":[1,70,2,71,3,72,4,73,5,74]}}"#
    _ = try device.run("printf '%s' '\(seven)' >fake/program; cp fake/program first")
    let refused = try device.run("setpoint push home.json radiotherm://h --yes")
    #expect(refused.status == 1 && refused.errorText.contains("--replace"))
    #expect(!device.requests.contains(#""do":"write""#))
    let result = try device.run(
      "setpoint push home.json radiotherm://h --yes --replace && setpoint push --undo radiotherm://h --yes"
    )
    #expect(result.status == 0, "\(result.errorText)")
    #expect(device.program == device.first)
  }

  // MARK: Undo

  @Test(
    "the kept program stays if a push or an undo wrote nothing",
    arguments: ["refuses", "refuses-sent"])
  func keptAfterRefusals(mode: String) throws {
    let device = try FakeDevice()
    let pushed = try device.run("\(change) setpoint push home.json radiotherm://h --yes")
    #expect(pushed.status == 0, "\(pushed.errorText)")
    device.become(mode)
    let refused = try device.run(
      """
      setpoint push --undo radiotherm://h --yes; setpoint set home.json weekdays.wake.heat=72
      setpoint push home.json radiotherm://h --yes
      """)
    #expect(refused.status == 1)
    #expect(refused.errorText.split(separator: "nothing was written").count == 3)
    device.become(nil)
    let undone = try device.run("setpoint push --undo radiotherm://h --yes")
    #expect(undone.status == 0, "\(undone.errorText)")
    #expect(device.program == device.first)
  }

  @Test("what a device carries out after its timeout can be undone")
  func lateWrite() throws {
    let device = try FakeDevice()
    device.become("times-out")
    let pushed = try device.run("\(change) setpoint push home.json radiotherm://h --yes")
    #expect(pushed.status == 75 && device.program == device.first, "\(pushed.errorText)")
    #expect(!pushed.errorText.contains("nothing was written"), "\(pushed.errorText)")
    device.become(nil)
    let late = try device.run(
      """
      setpoint export home.json --to radiotherm --program both 2>/dev/null | sed 's/"/\\\\"/g' | tr -d '\\n' >fake/program
      setpoint drift home.json radiotherm://h && setpoint push --undo radiotherm://h --yes
      """)
    #expect(late.status == 0, "\(late.errorText)")
    #expect(device.program == device.first)
  }

  @Test("the next push removes the unfinished kept program of a killed push")
  func temporaryFiles() throws {
    let device = try FakeDevice()
    let push = "setpoint push home.json radiotherm://h --yes"
    let result = try device.run(
      """
      \(change) \(push); cd state/setpoint/links; kept=$(echo radio*.setpoint-kept); echo x >.$kept.1abc.setpoint-tmp
      cd ../../..; setpoint set home.json fri.wake.heat=72; \(push); ls -A state/setpoint/links
      """)
    #expect(result.text.contains(".setpoint-kept\n"), "\(result.text) \(result.errorText)")
    #expect(!result.text.contains("setpoint-tmp"), "\(result.text)")
  }

  @Test(
    "a first push that sent nothing keeps no program; what the device refuses, it may store later",
    arguments: [("refuses", 66), ("refuses-sent", 0)])
  func nothingKeptAfterRefusal(mode: String, status: Int) throws {
    let device = try FakeDevice()
    device.become(mode)
    let result = try device.run(
      """
      \(change) setpoint push home.json radiotherm://h --yes; rm fake/mode
      sed -i 's/70/71/' fake/program; setpoint push --undo radiotherm://h --yes
      """)
    #expect(result.status == status, "\(result.errorText)")
    #expect(result.errorText.contains("nothing to undo") == (status == 66))
    #expect((device.program == device.first) == (status == 0))
  }

  @Test(
    "every spelling of an address has one saved program",
    arguments: [
      ("radiotherm://h:80", "radiotherm://H"),
      ("radiotherm://127.0.0.1", "radiotherm://127.1:0080"),
      ("radiotherm://[::1]", "radiotherm://[0:0:0:0:0:0:0:1]:80"),
    ]) func spellings(pushed: String, undone: String) throws
  {
    let device = try FakeDevice()
    let result = try device.run(
      """
      \(change) setpoint push home.json '\(pushed)' --yes || exit 9
      setpoint push --undo '\(undone)' --yes && ls state/setpoint/links | grep -c kept
      """)
    #expect(result.status == 0 && result.text == "1\n", "\(result.text) \(result.errorText)")
    #expect(device.program == device.first)
  }

  @Test("what a valve had before stays saved, and further undos restore what it had later")
  func valveTwice() throws {
    let device = try FakeDevice(isValve: true)
    let push = "setpoint push home.json \(device.link) --yes"
    let undo = "setpoint push --undo \(device.link.replacing(" --drop-cool", with: "")) --yes"
    let result = try device.run(
      """
      setpoint set home.json all.wake.heat=22 2>/dev/null; \(push); \(push)
      sed -i 's,/22,/25,g' fake/program; cp fake/program own; \(push)
      \(undo); cmp fake/program first || exit 9; \(undo); grep -q /22 fake/program || exit 8
      \(undo); cmp fake/program own || exit 7
      setpoint set home.json all.wake.heat=23 2>/dev/null; \(push)
      for n in 1 2 3 4 5; do \(undo); if cmp fake/program first; then exit 0; fi; done; exit 6
      """)
    #expect(result.status == 0, "\(result.status) \(result.text) \(result.errorText)")
  }

  @Test(
    "programs made after a push that was not verified are restored one after the other",
    arguments: ["other", "times-out"])
  func ownPrograms(mode: String) throws {
    let device = try FakeDevice()
    let undo = "setpoint push --undo radiotherm://h --yes"
    let result = try device.run(
      """
      setpoint set home.json tue.wake.heat=71 2>/dev/null; printf \(mode) >fake/mode
      push() { setpoint push home.json radiotherm://h --yes; }; push
      sed 's/62/55/g' first >own; cp own fake/program; push
      sed 's/62/56/g' first >own2; cp own2 fake/program; rm fake/mode; push || exit 9
      \(undo); cmp fake/program first || exit 8; \(undo); cmp fake/program own || exit 7
      \(undo); cmp fake/program own2 || exit 6
      # The device may have the next one already.
      cp first fake/program; printf \(mode) >fake/mode; push; cp own fake/program; push; rm fake/mode
      cp first fake/program; \(undo) || exit 5; cmp fake/program first || exit 4
      \(undo) || exit 3; cmp fake/program own
      """)
    #expect(result.status == 0, "\(result.status) \(result.text) \(result.errorText)")
    #expect(
      result.errorText.contains(
        "`push --undo` restores the program from before the earlier, unverified push. Repeat it to restore the current program"
      )
    )
    #expect(result.errorText.contains("push --undo restores another of its 2 saved programs"))
  }

  @Test("after a refusal, an undo restores what the device had, and another what it had before")
  func undoAfterRefusal() throws {
    let device = try FakeDevice()
    let undo = "setpoint push --undo radiotherm://h --yes"
    let result = try device.run(
      """
      \(change) push() { setpoint push home.json radiotherm://h --yes; }; push || exit 9
      sed 's/62/55/g' first >own; cp own fake/program; printf refuses-sent >fake/mode; push && exit 8
      rm fake/mode; push || exit 7; \(undo); cmp fake/program own || exit 6
      \(undo); cmp fake/program first || exit 5
      # A program that is not a schedule is hardly a mixture.
      printf refuses-sent >fake/mode; push && exit 4; rm fake/mode
      printf '%s' '{\\"heat\\":{\\"0\\":[1,70,2,71,3,72,4,73,5,74]}}' >fake/program; cp fake/program own
      push && exit 3; cmp fake/program own
      """)
    #expect(result.status == 0, "\(result.status) \(result.text) \(result.errorText)")
    #expect(result.errorText.contains("to overwrite it and keep a backup, pass --replace"))
  }

  /// What a push or an undo does to a device.
  enum Step: CaseIterable { case push, refused, timesOut, partial, undo }

  @Test(
    "after a push, an undo restores what the device had before, or before the first push that was not verified",
    arguments: [false, true], Rounds.seeds(4))
  func randomSteps(isValve: Bool, seed: UInt64) throws {
    let device = try FakeDevice(isValve: isValve)
    let undo = "setpoint push --undo \(device.link.replacing(" --drop-cool", with: "")) --yes"
    var generator = SeededGenerator(seed: seed)
    // What the device had when it last stored no mixture, and whether it may store one.
    var (original, mayBeMixed) = (device.program, false)
    // Whether the last step was a push, so that the target of an undo is known.
    var isKnown = false
    var steps: [Step] = []
    for number in 1...12 {
      let step = (isValve ? [.push, .undo] : Step.allCases).randomElement(using: &generator)!
      steps.append(step)
      let before = device.program
      let mode: String? =
        switch step {
        case .push, .undo: nil
        case .refused: "refuses-sent"
        case .timesOut: "times-out"
        case .partial: "other"
        }
      device.become(mode)
      if step == .undo {
        let result = try device.run(undo)
        if isKnown { #expect(device.program == original, "\(steps) \(result.errorText)") }
        (mayBeMixed, isKnown) = (false, false)
        continue
      }
      // A partial write changes 70 in another row.
      let value = (isValve ? 10 : 55) + number
      let result = try device.run(
        """
        setpoint set home.json all.wake.heat=\(value) 2>/dev/null
        setpoint push home.json \(device.link) --yes
        """)
      #expect((result.status == 0) == (step == .push && !isValve), "\(result.errorText)")
      if !mayBeMixed { original = before }
      if step != .refused { mayBeMixed = step != .push || isValve }
      isKnown = true
    }
  }

  @Test("a push that was refused, and an undo that changed nothing, do not change the next undo")
  func undoAfterRefusedUndo() throws {
    let device = try FakeDevice()
    let result = try device.run(
      """
      push() { setpoint set home.json all.wake.heat=$1 2>/dev/null; setpoint push home.json radiotherm://h --yes; }
      undo() { setpoint push --undo radiotherm://h --yes; }
      push 61 && push 62 && cp fake/program second || exit 9
      printf refuses-sent >fake/mode; push 63 && exit 8
      rm fake/mode; undo && cmp fake/program second || exit 7
      push 64 && undo && cmp fake/program second
      """)
    #expect(result.status == 0, "\(result.status) \(result.text) \(result.errorText)")
  }

  @Test("the old program is on the disk before the write, readable only by the user")
  func kept() throws {
    let device = try FakeDevice()
    device.become("stop")
    let result = try device.run(
      """
      \(change) setpoint push home.json radiotherm://h --yes & await [ -e fake/stopped ]
      stat -c %a state/setpoint state/setpoint/links state/setpoint/links/*; grep -c '360,70,' state/setpoint/links/*
      kill -9 $!; wait
      """)
    #expect(result.text == "700\n700\n600\n1\n", "\(result.text) \(result.errorText)")
  }

  @Test("the oldest kept programs are removed, but not those of half-written devices")
  func oldestGo() throws {
    let device = try FakeDevice()
    let links = device.folder.path("state/setpoint/links")
    _ = try device.run("mkdir -p state/setpoint/links")
    for second in 1000...2003 {
      let state = second > 1001 ? "verified" : "unverified"
      let path = "\(links)/\(second).setpoint-kept"
      WholeFile.write(Array("{\"state\": \"\(state)\"}\n".utf8), path)
      let time = timeval(tv_sec: second, tv_usec: 0)
      try #require(utimes(path, [time, time]) == 0)
    }
    let result = try device.run(
      """
      \(change) setpoint push home.json radiotherm://h --yes
      cd state/setpoint/links; ls | wc -l; ls | head -3
      """)
    #expect(
      result.text.hasSuffix(
        "1000\n1000.setpoint-kept\n1001.setpoint-kept\n1007.setpoint-kept\n"),
      "\(result.text) \(result.errorText)")
  }

  @Test("nothing is written if the old program cannot be kept")
  func notKept() throws {
    let device = try FakeDevice()
    let result = try device.run(
      """
      \(change) export XDG_STATE_HOME=/dev/null; setpoint push home.json radiotherm://h --yes
      """)
    #expect(result.status == 73, "\(result.errorText)")
    #expect(result.errorText.hasSuffix("radiotherm://h: the device was not written to\n"))
    #expect(!device.requests.contains(#""do":"write""#))
    let inTheWay = try device.run(
      """
      setpoint push home.json radiotherm://h --yes && cp fake/program after || exit 9
      kept=$(echo state/setpoint/links/*.setpoint-kept); rm $kept; mkdir $kept; : >fake/requests
      setpoint set home.json mon.wake.heat=66 2>/dev/null
      setpoint push home.json radiotherm://h --yes; status=$?; cmp fake/program after; exit $status
      """)
    #expect(inTheWay.status == 73, "\(inTheWay.errorText)")
    #expect(
      inTheWay.errorText.hasSuffix("radiotherm://h: the device was not written to\n"),
      "\(inTheWay.errorText)")
    #expect(inTheWay.text == "" && !device.requests.contains(#""do":"write""#))
  }

  @Test("a file that took the place of the kept program is not overwritten, also through a link")
  func placeTaken() throws {
    let device = try FakeDevice()
    let result = try device.run(
      """
      \(change) setpoint push home.json radiotherm://h --yes 2>/dev/null; echo mine >precious; cp fake/program after
      kept=$(echo state/setpoint/links/*.setpoint-kept); : >fake/requests; setpoint set home.json mon.wake.heat=66
      for make in 'ln -sf ../../../precious' 'cp --remove-destination precious'; do
        $make $kept; setpoint push home.json radiotherm://h --yes >&2; echo $?; cat $kept precious
      done; cmp fake/program after
      """)
    #expect(result.text == "73\nmine\nmine\n73\nmine\nmine\n", "\(result.errorText)")
    #expect(
      result.errorText.hasSuffix(
        "not a program saved by setpoint\nsetpoint: radiotherm://h: the device was not written to; remove that file to push\n"
      ), "\(result.errorText)")
    #expect(!device.requests.contains(#""do":"write""#))
  }

  @Test("two pushes to one device do not run at the same time")
  func locked() throws {
    let device = try FakeDevice()
    device.become("stop")
    let result = try device.run(
      """
      \(change) setpoint push home.json radiotherm://h --yes & await [ -e fake/stopped ]
      rm fake/mode; setpoint push home.json radiotherm://h --yes; status=$?; kill $!; wait; exit $status
      """)
    #expect(result.status == 75)
    #expect(result.errorText.contains("is using it"), "\(result.errorText)")
    // The local time, as in other messages about a process.
    #expect(!result.errorText.contains("Z is using it"), "\(result.errorText)")
  }

  @Test(
    "a killed push is repaired by undo or by the next push, whose undo restores the original",
    arguments: ["", "setpoint push home.json radiotherm://h --yes &&"])
  func killed(next: String) throws {
    let device = try FakeDevice()
    device.become("stop")
    let killed = try device.run(
      """
      \(change) setpoint push home.json radiotherm://h --yes & await [ -e fake/stopped ]
      kill -9 $!; wait; rm fake/mode fake/stopped; setpoint set home.json mon.wake.heat=66 2>/dev/null
      """)
    #expect(killed.status == 0)
    #expect(device.program != device.first)
    let mended = try device.run("\(next) setpoint push --undo radiotherm://h --yes")
    #expect(mended.status == 0, "\(mended.errorText)")
    #expect(device.program == device.first)
    let nothing = try device.run("setpoint push --undo radiotherm://other --yes")
    #expect(nothing.status == 66)
  }

  @Test("the next push replaces a half-written program, even if it is not a schedule")
  func mixture() throws {
    let device = try FakeDevice()
    let seven = #"{\"heat\":{\"0\":[1,70,2,71,3,72,4,73,5,74]}}"#
    device.become("stop")
    let result = try device.run(
      """
      \(change) setpoint push home.json radiotherm://h --yes & await [ -e fake/stopped ]
      kill -9 $!; wait; rm fake/mode; printf '%s' '\(seven)' >fake/program
      setpoint push home.json radiotherm://h --yes || exit 9
      setpoint drift home.json radiotherm://h || exit 8
      setpoint push --undo radiotherm://h --yes
      """)
    #expect(result.status == 0, "\(result.errorText)")
    #expect(device.program == device.first)
  }

  @Test(
    "a write that the device refused completely leaves the kept program unchanged",
    arguments: ["push --undo radiotherm://h", "push home.json radiotherm://h"])
  func refusedWhole(command: String) throws {
    let device = try FakeDevice()
    let result = try device.run(
      """
      \(change) setpoint push home.json radiotherm://h --yes || exit 9
      cp state/setpoint/links/* before; setpoint set home.json mon.wake.heat=66 2>/dev/null
      printf refuses-whole >fake/mode; setpoint \(command) --yes; status=$?; rm fake/mode
      cmp before state/setpoint/links/* || exit 8
      setpoint push --undo radiotherm://h --yes || exit 7; exit $status
      """)
    #expect(result.status == 77, "\(result.errorText)")
    #expect(result.errorText.contains("nothing was written"))
    #expect(device.program == device.first)
    let never = try FakeDevice()
    let none = try never.run(
      """
      \(change) printf refuses-whole >fake/mode; setpoint push home.json radiotherm://h --yes
      rm fake/mode; setpoint push --undo radiotherm://h --yes
      """)
    #expect(none.status == 66, "\(none.errorText)")
  }

  @Test("warnings about a device stay on the terminal and are in the result")
  func notes() throws {
    let device = try FakeDevice()
    device.become("held")
    let result = try device.run(
      """
      setpoint drift home.json radiotherm://h --format json; setpoint pull radiotherm://h >/dev/null
      \(change) setpoint push home.json radiotherm://h --yes
      """)
    #expect(result.status == 0, "\(result.errorText)")
    #expect(result.text.contains("\"a setpoint is held\""), "\(result.text)")
    #expect(result.errorText.ranges(of: "radiotherm://h: a setpoint is held\n").count == 3)
  }

  @Test("the wait for a device shows its reason and duration")
  func waiting() throws {
    let device = try FakeDevice()
    device.become("slow")
    let program = try device.onTerminal([
      "drift", device.folder.path("home.json"),
      "radiotherm://a-thermostat-with-a-name-of-its-own.example",
    ])
    let isShown = program.terminal.receive {
      String(decoding: $0, as: UTF8.self).contains(#/…: asking for the program \(\d+ s\)/#)
    }
    #expect(isShown)
    _ = try device.run(": >fake/awake")
    #expect(program.process.waitForEnd()?.end == .exited(0))
  }

  @Test("misfits that the address shows are reported before the device is asked")
  func neverFits() throws {
    let device = try FakeDevice()
    let result = try device.run(
      """
      printf zigbee2mqtt >fake/format; printf sonoff-trvzb >fake/kind; printf '"C"' >fake/unit
      setpoint push home.json mqtt://h/z/x?kind=trvzb --yes
      """)
    #expect(result.status == 1)
    #expect(result.errorText.contains("SP504"), "\(result.errorText)")
    #expect(!device.requests.contains(#""do":"read""#))
  }

  @Test("a second undo undoes the first")
  func undoTwice() throws {
    let device = try FakeDevice()
    let result = try device.run(
      """
      \(change) setpoint push home.json radiotherm://h --yes && setpoint push --undo radiotherm://h --yes &&
        cmp fake/program first && setpoint push --undo radiotherm://h --yes && setpoint drift home.json radiotherm://h
      """)
    #expect(result.status == 0, "\(result.errorText)")
  }

  @Test("an undo that waited for a push does not restore what it replaced")
  func undoAfterPush() throws {
    let device = try FakeDevice()
    let result = try device.run(
      """
      \(change) setpoint push home.json radiotherm://h --yes || exit 9
      setpoint set home.json weekdays.wake.heat=72; : >fake/requests; printf slow >fake/mode
      setpoint push home.json radiotherm://h --yes & push=$!
      await grep -q read fake/requests
      setpoint push --undo radiotherm://h --yes & undo=$!
      until ls -l /proc/$undo/fd | grep -q setpoint-lock || ! kill -0 $undo; do sleep 0.01; done
      : >fake/awake; wait $push || exit 8; cp fake/program pushed; cp state/setpoint/links/*kept kept
      wait $undo; status=$?; cmp fake/program pushed; cmp state/setpoint/links/*kept kept; exit $status
      """)
    #expect(result.status == 75, "\(result.errorText)")
    #expect(result.text == "")
    // On a busy machine, the push may take longer than the undo waits.
    #expect(
      result.errorText.contains("another push has changed the saved program; nothing was written")
        || result.errorText.contains("is using it"), "\(result.errorText)")
    let again = try device.run("setpoint push --undo radiotherm://h --yes")
    #expect(again.status == 0, "\(again.errorText)")
    #expect(String(decoding: device.program ?? [], as: UTF8.self).contains("360,71"))
  }

  @Test(
    "an undo succeeds if the days are restored, whatever else has changed",
    arguments: [
      (
        "ha://h/schedule.x",
        #"{"schedule.x":{"name":"Hall","monday":[{"from":"06:00:00","to":"08:00:00"}],"#
          + #""tuesday":[],"wednesday":[],"thursday":[],"friday":[],"saturday":[],"sunday":[]}}"#
      ),
      (
        "bacnet://h/1/schedule/2",
        #"# heat: Weekly_Schedule, Monday first, Schedule_Default 15\n"#
          + String(repeating: "0e0f", count: 7) + #"\n"#
      ),
      (
        "bacnet://h/1/schedule/2",
        #"# heat: Weekly_Schedule, Monday first, Schedule_Default 15\n"#
          + String(repeating: "0eb4060000004441a000000f", count: 7) + #"\n"#
      ),
    ]) func undoOfDays(link: String, program: String) throws
  {
    let device = try FakeDevice()
    let escaped = program.replacing("\"", with: "\\\"")
    let result = try device.run(
      """
      setpoint new c.json --unit C --sides heat; printf '"C"' >fake/unit; printf '%s' '\(escaped)' >fake/program
      setpoint push c.json \(link) --yes --replace || exit 9
      printf elsewhere >fake/mode; setpoint push --undo \(link) --yes
      """)
    #expect(result.status == 0, "\(result.errorText)")
    #expect(result.errorText.hasSuffix("it stores its previous program\n"), "\(result.errorText)")
    let now = String(decoding: device.program ?? [], as: UTF8.self)
    #expect(now.contains("Corridor") || now.contains("Schedule_Default 18"), "\(now)")
    #expect(
      try device.run("grep -c '\"state\": \"verified\"' state/setpoint/links/*").text == "1\n")
  }

  // MARK: The other program

  @Test("no secret appears in arguments, messages or files")
  func secrets() throws {
    let device = try FakeDevice()
    let result = try device.run(
      """
      export HASS_TOKEN=s3cret-token
      \(change) printf stop >fake/mode
      setpoint push home.json radiotherm://h --yes & await [ -e fake/stopped ]
      for id in $! $(cat /proc/$!/task/*/children); do tr '\\0' ' ' </proc/$id/cmdline; echo; done
      kill $!; wait; rm fake/mode
      setpoint push home.json radiotherm://me:s3cret-token@h --yes
      setpoint push home.json 'ha://h/schedule.x?token=s3cret-token' --yes --timeout 5
      setpoint drift home.json 'ha://me%3As3cret-token%40h/schedule.x'
      setpoint drift home.json 'me:s3cret-token%40h'
      printf '{"devices": [{"name": "a", "link": "ha://me:s3cret-token@h", "file": "home.json"}]}' >d.json
      setpoint drift --all --devices d.json
      grep -rl s3cret state fake 2>/dev/null
      true
      """)
    #expect(result.text.contains("setpoint push home.json"), "\(result.text)")
    #expect(result.text.contains("fake-link write radiotherm://h"), "\(result.text)")
    #expect(!result.text.contains("s3cret"), "\(result.text)")
    #expect(!result.errorText.contains("s3cret"), "\(result.errorText)")
    #expect(result.errorText.contains("~/.netrc"))
  }
}
