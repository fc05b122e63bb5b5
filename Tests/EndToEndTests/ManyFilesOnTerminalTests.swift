import CLibrary
import TestSupport
import TestTraits
import Testing

/// The progress and the result of a check of very many files.
@Suite(.waits) struct ManyFilesOnTerminalTests {
  private let folder = TemporaryFolder()
  /// So many that a person has to wait, in a debug build sooner.
  private let count = Rounds.of(3_001)

  /// Makes the files. Each has ten schedules, so that a check takes a fast machine long enough to report progress.
  private func makeFiles() throws {
    let made = try ShellCommand("mkdir many; setpoint new seed.json", in: folder.path)
    try #require(made.status == 0)
    let seed = String(
      decoding: try #require(WholeFile.bytes(folder.path("seed.json"))), as: UTF8.self)
    let begin = try #require(seed.firstIndex(of: "["))
    let end = try #require(seed.lastIndex(of: "]"))
    let schedule = seed[seed.index(after: begin)..<end]
    let schedules = (1...10).map { schedule.replacing("\"Home\"", with: "\"Home \($0)\"") }
    let bytes = Array((seed[...begin] + schedules.joined(separator: ",") + seed[end...]).utf8)
    for number in 0..<count {
      let name = folder.path("many/\(number).json")
      try #require(WholeFile.write(bytes, name))
    }
  }

  @Test(
    "on a terminal, validate shows progress within half a second and the result; in a pipe it does not"
  )
  func progress() throws {
    try makeFiles()
    let total = "\(count) files"
    let pipe = try ShellCommand("setpoint validate many 2>&1 | cat", in: folder.path)
    #expect(pipe.status == 0 && pipe.text.isEmpty)

    let terminal = try PseudoTerminal()
    let start = ContinuousClock.now
    let process = try TerminalProcess(
      BuiltProduct.path("setpoint"), ["validate", folder.path("many")], on: terminal)
    // On a busy machine the time on the wall does not measure the program. In half a second of
    // that it can have each of them for so long.
    func time() -> Duration { process.processorTime ?? start.duration(to: .now) }
    let most = Duration.milliseconds(500) * Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    #expect(terminal.receive(" of \(total)"))
    let first = time()
    #expect(terminal.receive("no problems in \(total)\r\n"))
    let whole = time()
    #expect(first < most || first < whole / 2, "\(first) of \(whole)")
    #expect(process.waitForEnd()?.end == .exited(0))
    // Nothing of the progress is left on the line of the result.
    let last = String(decoding: terminal.output, as: UTF8.self).split(separator: "\r").last
    #expect(last == "no problems in \(total)\r\n", "\(last ?? "")")
  }
}
