import Diagnostics
import ScheduleFiles
import ScheduleText
import ScheduleRules

/// Why a command ends without success: the exit status, and what standard error says of it.
///
/// Any part of a command throws it; `EntryPoint` alone prints it.
package struct Failure: Error {
  /// The status that the program ends with.
  package let status: ExitStatus
  /// Whole lines for standard error; empty where the results have said it.
  package let text: String

  /// Ends with `status`, which the results explain.
  init(_ status: ExitStatus) {
    self.status = status
    text = ""
  }

  /// Ends with `status` because of what `sentences` say, a line each.
  init(_ status: ExitStatus, _ sentences: String...) { self.init(status, sentences) }

  /// Ends with `status` because of what `sentences` say, a line each.
  init(_ status: ExitStatus, _ sentences: [String]) {
    self.status = status
    text = sentences.map(Console.message).joined()
  }

  /// Ends with `status` because of what is wrong with a file: lines that name it.
  init(_ status: ExitStatus, problems: String) {
    self.status = status
    text = problems + "\n"
  }

  /// Ends with the worse status of two failures, and says why of both.
  init(_ first: Failure, _ second: Failure) {
    status = max(first.status, second.status)
    text = first.text + second.text
  }

  /// Ends with `status` because of findings in the text `bytes`, and a closing sentence.
  init(
    _ status: ExitStatus, _ findings: [Diagnostic], in bytes: [UInt8]?, each: Bool = false,
    _ sentence: String? = nil
  ) {
    self.status = status
    text =
      Console.textReport(for: .error, each: each).text(for: findings, in: bytes)
      + (sentence.map(Console.message) ?? "")
  }
}

// MARK: Errors of the targets below

extension Failure {
  /// Does `body`; whatever fails is a failure about the file at `path`.
  static func about<Result>(
    _ path: String, _ body: () throws -> Result
  ) throws(Failure) -> Result {
    do {
      return try body()
    } catch {
      throw Failure(error, about: path)
    }
  }

  /// Says what an error means for the file at `path`, with the status that goes with it.
  package init(_ error: any Error, about path: String) {
    switch error {
    case let failure as Failure: self = failure
    case FileError.content(let problem): self.init(problem, about: path)
    case let error as FileError:
      self.init(ExitStatus(error), "\(path.fileTitle): \(error)\(error.advice)")
    case let problem as DocumentProblem:
      // What came from standard input or from a pipe cannot be read twice.
      let bytes = path == "-" ? nil : try? FileReading.bytes(at: path, ofFilesAlone: true)
      self.init(
        .unreadableData, problem.diagnostics, in: bytes,
        path == "-" ? nil : problem.repair.map { "\(path): \($0)" })
    default: self.init(.inputOutput, "\(path): \(error)")
    }
  }
}

extension String {
  /// A file's name at the beginning of a sentence: one that is empty, as of a variable that is not set, is seen.
  var fileTitle: String { isEmpty ? "\"\"" : self }
}

extension FileError {
  /// What else can be done, for the user who gave the command; empty where nothing can.
  var advice: String {
    if case .call(.open, Environment.defaultDocument, .missing) = self {
      return "; it is your default document, which `setpoint edit` makes"
    }
    return switch operation {
    case .linked:
      "; --in-place writes to all of them, --break-links replaces this one"
    case .folder: "; --in-place writes into the file itself, not atomically"
    default: ""
    }
  }
}

extension DocumentProblem {
  /// How the user goes on where findings have a fix; nil where none has.
  fileprivate var repair: String? {
    let kinds = diagnostics.map(\.fix?.applicability)
    guard kinds.contains(where: { $0 != nil }) else { return nil }
    let option = kinds.contains(.unsafe) ? "--fix --unsafe" : "--fix"
    return "setpoint validate \(option) repairs \(kinds.contains(nil) ? "a part of it" : "it")"
  }
}
