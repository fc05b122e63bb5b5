import CLibrary

/// A program on a pseudo-terminal of its own, and what a person would see of it; killed when nobody
/// holds it.
package final class ProgramOnPTY {
  /// The end where a person would sit.
  package let terminal: PseudoTerminal
  /// The program.
  package let process: TerminalProcess
  /// The screen, as of the last look.
  package var screen: ScreenInterpreter
  private let settingsBefore: [UInt8]

  /// Starts the program at `path`; `environment` is added to that of a plain terminal.
  package init(
    _ path: String, _ arguments: [String] = [], environment: [String: String] = [:],
    in folder: String? = nil, rows: Int = 24, columns: Int = 80
  ) throws {
    terminal = try PseudoTerminal()
    try terminal.resize(rows: rows, columns: columns)
    settingsBefore = try terminal.settingsBytes()
    screen = ScreenInterpreter(rows: rows, columns: columns)
    process = try TerminalProcess(
      path, arguments, environment: TerminalProcess.plainEnvironment.merging(environment) { $1 },
      in: folder, on: terminal)
  }

  /// Types `text`.
  package func send(_ text: String) { terminal.send(text) }

  /// Waits until a line of the screen contains `text`, and the cursor is at the given place, if any: it
  /// goes there last, so the picture is whole then. Returns whether it came to that.
  package func shows(_ text: String, cursor: (row: Int, column: Int)? = nil) -> Bool {
    terminal.receive(on: &screen) { screen in
      (cursor.map { $0 == screen.cursor } ?? true)
        && screen.lines.contains { $0.contains(text) }
    }
  }

  /// Gives the screen another size.
  package func resize(rows: Int, columns: Int) throws {
    screen.resize(rows: rows, columns: columns)
    try terminal.resize(rows: rows, columns: columns)
  }

  /// Whether the program changed how the terminal treats lines.
  package var hasChangedSettings: Bool {
    get throws { try terminal.settingsBytes() != settingsBefore }
  }

  /// The state that differs from before the program: modes, scroll region, attributes, line settings; nil when
  /// nothing is. To be asked when the program has ended, or stopped.
  package func unrestored() throws -> String? {
    _ = terminal.receive(on: &screen) { $0.modes == [7, 25] }
    if screen.modes != [7, 25] { return "modes \(screen.modes)" }
    if screen.region != 0..<screen.cells.count { return "region \(screen.region)" }
    if !screen.currentRendition.isEmpty { return "rendition \(screen.currentRendition)" }
    if !screen.unknown.isEmpty { return "unknown \(screen.unknown)" }
    return try hasChangedSettings ? "line settings" : nil
  }
}

extension PseudoTerminal {
  /// The line settings in a form that can be compared.
  package func settingsBytes() throws -> [UInt8] {
    try withUnsafeBytes(of: settings()) { Array($0) }
  }
}

extension ProgramOnPTY {
  /// Collects output until `condition` holds, and returns whether it came to hold.
  package func waits(until condition: () -> Bool) -> Bool {
    var idleness = Idleness(of: process.id)
    while !condition() {
      if idleness.lasts() { return false }
      poll(nil, 0, 5)
      terminal.receiveWhatIsThere()
    }
    return true
  }

  /// Types `text`, and waits until the program has read it and sleeps; false when it ended.
  package func reads(_ text: String) throws -> Bool {
    let side = try terminal.openProgramSide()
    defer { _ = close(side) }
    let before = process.sleeps
    terminal.send(text)
    return waits {
      var unread: Int32 = 0
      guard ioctl(side, UInt(FIONREAD), &unread) == 0, unread == 0 else { return false }
      return process.sleeps.map { $0 != before } ?? false
    }
  }

  /// Whether the idle program sleeps for `time` and sends nothing.
  ///
  /// What was sent before is shown on the screen.
  package func rests(for time: Duration) -> Bool { Self.rest([self], for: time) == [true] }

  /// The same for several programs at once, an answer for each.
  package static func rest(_ programs: [ProgramOnPTY], for time: Duration) -> [Bool] {
    let counts = programs.map { $0.sleepsOnceIdle() }
    poll(nil, 0, Int32(time / .milliseconds(1)))
    return zip(programs, counts).map { program, before in
      program.terminal.receiveWhatIsThere()
      return before != nil && program.terminal.output.isEmpty && program.process.sleeps == before
    }
  }

  /// Waits until the program sleeps, and shows what it sent; returns how its threads sleep, nil when it does not rest.
  private func sleepsOnceIdle() -> [String]? {
    var before = process.sleeps
    let isDone = waits {
      poll(nil, 0, 200)
      defer { before = process.sleeps }
      return before != nil && before == process.sleeps
    }
    terminal.receiveWhatIsThere()
    screen.feed(terminal.takeOutput())
    return isDone ? before : nil
  }

  /// Stops the output of the terminal, as ^S does where the terminal heeds it.
  package func stopOutput() throws {
    let side = try terminal.openProgramSide()
    defer { _ = close(side) }
    guard tcflow(side, TCOOFF) == 0 else { throw SystemCallError("tcflow") }
  }

  /// Presses a key again and again, and reads nothing, until the program waits for the terminal.
  ///
  /// Returns whether it came to that.
  package func blocksOutput(with key: String) throws -> Bool {
    let side = try terminal.openProgramSide()
    defer { _ = close(side) }
    var idleness = Idleness(of: process.id)
    while !idleness.lasts() {
      terminal.sendWithoutReading(String(repeating: key, count: 64))
      poll(nil, 0, 20)
      var unread: Int32 = 0
      // It sleeps though there are keys to read.
      if ioctl(side, UInt(FIONREAD), &unread) == 0, unread > 0, process.isSleeping {
        return true
      }
    }
    return false
  }
}
