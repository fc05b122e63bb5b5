import TestSupport
import Testing
import CLibrary

/// What a person sees of `terminal-probe`: the bytes are carried out by a terminal in memory.
@Suite("The terminal session, as seen on the screen", .serialized)
final class ScreenTests {
  let terminal: PseudoTerminal
  private var screen = ScreenInterpreter()
  private var probe: TerminalProcess?

  init() throws {
    terminal = try PseudoTerminal()
  }

  @Test("leaves nothing of the old picture after a resize")
  func erasesOnResize() throws {
    try start()
    try resize(rows: 30, columns: 100)
    #expect(waitFor("resized to 30x100"))
    try resize(rows: 24, columns: 80)
    #expect(waitFor("resized to 24x80"))
    #expect(screen.lines[2] == " resized to 24x80")
    #expect(screen.lines[0] == " Winter · home.json")
  }

  @Test("leaves nothing of the old picture when the size changed while the program was stopped")
  func erasesAfterStop() throws {
    let probe = try start()
    try resize(rows: 30, columns: 100)
    #expect(waitFor("resized to 30x100"))
    probe.send(signal: SIGSTOP)
    #expect(probe.waitForStop())
    try resize(rows: 24, columns: 80)
    probe.send(signal: SIGCONT)
    #expect(terminal.receive("resized to 24x80"))
    terminal.receiveUntilQuiet()
    // The two are answered one by one, the resize last and by a picture from nothing.
    let output = terminal.takeOutput()
    let erase = Array("\u{1B}[2J".utf8)
    let last = try #require(output.indices.last { output[$0...].starts(with: erase) })
    screen.feed(output[..<last])
    #expect(screen.lines[2] == " continued")
    screen.feed(output[last...])
    #expect(screen.lines[2] == " resized to 24x80")
  }

  @Test(
    "paints the picture itself after a stop, before the program draws",
    arguments: ["\u{1A}", "stop"])
  func paintsAfterStop(way: String) throws {
    let probe = try start(arguments: ["--leave-to-back-end"])
    let before = screen.lines
    _ = terminal.takeOutput()
    if way == "stop" {
      probe.send(signal: SIGSTOP)
      #expect(probe.waitForStop())
      // What others do to the screen meanwhile.
      screen.feed("\u{1B}[H\u{1B}[2J$ ls".utf8)
      #expect(try ShellCommand("stty sane < '\(terminal.path)'", in: "/").status == 0)
      probe.send(signal: SIGCONT)
    } else {
      screen.feed("\u{1B}[H\u{1B}[2J$ ls".utf8)
      terminal.send(way)
    }
    #expect(waitFor("help"))
    terminal.receiveUntilQuiet()
    screen.feed(terminal.takeOutput())
    #expect(screen.lines == before)
    #expect(screen.modes.isSuperset(of: [1, 25, 1049, 2004]))
    terminal.send("n")
    #expect(waitFor("keys: 1"))
  }

  @Test("turns mouse reports on and off, and on again after a suspension")
  func reportsMouse() throws {
    try start()
    #expect(screen.modes.isDisjoint(with: [1000, 1006]))
    terminal.send("\u{1B}[<0;3;4Mm")
    #expect(waitFor("mouse on"))
    #expect(screen.modes.isSuperset(of: [1000, 1006]))
    terminal.send("\u{1B}[<0;3;4M\u{1B}[<0;3;4m")
    #expect(waitFor("mouse press 3,2"))
    terminal.send("\u{1B}[<64;80;24M")
    #expect(waitFor("mouse wheelUp 23,79"))
    terminal.send("\u{1A}")
    #expect(waitFor("suspended"))
    #expect(screen.modes.isSuperset(of: [1000, 1006]))
    terminal.send("m")
    #expect(waitFor("mouse off"))
    #expect(screen.modes.isDisjoint(with: [1000, 1006]))
    #expect(screen.modes.contains(2004))
    terminal.send("n")
    #expect(waitFor("keys: 1"))
  }

  @Test("takes a paste for text and not for keys")
  func takesPastes() throws {
    try start()
    #expect(screen.modes.contains(2004))
    terminal.send("\u{1B}[200~q\u{1B}[201~")
    #expect(waitFor("pasted q"))
    terminal.send("\u{1B}[200~no end\u{1B}[")
    terminal.receiveUntilQuiet(for: .milliseconds(1300))
    terminal.send("\u{1B}")
    #expect(waitFor("named escape"))
    terminal.send("n")
    #expect(waitFor("keys: 2"))
  }

  @Test("waits as long for the rest of a key as ESCDELAY says")
  func obeysEscapeDelay() throws {
    try start(environment: ["ESCDELAY": "60000"])
    terminal.send("\u{1B}")
    terminal.receiveUntilQuiet()
    terminal.send("x")
    #expect(waitFor("alt x"))
  }

  @Test("watches a descriptor until that hangs up, and then sleeps")
  func watches() throws {
    let probe = try start()
    terminal.send("w")
    #expect(waitFor("watched: 3 bytes, wake 1"))
    terminal.send("w")
    #expect(waitFor("watched: 3 bytes, wake 2"))
    terminal.send("W")
    #expect(waitFor("watched: 0 bytes, wake 3"))
    terminal.receiveUntilQuiet(for: .milliseconds(300), within: .milliseconds(300))
    screen.feed(terminal.takeOutput())
    #expect(screen.lines[2] == " watched: 0 bytes, wake 3")
    terminal.send("q")
    let outcome = try #require(probe.waitForEnd())
    #expect(outcome.processorTime < 200_000)
    #expect(outcome.voluntarySwitches < 100)
  }

  @Test("sends the clipboard to terminals that understand", arguments: [true, false])
  func copies(understands: Bool) throws {
    try start(environment: ["TERM": understands ? "xterm-256color" : "linux"])
    _ = terminal.takeOutput()
    terminal.send("y")
    #expect(terminal.receive(understands ? "copied" : "not copied"))
    #expect(
      terminal.output.contains(Array("\u{1B}]52;c;NjIgwrBG\u{7}".utf8)) == understands)
  }

  @Test("paints everything in another theme")
  func changesTheme() throws {
    try start()
    #expect(screen.cells[4][19].rendition == ["31"])
    let before = screen.lines
    terminal.send("T")
    #expect(terminal.receive("help"))
    terminal.receiveUntilQuiet()
    #expect(terminal.output.contains(Array("\u{1B}[2J".utf8)))
    screen.feed(terminal.takeOutput())
    #expect(screen.lines == before)
    #expect(screen.cells[4][19].rendition == ["38;5;124"])
    terminal.send("TT")
    #expect(terminal.receive { $0.contains(Array("48;5;16".utf8)) })
    terminal.receiveUntilQuiet()
    screen.feed(terminal.takeOutput())
    // A background of the theme's own is everywhere, where nothing was ever drawn too.
    #expect(screen.cells.allSatisfy { $0.allSatisfy { $0.rendition.contains("48;5;16") } })
  }

  @Test("shows the nearest of the colours that the terminal has")
  func convertsColors() throws {
    try start(environment: ["TERM": "xterm"])
    screen.feed(terminal.takeOutput())
    #expect(screen.cells[4][19].rendition == ["31"])
    #expect(screen.cells[4][24].rendition == ["34"])
    #expect(screen.unknown.isEmpty)
  }

  @Test("keeps error output back until the screen is given back", arguments: ["q", "t"])
  func holdsErrors(key: String) throws {
    let probe = try start()
    terminal.send("E")
    terminal.receiveUntilQuiet()
    #expect(terminal.takeOutput().isEmpty)
    terminal.send(key)
    #expect(probe.waitForEnd(within: .seconds(20)) != nil)
    terminal.receiveUntilQuiet()
    let output = terminal.takeOutput()
    let leaving = try #require(output.firstRange(of: Array("\u{1B}[?1049l".utf8)))
    let message = try #require(output.firstRange(of: Array("to standard error\r\n".utf8)))
    #expect(leaving.upperBound <= message.lowerBound)
    guard key == "t" else { return }
    let trap = try #require(output.firstRange(of: Array("a trap, as asked for".utf8)))
    #expect(message.upperBound <= trap.lowerBound)
  }

  @Test("writes what was held of error output before the shell has the terminal")
  func releasesErrorsToTheShell() throws {
    try start()
    terminal.send("E\u{1A}")
    #expect(terminal.receive("suspended"))
    let output = terminal.takeOutput()
    let leaving = try #require(output.firstRange(of: Array("\u{1B}[?1049l".utf8)))
    let message = try #require(output.firstRange(of: Array("to standard error\r\n".utf8)))
    let entering = try #require(output.firstRange(of: Array("\u{1B}[?1049h".utf8)))
    #expect(leaving.upperBound <= message.lowerBound)
    #expect(message.upperBound <= entering.lowerBound)
  }

  @discardableResult
  private func start(
    arguments: [String] = [], environment: [String: String] = [:]
  ) throws -> TerminalProcess {
    let probe = try TerminalProcess(
      BuiltProduct.path("terminal-probe"), arguments,
      environment: TerminalProcess.plainEnvironment.merging(environment) { $1 }, on: terminal)
    self.probe = probe
    try #require(terminal.receive("help"))
    terminal.receiveUntilQuiet(for: .milliseconds(20))
    screen.feed(terminal.takeOutput())
    return probe
  }

  private func resize(rows: Int, columns: Int) throws {
    screen.resize(rows: rows, columns: columns)
    try terminal.resize(rows: rows, columns: columns)
  }

  private func waitFor(_ text: String) -> Bool {
    terminal.receive(text, on: &screen)
  }
}
