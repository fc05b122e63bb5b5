import ScheduleFiles
import ScheduleText
import ScheduleModel
import TestSupport

/// The real program on a pseudo-terminal of 80x24.
enum OnTerminal {
  /// Measures what an edit and a move send and how long they take, and what checking a file needs.
  ///
  /// - Throws: `SystemCallError` when the program cannot be started.
  static func figures(of path: String) throws -> [Report.Figure] {
    let folder = TemporaryFolder()
    let document = folder.path("home.json")
    try AtomicFile.write(CanonicalText.text(of: .standard(.fahrenheit)), to: document)

    let terminal = try PseudoTerminal()
    let start = ContinuousClock.now
    let editor = try TerminalProcess(path, ["edit", document], on: terminal)
    terminal.receiveUntilQuiet()
    let painted = terminal.lastReceived.map { start.duration(to: $0) / .milliseconds(1) } ?? 0
    _ = terminal.takeOutput()
    _ = press("\u{1B}OB\u{1B}OC\u{1B}OC\u{1B}OC\u{1B}OC", terminal)
    let moves = (0..<20).map { press($0.isMultiple(of: 2) ? "\u{1B}OB" : "\u{1B}OA", terminal) }
    let edit = ["6", "4", "\r"].map { press($0, terminal) }
    let idle = terminal.receivedByteCount
    terminal.receiveUntilQuiet(for: .seconds(1), within: .seconds(1))
    let idleBytes = terminal.receivedByteCount - idle
    editor.send(signal: 15)
    let editorOutcome = editor.waitForEnd()

    let other = try PseudoTerminal()
    let check = try TerminalProcess(path, ["validate", document], on: other)
    let checkOutcome = check.waitForEnd()
    return [
      .init(name: "editor: start to painted", value: painted, unit: "ms"),
      .init(
        name: "editor: bytes of one edit", value: Double(edit.map(\.bytes).reduce(0, +)),
        unit: "bytes"),
      .init(
        name: "editor: bytes of one move", value: Double(moves.map(\.bytes).max() ?? 0),
        unit: "bytes"),
      .init(
        name: "editor: key to last byte", value: Timing.median(moves.map(\.microseconds)),
        unit: "us"),
      .init(name: "editor: bytes in an idle second", value: Double(idleBytes), unit: "bytes"),
      .init(name: "editor: peak memory", value: mebibytes(editorOutcome), unit: "MiB"),
      .init(name: "validate: peak memory", value: mebibytes(checkOutcome), unit: "MiB"),
    ]
  }

  private static func press(
    _ keys: String, _ terminal: PseudoTerminal
  ) -> (bytes: Int, microseconds: Double) {
    let start = ContinuousClock.now
    terminal.send(keys)
    terminal.receiveUntilQuiet()
    let time = terminal.lastReceived.map { start.duration(to: $0) / .microseconds(1) } ?? 0
    return (terminal.takeOutput().count, time)
  }

  private static func mebibytes(_ outcome: TerminalProcess.Outcome?) -> Double {
    Double(outcome?.peakMemory ?? 0) / 1024
  }
}
