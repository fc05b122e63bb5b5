import TestSupport
import CLibrary

/// Starts the program, sends each group of keys when the one before is painted, and prints bytes
/// and times; then lets it idle for a second and ends it by hanging up.
///
/// "Painted" is 100 ms of silence; the time is that of the last byte before the silence.
/// - Throws: `SystemCallError`.
func measure(groups: [[UInt8]], program: String, arguments: [String]) throws {
  let terminal = try PseudoTerminal()
  var start = ContinuousClock.now
  let process = try TerminalProcess(program, arguments, on: terminal)
  report("start", terminal, since: start)
  for group in groups {
    start = ContinuousClock.now
    terminal.send(group)
    report(KeyNotation.visible(group), terminal, since: start)
  }
  let before = terminal.receivedByteCount
  terminal.receiveUntilQuiet(for: .seconds(1), within: .seconds(1))
  print("idle for 1 s: \(terminal.receivedByteCount - before) bytes")
  terminal.hangUp()
  guard let outcome = process.waitForEnd() else {
    print("still running 5 s after the terminal was gone")
    return
  }
  print(
    "\(outcome.end), peak \(outcome.peakMemory) KiB, \(outcome.processorTime) us CPU,",
    "\(outcome.voluntarySwitches) sleeps")
}

private func report(
  _ name: String, _ terminal: PseudoTerminal, since start: ContinuousClock.Instant
) {
  terminal.receiveUntilQuiet()
  let bytes = terminal.takeOutput()
  let time = terminal.lastReceived.map { start.duration(to: $0) } ?? .zero
  let microseconds = Int64(time / .microseconds(1))
  print("\(name): \(bytes.count) bytes, \(microseconds) us")
  if bytes.count <= 400 { print("  \(KeyNotation.visible(bytes))") }
}
