import ScheduleFiles
import Testing
import CLibrary

@testable import Reporting

/// The message and the exit status of a command's error.
@Suite struct FailureTests {
  static let refusals: [(FileError.Operation, Reporting.ExitStatus)] = [
    (.open, .noInput), (.read, .inputOutput), (.create, .cannotCreate), (.write, .inputOutput),
    (.rename, .inputOutput), (.sync, .inputOutput), (.verify, .inputOutput),
    (.linked(names: 2), .cannotCreate), (.replace, .cannotCreate), (.lock, .cannotCreate),
    (.journal, .inputOutput),
  ]

  @Test(
    "a system error is a message about the file, with its status", arguments: refusals)
  func systemErrors(operation: FileError.Operation, status: Reporting.ExitStatus) {
    let error = FileError.call(operation, path: "other", CallFailure(EIO))
    let failure = Failure(error, about: "a.json")
    #expect(failure.status == status)
    #expect(failure.text.hasPrefix("setpoint: a.json: \(error)"))
    #expect(failure.text.hasSuffix("\n"))
  }

  @Test("a folder is refused as an input")
  func folder() {
    let error = FileError.call(.read, path: "a.json", .folder)
    #expect(Failure(error, about: "a.json").status == .noInput)
  }

  @Test("a name with control characters stays on its line, escaped")
  func hostileName() {
    let error = FileError.call(.open, path: "a", .missing)
    #expect(
      Failure(error, about: "a\u{1B}[31m\nb").text
        == "setpoint: a\\u{1B}[31m\\u{A}b: cannot read: no such file or directory\n")
  }
}
