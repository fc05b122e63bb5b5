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

  /// Lists the files for `arguments`; the default document where there is none.
  init(_ arguments: [String]) {
    var progress = Progress()
    inputs = progress.files(for: arguments.isEmpty ? [Environment.defaultDocument] : arguments)
    self.progress = progress
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
  /// - Throws: `Failure` without a text, when a file was refused: it has been said why.
  func forEach(_ done: String?, _ body: (String) throws -> Bool) throws(Failure) {
    var worst = ExitStatus.success
    var (doneCount, refused) = (0, 0)
    var progress = progress
    defer { progress.clear() }
    for (index, input) in inputs.enumerated() {
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
        Console.write(error.text, to: .error)
        worst = max(worst, error.status)
        refused += 1
      }
    }
    progress.clear()
    if let done, areSeveral {
      let left = inputs.count - doneCount - refused
      let others = [(refused, "refused"), (left, "left as they are")].filter { $0.0 > 0 }
      Console.say(
        ([(doneCount, done)] + others).map { "\($0) \($1)" }.joined(separator: ", "))
    }
    if worst != .success { throw Failure(worst) }
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
