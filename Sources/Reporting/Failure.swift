import CLibrary
package import DeviceFormats
package import Diagnostics
package import ScheduleFiles
package import ScheduleText

/// Why a command failed: the exit status and the text for standard error.
///
/// Any part of a command can throw it; only `EntryPoint` prints it.
package struct Failure: Error {
  package let status: ExitStatus
  private var parts: [Part]
  /// The first message, without the name of a device.
  package let reason: String
  /// The file named in the text, if it is not the command's own.
  package var file: String?
  /// The options that would help.
  package private(set) var remedies: [RequestOption] = []

  private enum Part {
    case sentence(String)
    /// Complete lines.
    case report(String)
  }

  /// Complete lines for standard error; empty if the output already explains the failure.
  package var text: String {
    parts.reduce(into: "") { text, part in
      switch part {
      case .sentence(let sentence): text += Console.message(sentence)
      case .report(let lines): text += lines
      }
    }
  }

  /// Creates a part of a failure with a line that can be pasted, and so is not wrapped.
  package init(pasteable line: String) {
    (status, reason, parts) = (.success, line, [.report("setpoint: \(line.printable)\n")])
  }

  /// Creates a failure with messages, one line each; without one, the output explains it.
  package init(_ status: ExitStatus, _ sentences: String...) { self.init(status, sentences) }

  /// Creates a failure with messages, one line each, after those of another failure.
  package init(_ status: ExitStatus, _ sentences: [String], after first: Failure? = nil) {
    self.status = status
    parts = (first?.parts ?? []) + sentences.map { .sentence($0) }
    reason = first?.reason ?? sentences.first ?? ""
  }

  /// Creates a failure for a sentence that may name options.
  package init(usage sentence: Sentence, naming name: (RequestOption) -> String = \.option) {
    self.init(.usage, sentence.text(naming: name))
    remedies = sentence.remedies
  }

  /// Combines two failures with the worse status.
  package init(_ first: Failure, _ second: Failure) {
    status = max(first.status, second.status)
    parts = first.parts + second.parts
    reason = first.reason
  }

  /// Creates a failure from findings in the text `bytes` and a closing sentence.
  package init(
    _ status: ExitStatus, _ findings: [Diagnostic], in bytes: [UInt8]?, each: Bool = false,
    _ sentence: Sentence? = nil
  ) {
    self.status = status
    let report = Console.textReport(for: .error, each: each).text(for: findings, in: bytes)
    parts = [.report(report)] + (sentence.map { [.sentence($0.textWithOptions)] } ?? [])
    reason = (each ? findings : findings.folded).first?.worded(\.textWithOptions).summary ?? ""
    remedies = findings.flatMap(\.sentence.remedies) + (sentence?.remedies ?? [])
  }

  /// Runs `body` and converts its errors to failures about the file at `path`.
  package static func about<Result>(
    _ path: String, _ body: () throws -> Result
  ) throws(Failure) -> Result {
    do {
      return try body()
    } catch {
      throw Failure(error, about: path)
    }
  }

  /// Runs `body`; adds the name of a device, if any, to the sentences of its failure.
  package static func about<Result>(
    device title: String?, _ body: @autoclosure () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    do throws(Failure) {
      return try body()
    } catch {
      throw title.map { error.about(device: $0) } ?? error
    }
  }

  /// The failure with the name of a device before its sentences.
  package func about(device title: String) -> Failure {
    var failure = self
    failure.parts = parts.map { part in
      if case .sentence(let sentence) = part { .sentence("\(title): \(sentence)") } else { part }
    }
    return failure
  }

  /// Converts the refusal of `work` to a usage failure, with text before and after the reason.
  package static func usage<Result>(
    _ work: @autoclosure () throws(Refusal) -> Result, after title: String = "",
    before outcome: @autoclosure () -> String = ""
  ) throws(Failure) -> Result {
    do throws(Refusal) {
      return try work()
    } catch {
      let end = error.reason.hasSuffix("?") ? "" : outcome()
      throw Failure(.usage, "\(title)\(error.reason)\(end)")
    }
  }

  package init(_ error: any Error, about path: String) {
    switch error {
    case let failure as Failure: self = failure
    case let refusal as Refusal: self.init(.unreadableData, "\(path): \(refusal.reason)")
    case FileError.content(let problem): self.init(problem, about: path)
    case let problem as DocumentProblem where problem.isTooLarge:
      self.init(.cannotCreate, "\(path.fileTitle): \(problem)")
    case let error as FileError:
      self.init(ExitStatus(error), "\(path.fileTitle): \(error)\(error.advice)")
    case let problem as DocumentProblem:
      // Standard input and pipes cannot be read twice.
      self.init(
        problem, in: path == "-" ? nil : try? FileReading.bytes(at: path, ofFilesAlone: true),
        about: path)
    default: self.init(.inputOutput, "\(path): \(error)")
    }
  }

  /// Explains why the file at `path` is not a document, and which command fixes it.
  package init(_ problem: DocumentProblem, in text: [UInt8]?, about path: String) {
    self.init(
      .unreadableData, problem.diagnostics, in: text,
      path == "-" ? nil : problem.remedy(at: path).map { "\(path): \($0)" })
  }

  package init(
    _ refusal: ImportRefusal, in inputs: [DeviceInput], unreadable: ExitStatus = .unreadableData,
    advice: @autoclosure () -> Sentence? = nil
  ) {
    switch refusal {
    case .unreadable(let findings), .losses(let findings):
      let isUnreadable = if case .unreadable = refusal { true } else { false }
      self.init(
        isUnreadable ? unreadable : .problems, findings.grouped(limit: 5),
        in: findings.first.flatMap { inputs.bytes(of: $0) },
        isUnreadable && findings[0].schedule == nil ? nil : advice())
    case .usage(let sentence): self.init(usage: sentence)
    }
  }
}

extension [DeviceInput] {
  package func bytes(of finding: Diagnostic) -> [UInt8]? {
    first { $0.file == finding.file }?.bytes
  }
}

extension FileError {
  /// Further advice for the user; may be empty.
  package var advice: String {
    if case .call(.open, Folder.defaultDocument, let failure) = self {
      let remedy = failure == .missing ? "`setpoint edit` creates it" : "name a file, or set HOME"
      return "; it is your default document; \(remedy)"
    }
    if case .call(.open, let path, .missing) = self {
      if let advice = DocumentFile.advice(onSchedule: path) { return advice }
      let (folder, name) = FilePath.split(path)
      let stem = { (name: String) in String(name.prefix { $0 != "." }) }
      let names = Folder.names(in: folder, endingIn: ".json").filter {
        !stem($0).isEmpty && $0 != name
      }
      guard let near = Spelling.nearest(to: stem(name), among: names.map(stem)),
        let meant = names.first(where: { stem($0) == near })
      else { return "" }
      return "; did you mean \(FilePath.joined(folder, meant).printable)?"
    }
    return switch operation {
    case .linked:
      "; --in-place writes to all of them, --break-links replaces this one"
    case .replace: "; --in-place writes into the file itself, not atomically"
    default: ""
    }
  }
}

extension DocumentProblem {
  /// Returns the command that fixes findings, or that reads a file with another ending than a schedule's.
  fileprivate func remedy(at path: String) -> String? {
    let kinds = diagnostics.map(\.fix?.applicability)
    if kinds.contains(where: { $0 != nil }) {
      let option = kinds.contains(.unsafe) ? "--fix --unsafe" : "--fix"
      let what = kinds.contains(nil) ? "a part of it" : "it"
      return "`setpoint validate \(option) \(path.fileWord)` repairs \(what)"
    }
    let first = diagnostics[0]
    if first.location == .start {
      let others = [".json", ".jsonl", ".ndjson", ".html", ".svg", ".md", ".txt"]
      let isOther = !others.contains(where: path.hasBytes(atEnd:))
      return isOther ? "`setpoint import \(path.fileWord)` reads device files" : nil
    }
    // The findings about another format or version and about git's conflict marks say what to do.
    if first.code == "SP102" || first.message.contains("`setpoint ") { return nil }
    return "correct it in a text editor; `setpoint validate \(path.fileWord)` checks it"
  }
}

/// The exit status; numbers above 1 are those of sysexits.h.
package enum ExitStatus: Int32, Comparable {
  case success = 0
  case problems = 1
  case usage = 64
  case unreadableData = 65
  case noInput = 66
  case cannotCreate = 73
  case inputOutput = 74
  case notProved = 75
  case noPermission = 77

  /// Larger numbers are worse: unreadable files outrank findings.
  package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

  package init(_ error: FileError) {
    self =
      switch error {
      case .content: .unreadableData
      case .held, .changedOutside, .call(_, _, .changed), .call(_, _, .setAside),
        .call(_, _, .inUse), .call(.create, _, _), .call(.linked, _, _), .call(.replace, _, _),
        .call(.lock, _, _):
        .cannotCreate
      case .call(.open, _, _), .call(.read, _, .folder): .noInput
      case .call: .inputOutput
      }
  }
}
