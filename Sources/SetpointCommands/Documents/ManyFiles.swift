import Diagnostics
import Reporting
import ScheduleFiles

/// Runs an operation on all files of a command line, including the schedule files in folders.
///
/// A file that fails does not stop the rest. One line summarizes the results; the command ends with the worst status.
struct ManyFiles {
  private let inputs: [InputList.Input]
  private let progress = Progress()
  /// Whether the output has to name the files: there are several, or those of a folder, however many it has.
  let areSeveral: Bool
  /// Whether the body prints nothing, so that the progress can be shown.
  var isQuiet = false
  /// How to revert what was done before a refusal or an interruption.
  var remedy: String?
  /// How to go on after an interruption; nil to revert.
  var continuation: String?

  /// Lists the files for `arguments`, in folders without the `output` of the command; by default the default document.
  init(_ arguments: [String], output: String? = nil) {
    inputs = progress.files(
      for: arguments.isEmpty ? [Folder.namedDefaultDocument] : arguments, output: output)
    areSeveral = inputs.count > 1 || arguments.contains { FileReading.isFolder(at: $0) }
  }

  var paths: [String] { inputs.compactMap { if case .file(let path) = $0 { path } else { nil } } }

  /// Runs `body`, which changes nothing, for each of several files.
  ///
  /// - Throws: `Failure` if `body` refuses the command line for one of them; all that would fail have then been reported.
  func check(_ body: (String) throws -> Void) throws(Failure) {
    guard areSeveral else { return }
    let isRefused = paths.contains { path in
      do { try body(path) } catch { return Failure(error, about: path).status == .usage }
      return false
    }
    guard isRefused else { return }
    // Again, to report them all.
    do throws(Failure) {
      try forEach(nil) { path in
        try body(path)
        return false
      }
    } catch {
      throw Failure(error.status, "no file was changed")
    }
  }

  /// Runs `body` for each file as `forEach` does, and prints the lines that it returns, without any if nothing was done.
  func report(_ done: String?, isDry: Bool, _ body: (String) throws -> [String]) throws(Failure) {
    var reports = MessageGroups()
    defer { Console.report(reports.lines(naming: areSeveral), isDry: isDry) }
    try forEach(done) { path in
      let lines = try body(path)
      reports.add(lines, of: path)
      return !lines.isEmpty
    }
  }

  /// Runs `body` for each file; it returns false if there was nothing to do. `done` is the verb of the summary, `written`;
  /// nil for no summary. During changes, a signal takes effect after the current file, with a report of the progress.
  ///
  /// - Throws: `Failure` without a text if a file failed; the reason has been printed.
  func forEach(_ done: String?, _ body: (String) throws -> Bool) throws(Failure) {
    // A signal ends reading from the user, and writing to another program, at once.
    guard done != nil, areSeveral, !paths.contains("-") else { return try work(done, body) }
    try Interruption.noted { () throws(Failure) in try work(done, body) }
  }

  private func work(_ done: String?, _ body: (String) throws -> Bool) throws(Failure) {
    var worst = ExitStatus.success
    var (doneCount, refused) = (0, 0)
    var refusals = MessageGroups()
    var end = 0
    while end < inputs.count, !Interruption.isAsked {
      if isQuiet || done != nil { progress.advance(to: end) } else { progress.clear() }
      do throws(Failure) {
        switch inputs[end] {
        case .file(let path): doneCount += try Failure.about(path) { try body(path) } ? 1 : 0
        case .problem(let path, let reason): throw Failure(.noInput, "\(path.fileTitle): \(reason)")
        }
      } catch {
        progress.clear()
        // It was not processed: the next run starts with it.
        if Interruption.isAsked { break }
        let file = error.file ?? inputs[end].path
        // Long texts rarely repeat and would have to be kept.
        let repeats = !file.isEmpty && (1..<4096).contains(error.text.utf8.count)
        let text = repeats ? error.text.replacing(file.printable, with: "\0") : ""
        // Names of different lengths are wrapped at different words.
        let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
        if refusals.add(words, of: file) { Console.write(error.text, to: .error) }
        worst = max(worst, error.status)
        refused += 1
      }
      end += 1
    }
    progress.clear()
    for line in refusals.repetitions { Console.say(line) }
    if let done, areSeveral {
      let left = end - doneCount - refused
      let others = [(refused, "refused"), (left, "unchanged")].filter { $0.0 > 0 }
      let counts = ([(doneCount, done)] + others).map { "\($0) \($1)" }.joined(separator: ", ")
      let way = end < inputs.count ? continuation ?? remedy : refused > 0 ? remedy : nil
      let advice = doneCount > 0 ? way.map { " (\($0))" } ?? "" : ""
      Console.say(
        end == inputs.count
          ? counts + advice
          : "interrupted: \(counts), \(inputs.count - end) left, from \(inputs[end].path)\(advice)")
    }
    if worst != .success { throw Failure(worst) }
  }
}

extension InputList.Input {
  /// The path on the command line, or the one found for it.
  var path: String {
    switch self {
    case .file(let path), .problem(let path, _): path
    }
  }
}
