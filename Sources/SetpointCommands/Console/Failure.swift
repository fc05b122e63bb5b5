import CLibrary
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
  /// The file that the text names, where it is another one than the command works on.
  private(set) var file: String?

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

extension Failure {
  /// Ends with the status of an error about an output file; `advice` is added to what the error says.
  init(_ error: FileError, output path: String, advice: String = "") {
    self.init(ExitStatus(error), "\(path.fileTitle): \(error)\(advice)")
    file = path
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

  /// Does `body`; what it refuses in the file at `path` is a fault of the command line.
  static func usage<Result>(
    about path: String, _ body: () throws(Refusal) -> Result
  ) throws(Failure) -> Result {
    do throws(Refusal) {
      return try body()
    } catch {
      throw Failure(.usage, "\(path): \(error.reason)")
    }
  }

  /// Says what an error means for the file at `path`, with the status that goes with it.
  package init(_ error: any Error, about path: String) {
    switch error {
    case let failure as Failure: self = failure
    case FileError.content(let problem): self.init(problem, about: path)
    case let error as FileError:
      self.init(ExitStatus(error), "\(path.fileTitle): \(error)\(error.advice)".withLocalMoments)
    case let problem as DocumentProblem:
      // Standard input and pipes cannot be read twice.
      self.init(
        problem, in: path == "-" ? nil : try? FileReading.bytes(at: path, ofFilesAlone: true),
        about: path)
    default: self.init(.inputOutput, "\(path): \(error)")
    }
  }
}

extension Failure {
  /// Says why the text of the file at `path` is not a document, and which command repairs it.
  init(_ problem: DocumentProblem, in text: [UInt8]?, about path: String) {
    self.init(
      .unreadableData, problem.diagnostics, in: text,
      path == "-" ? nil : problem.repair.map { "\(path): \($0)" })
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
    if case .call(.open, let path, .missing) = self {
      let (folder, name) = FilePath.split(path)
      let stem = { (name: String) in String(name.prefix { $0 != "." }) }
      let names = Folder.names(in: folder).filter {
        $0.hasBytes(atEnd: ".json") && !stem($0).isEmpty && $0 != name
      }
      guard let near = Spelling.nearest(to: stem(name), among: names.map(stem)),
        let meant = names.first(where: { stem($0) == near })
      else { return "" }
      return "; did you mean \(FilePath.joined(folder, meant).printable)?"
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
