import TestSupport
import TestTraits
import Testing
import CLibrary

/// However the editor ends, the terminal is as it was found, and the end takes little processor time.
@Suite("However the editor ends", .waits) struct FaultMatrixTests {
  private let document = TestDocument()

  /// How the editor is brought to its end.
  enum Fault: Sendable, CustomTestStringConvertible {
    case signal(Int32)
    case keys(String)

    var testDescription: String {
      switch self {
      case .signal(let number): "signal \(number)"
      case .keys(let keys): "keys \(keys.debugDescription)"
      }
    }
  }

  static let environments: [[String: String]] = [
    [:], ["NO_COLOR": "1"], ["LANG": "C"], ["TERM": "xterm"], ["TERM": "screen-256color"],
    ["TERM": "tmux-256color"],
  ]
  static let faults: [Fault] =
    [SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGABRT, SIGSEGV].map { .signal($0) } + [.keys("q")]
  /// Every fault, and one of each kind in every environment. The sequences that restore the terminal are chosen at the
  /// start, whatever the fault.
  static let cases: [(Fault, [String: String])] =
    faults.map { ($0, [:]) }
    + environments.dropFirst().flatMap { environment in
      [.signal(SIGTERM), .signal(SIGSEGV), .keys("q")].map { ($0, environment) }
    }

  @Test("the terminal is restored", arguments: cases)
  func restores(fault: Fault, environment: [String: String]) throws {
    let editor = try document.edit(environment)
    // The cursor is shown last: a fault within the frame would cut one of its sequences.
    #expect(
      editor.terminal.receive(on: &editor.screen) {
        $0.hasShownCursor && $0.modes.isSuperset(of: [1049, 2004])
      })
    #expect(try editor.hasChangedSettings)
    switch fault {
    case .signal(let number): editor.process.send(signal: number)
    case .keys(let keys): editor.send(keys)
    }
    let outcome = try #require(editor.process.waitForEnd())
    switch fault {
    case .signal(let number): #expect(outcome.end == .killed(signal: number))
    case .keys: #expect(outcome.end == .exited(0))
    }
    #expect(outcome.processorTime < 500_000)
    let unrestored = try editor.unrestored()
    #expect(unrestored == nil)
  }

  @Test("the end of input ends it without spinning")
  func endOfInput() throws {
    let editor = try ProgramOnPTY(
      "/bin/sh",
      [
        "-c",
        "trap '' HUP; exec '\(BuiltProduct.path("setpoint"))' edit '\(document.path)'",
      ])
    try #require(editor.shows("quit"))
    editor.terminal.hangUp()
    let outcome = try #require(editor.process.waitForEnd())
    #expect(outcome.end == .exited(74))
    #expect(outcome.processorTime < 500_000)
  }

  @Test("stopping returns the terminal to the shell, and continuing takes it again")
  func stops() throws {
    let shell = try ProgramOnPTY("/bin/sh", ["-i"], environment: ["PS1": "ready> "])
    try #require(showsPrompt(shell))
    shell.screen.feed("\u{1B}[H\u{1B}[2J".utf8)
    shell.send("cd '\(document.folder.path)'\r")
    try #require(showsPrompt(shell))
    let before = try shell.terminal.settingsBytes()
    shell.send("'\(BuiltProduct.path("setpoint"))' edit home.json\r")
    try #require(shell.shows("quit", cursor: (4, 12)))
    #expect(shell.screen.modes.isSuperset(of: [1, 1049, 2004]))
    for _ in 0..<2 {
      shell.screen.feed("\u{1B}[H\u{1B}[2J".utf8)
      shell.send("\u{1A}")
      #expect(showsPrompt(shell))
      #expect(try shell.terminal.settingsBytes() == before)
      #expect(shell.screen.modes == [7, 25])
      #expect(shell.screen.currentRendition.isEmpty)
      // What the shell leaves on the screen must not be seen in the editor.
      shell.send("printf '\\033[H\\033[2Jbetween\\033[41m'; fg\r")
      #expect(shell.shows("quit", cursor: (4, 12)))
      #expect(shell.screen.modes.isSuperset(of: [1, 1049, 2004]))
      #expect(!shell.screen.lines.contains { $0.contains("between") })
      #expect(!shell.screen.cells.contains { $0.contains { $0.rendition.contains("41") } })
    }
    shell.send("q")
    #expect(showsPrompt(shell))
    #expect(try shell.terminal.settingsBytes() == before)
    #expect(shell.screen.modes == [7, 25])
  }

  private func showsPrompt(_ shell: ProgramOnPTY) -> Bool {
    shell.terminal.receive(on: &shell.screen) { screen in
      // The emulator has one screen, so old text of the editor may follow the prompt.
      screen.modes == [7, 25] && screen.cursor.column == 7
        && screen.lines[screen.cursor.row].hasPrefix("ready>")
    }
  }

  @Test("in two idle seconds no thread wakes up and nothing is sent")
  func idle() throws {
    let states = [
      ("", "Monday wake"), ("l66\r", "Tuesday wake"), ("m", "mouse on"), ("?", "PgUp"),
      ("D", "nothing differs"), ("X", "Cancel"),
    ]
    // Each is the only editor of its document.
    let documents = states.map { _ in TestDocument() }
    let editors = try zip(states, documents).map { state, document in
      let editor = try document.edit()
      try editor.press(state.0, showing: state.1)
      return editor
    }
    for (state, isIdle) in zip(states, ProgramOnPTY.rest(editors, for: .seconds(2))) {
      #expect(isIdle, "after \(state.0.debugDescription)")
    }
    withExtendedLifetime(documents) {}
  }
}
