import Diagnostics
import ScheduleFiles

/// The same work on all files that a command names, folders by the schedule files in them.
///
/// A file that is refused keeps no other from its turn. Behind several files stands one line that says
/// how it went, and the worst status is the command's.
struct ManyFiles {
  /// The files, in the order of the arguments.
  let inputs: [InputList.Input]
  /// How far the work is, where a person waits for it.
  let progress: Progress
  /// Whether the command can go on after a file, where it was interrupted.
  private let isResumable: Bool

  /// Lists the files for `arguments`; the default document where there is none.
  init(_ arguments: [String]) {
    var progress = Progress()
    inputs = progress.files(for: arguments.isEmpty ? [Environment.defaultDocument] : arguments)
    self.progress = progress
    isResumable = false
  }

  /// Lists the files for `arguments` that come after the file `last`, with which an interrupted command ended; all
  /// of them where that is nil.
  ///
  /// - Throws: `Failure` if the arguments do not lead to that file.
  init(_ arguments: [String], after last: String?) throws(Failure) {
    let all = ManyFiles(arguments)
    progress = all.progress
    isResumable = true
    guard let last else {
      inputs = all.inputs
      return
    }
    let index = all.inputs.firstIndex { $0.path.utf8.elementsEqual(last.utf8) }
    guard let index = index ?? all.inputs.firstIndex(where: { OutputFile.areSame($0.path, last) })
    else {
      throw Failure(
        .usage, "--after: \(last.fileTitle) is not among the files; nothing was changed")
    }
    inputs = Array(all.inputs[(index + 1)...])
  }

  /// Whether more than one file is meant, so that output has to name them.
  var areSeveral: Bool { inputs.count > 1 }

  /// The names of the files that are there to be read.
  var paths: [String] {
    inputs.compactMap { if case .file(let path) = $0 { path } else { nil } }
  }

  /// Does `body` for each file.
  ///
  /// - Parameters:
  ///   - done: what was done to files, for the closing line: `written`; nil for no such line.
  ///   - body: works on one file; false when there was nothing to do.
  ///
  /// Where files are changed, a signal that ends the command lets it finish the file in hand, and say how far it came.
  ///
  /// - Throws: `Failure` without a text, when a file was refused: it has been said why.
  func forEach(_ done: String?, _ body: (String) throws -> Bool) throws(Failure) {
    // Reading what somebody types is ended by the first signal.
    guard done != nil, !paths.contains("-") else { return try work(done, body) }
    try Interruption.noted { () throws(Failure) in try work(done, body) }
  }

  private func work(_ done: String?, _ body: (String) throws -> Bool) throws(Failure) {
    var worst = ExitStatus.success
    var (doneCount, refused) = (0, 0)
    var refusals = AlikeRefusals()
    var progress = progress
    defer { progress.clear() }
    var end = inputs.count
    for (index, input) in inputs.enumerated() {
      if Interruption.isAsked {
        end = index
        break
      }
      // What prints the files themselves says how far it is.
      if done != nil { progress.advance(to: index) } else { progress.clear() }
      do throws(Failure) {
        switch input {
        case .file(let path): doneCount += try Failure.about(path) { try body(path) } ? 1 : 0
        case .problem(let path, let reason), .unreadable(let path, let reason):
          throw Failure(.noInput, "\(path): \(reason)")
        }
      } catch {
        progress.clear()
        if Interruption.isAsked {
          // Nothing was done with it: it comes first when the command goes on.
          end = index
          break
        }
        if refusals.isNew(error.text, of: error.file ?? input.path) {
          Console.write(error.text, to: .error)
        }
        worst = max(worst, error.status)
        refused += 1
      }
    }
    progress.clear()
    for line in refusals.lines { Console.say(line) }
    if let done, areSeveral {
      let left = end - doneCount - refused
      let others = [(refused, "refused"), (left, "left as they are")].filter { $0.0 > 0 }
      let counts = ([(doneCount, done)] + others).map { "\($0) \($1)" }.joined(separator: ", ")
      Console.say(end < inputs.count ? interruption(counts, at: end) : counts)
    }
    if worst != .success { throw Failure(worst) }
  }
}

extension ManyFiles {
  /// How far an interrupted command came: `end` is the first file that it left.
  private func interruption(_ counts: String, at end: Int) -> String {
    let rest = "\(inputs.count - end) not: from \(inputs[end].path)"
    let last = isResumable && end > 0 ? " (continue with --after \(inputs[end - 1].path))" : ""
    return "interrupted: \(counts), \(rest)\(last)"
  }
}

/// Why files were refused, those that were so in the same words.
private struct AlikeRefusals {
  /// The files of which the same was said, the first few by name.
  private struct Files {
    var names: [String]
    var count = 1
  }
  private var files: [String: Files] = [:]
  private var order: [String] = []

  /// Whether a text about a file says something that was not said of another one before.
  mutating func isNew(_ text: String, of file: String) -> Bool {
    // What is as long as this is hardly said twice, and would have to be kept.
    guard !text.isEmpty, text.utf8.count < 4096, !file.isEmpty else { return true }
    let words = text.replacing(file.printable, with: "\0")
    if files[words] != nil {
      files[words]?.count += 1
      if files[words]?.names.count ?? 0 < 4 { files[words]?.names.append(file) }
      return false
    }
    if order.count < 1000 {
      order.append(words)
      files[words] = Files(names: [file])
    }
    return true
  }

  /// Of which files the same holds as of one of which it was said, a line each.
  var lines: [String] {
    order.compactMap { files[$0] }.filter { $0.count > 1 }.map { files in
      let shown =
        files.count > 4
        ? "\(files.names[1]), \(files.count - 2) more"
        : files.names.dropFirst().joined(separator: ", ")
      return "\(shown): the same as of \(files.names[0])"
    }
  }
}

extension InputList.Input {
  /// What the command line names, or what was found there.
  var path: String {
    switch self {
    case .file(let path), .problem(let path, _), .unreadable(let path, _): path
    }
  }
}

/// What was said of files, those of which the same is to be said together.
struct AlikeFiles {
  private var names: [[String]: [String]] = [:]
  private var order: [[String]] = []

  /// Takes what is to be said of a file; nothing is said of a file without lines.
  mutating func add(_ lines: [String], of file: String) {
    guard !lines.isEmpty else { return }
    if names[lines, default: []].isEmpty { order.append(lines) }
    names[lines, default: []].append(file)
  }

  /// The lines, below the names of their files where there are several.
  func lines(naming: Bool) -> [String] {
    order.flatMap { lines -> [String] in
      let files = names[lines] ?? []
      guard naming else { return lines }
      let shown = files.count > 3 ? [files[0], "\(files.count - 1) more"] : files
      return [shown.joined(separator: ", ") + ":"] + lines.map { "  " + $0 }
    }
  }
}
