import CLibrary
import TestSupport
import TestTraits
import Testing

/// The progress and the result of a check of many files.
@Suite(.waits) struct ManyFilesOnTerminalTests {
  private let folder = TemporaryFolder()

  @Test(
    "on a terminal, validate shows progress while it works and then the result; in a pipe it does not"
  )
  func progress() throws {
    // The files take no time; the two pipes take as long as nobody writes to them.
    let made = try ShellCommand(
      """
      mkdir many; setpoint new many/1.json || exit
      for number in $(seq 2 100); do cp many/1.json many/$number.json; done
      mkfifo first last
      cat many/1.json >first & cat many/1.json >last & setpoint validate first many last 2>&1 | cat
      """, in: folder.path)
    #expect(made.status == 0 && made.text.isEmpty, "\(made.text)\(made.errorText)")
    let document = try #require(WholeFile.bytes(folder.path("many/1.json")))

    let terminal = try PseudoTerminal()
    let process = try TerminalProcess(
      BuiltProduct.path("setpoint"), ["validate", "first", "many", "last"], in: folder.path,
      on: terminal)
    let first = open(folder.path("first"), O_WRONLY | O_CLOEXEC)
    // Progress appears with the first file that is done later than 0.3 s after the start. A busy machine makes
    // this wait longer, which changes nothing.
    usleep(310_000)
    Self.finish(first, with: document)
    #expect(terminal.receive(" of 102 files"))
    Self.finish(open(folder.path("last"), O_WRONLY | O_CLOEXEC), with: document)
    #expect(terminal.receive("no problems in 102 files\r\n"))
    #expect(process.waitForEnd()?.end == .exited(0))
    // Nothing of the progress is left on the line of the result.
    let result = String(decoding: terminal.output, as: UTF8.self).split(separator: "\r").last
    #expect(result == "no problems in 102 files\r\n", "\(result ?? "")")
  }

  /// Writes a document to a pipe and closes it.
  private static func finish(_ pipe: Int32, with document: [UInt8]) {
    _ = write(pipe, document, document.count)
    close(pipe)
  }
}
