import TestSupport
import TestTraits
import Testing
import CLibrary

/// What a person sees of `terminal-probe`: the bytes are carried out by a terminal in memory.
@Suite("The terminal session, as seen on the screen", .serialized, .waits)
struct SessionScreenTests {
  @Test("leaves nothing of the old picture after a resize")
  func erasesOnResize() throws {
    let probe = try Probe.start()
    try probe.resize(rows: 30, columns: 100)
    #expect(probe.shows("resized to 30x100"))
    try probe.resize(rows: 24, columns: 80)
    #expect(probe.shows("resized to 24x80"))
    #expect(probe.screen.lines[2] == " resized to 24x80")
    #expect(probe.screen.lines[0] == " Winter · home.json")
  }

  @Test("leaves nothing of the old picture when the size changed while the program was stopped")
  func erasesAfterStop() throws {
    let probe = try Probe.start()
    try probe.resize(rows: 30, columns: 100)
    #expect(probe.shows("resized to 30x100"))
    probe.process.send(signal: SIGSTOP)
    #expect(probe.process.waitForStop())
    try probe.resize(rows: 24, columns: 80)
    probe.process.send(signal: SIGCONT)
    #expect(
      probe.terminal.receive { output in
        output.contains(Array("resized to 24x80".utf8))
          && output.suffix(60).contains(Array("\u{1B}[5;13H".utf8))
      })
    // The two are answered one by one, the resize last and by a picture from nothing.
    let output = probe.terminal.takeOutput()
    let erase = Array("\u{1B}[2J".utf8)
    let last = try #require(output.indices.last { output[$0...].starts(with: erase) })
    probe.screen.feed(output[..<last])
    #expect(probe.screen.lines[2] == " continued")
    probe.screen.feed(output[last...])
    #expect(probe.screen.lines[2] == " resized to 24x80")
  }

  @Test(
    "paints the picture itself after a stop, before the program draws",
    arguments: ["\u{1A}", "stop"])
  func paintsAfterStop(way: String) throws {
    let probe = try Probe.start(arguments: ["--leave-to-back-end"])
    let before = probe.screen.lines
    if way == "stop" {
      probe.process.send(signal: SIGSTOP)
      #expect(probe.process.waitForStop())
      // What others do to the screen meanwhile.
      probe.screen.feed("\u{1B}[H\u{1B}[2J$ ls".utf8)
      #expect(try ShellCommand("stty sane < '\(probe.terminal.path)'", in: "/").status == 0)
      probe.process.send(signal: SIGCONT)
    } else {
      probe.screen.feed("\u{1B}[H\u{1B}[2J$ ls".utf8)
      probe.send(way)
    }
    #expect(probe.shows("help", cursor: (4, 12)))
    #expect(probe.screen.lines == before)
    #expect(probe.screen.modes.isSuperset(of: [1, 25, 1049, 2004]))
    probe.send("n")
    #expect(probe.shows("keys: 1"))
  }

  @Test("draws everything anew for ^L, whatever the program does with the key")
  func redraws() throws {
    let probe = try Probe.start()
    probe.screen.feed("\u{1B}[H\u{1B}[2J$ ls".utf8)
    probe.send("\u{C}")
    #expect(probe.shows(" Winter · home.json"))
  }

  @Test("turns mouse reports on and off, and on again after a suspension")
  func reportsMouse() throws {
    let probe = try Probe.start()
    #expect(probe.screen.modes.isDisjoint(with: [1000, 1006]))
    probe.send("\u{1B}[<0;3;4Mm")
    #expect(probe.shows("mouse on"))
    #expect(probe.screen.modes.isSuperset(of: [1000, 1006]))
    probe.send("\u{1B}[<0;3;4M\u{1B}[<0;3;4m")
    #expect(probe.shows("mouse press 3,2"))
    probe.send("\u{1B}[<64;80;24M")
    #expect(probe.shows("mouse wheelUp 23,79"))
    probe.send("\u{1A}")
    #expect(probe.shows("suspended"))
    #expect(probe.screen.modes.isSuperset(of: [1000, 1006]))
    probe.send("m")
    #expect(probe.shows("mouse off"))
    #expect(probe.screen.modes.isDisjoint(with: [1000, 1006]))
    #expect(probe.screen.modes.contains(2004))
    probe.send("n")
    #expect(probe.shows("keys: 1"))
  }

  @Test("reads a paste as text, not as keys")
  func takesPastes() throws {
    let probe = try Probe.start()
    #expect(probe.screen.modes.contains(2004))
    probe.send("\u{1B}[200~q\u{1B}[201~")
    #expect(probe.shows("pasted q"))
    probe.send("n")
    #expect(probe.shows("keys: 1"))
  }

  @Test("waits for the rest of a key as long as ESCDELAY")
  func obeysEscapeDelay() throws {
    let probe = try Probe.start(environment: ["ESCDELAY": "60000"])
    #expect(try probe.reads("\u{1B}"))
    probe.send("x")
    #expect(probe.shows("alt x"))
  }

  @Test("watches a descriptor until it hangs up, then sleeps")
  func watches() throws {
    let probe = try Probe.start()
    probe.send("w")
    #expect(probe.shows("watched: 3 bytes, wake 1"))
    probe.send("w")
    #expect(probe.shows("watched: 3 bytes, wake 2"))
    probe.send("W")
    #expect(probe.shows("watched: 0 bytes, wake 3"))
    #expect(probe.rests(for: .milliseconds(300)))
    #expect(probe.screen.lines[2] == " watched: 0 bytes, wake 3")
    probe.send("q")
    let outcome = try #require(probe.process.waitForEnd())
    #expect(outcome.processorTime < 200_000)
    #expect(outcome.voluntarySwitches < 100)
  }

  @Test("sends the clipboard to terminals that understand", arguments: [true, false])
  func copies(understands: Bool) throws {
    let probe = try Probe.start(environment: ["TERM": understands ? "xterm-256color" : "linux"])
    probe.send("y")
    #expect(probe.terminal.receive(understands ? "copied" : "not copied"))
    #expect(
      probe.terminal.output.contains(Array("\u{1B}]52;c;NjIgwrBG\u{7}".utf8)) == understands)
  }

  @Test("paints everything in another theme")
  func changesTheme() throws {
    let probe = try Probe.start()
    #expect(probe.screen.cells[4][19].rendition == ["91"])
    let before = probe.screen.lines
    let start = probe.terminal.receivedByteCount
    probe.send("TT")
    let isLight = probe.terminal.receive(on: &probe.screen) {
      $0.cells[4][19].rendition == ["38;5;124", "48;5;231"] && $0.cursor == (4, 12)
    }
    #expect(isLight && probe.screen.lines == before)
    #expect(probe.terminal.receivedByteCount - start > 500)
    probe.send("TT")
    let isContrast = probe.terminal.receive(on: &probe.screen) {
      $0.cells[4][19].rendition.contains("48;5;16") && $0.cursor == (4, 12)
        && $0.cells[23][40].rendition.contains("48;5;16")
    }
    #expect(isContrast)
    // A background of the theme's own is everywhere, where nothing was ever drawn too.
    #expect(probe.screen.cells.allSatisfy { $0.allSatisfy { $0.rendition.contains("48;5;16") } })
  }

  @Test("shows the nearest of the colours that the terminal has")
  func convertsColors() throws {
    let probe = try Probe.start(environment: ["TERM": "xterm"])
    // Many terminals with eight colours show bold ones brighter; blue is too dark on black.
    #expect(probe.screen.cells[4][19].rendition == ["1", "31"])
    #expect(probe.screen.cells[4][24].rendition == ["1", "36"])
    #expect(probe.screen.unknown.isEmpty)
  }

  @Test("holds error output until the screen is restored", arguments: ["q", "t"])
  func holdsErrors(key: String) throws {
    let probe = try Probe.start()
    #expect(try probe.reads("E"))
    #expect(probe.rests(for: .zero))
    probe.send(key)
    #expect(probe.process.waitForEnd() != nil)
    probe.terminal.receiveToEnd()
    let output = probe.terminal.takeOutput()
    let leaving = try #require(output.firstRange(of: Array("\u{1B}[?1049l".utf8)))
    let message = try #require(output.firstRange(of: Array("to standard error\r\n".utf8)))
    #expect(leaving.upperBound <= message.lowerBound)
    guard key == "t" else { return }
    let trap = try #require(output.firstRange(of: Array("a trap, as asked for".utf8)))
    #expect(message.upperBound <= trap.lowerBound)
  }

  @Test("writes held error output before the shell gets the terminal")
  func releasesErrorsToTheShell() throws {
    let probe = try Probe.start()
    probe.send("E\u{1A}")
    #expect(probe.terminal.receive("suspended"))
    let output = probe.terminal.takeOutput()
    let leaving = try #require(output.firstRange(of: Array("\u{1B}[?1049l".utf8)))
    let message = try #require(output.firstRange(of: Array("to standard error\r\n".utf8)))
    let entering = try #require(output.firstRange(of: Array("\u{1B}[?1049h".utf8)))
    #expect(leaving.upperBound <= message.lowerBound)
    #expect(message.upperBound <= entering.lowerBound)
  }
}
