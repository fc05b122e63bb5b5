import Diagnostics
import Reporting
import ScheduleFiles
import ScheduleRules
import Synchronization
import CLibrary

/// Finds the options of a project: the `.setpoint.json` in a checked file's folder or above it.
///
/// Each project file is read once.
final class ProjectFinder: Sendable {
  private struct State {
    /// By the names of folders and by their real paths; as bytes, since canonically equivalent names are different.
    var known: [[UInt8]: CheckOptions] = [:]
    var problems: [(diagnostics: [Diagnostic], bytes: [UInt8])] = []

    mutating func options(in folder: String) -> CheckOptions {
      if let known = known[Array(folder.utf8)] { return known }
      guard let resolved = realpath(folder) else { return CheckOptions() }
      let found = resolved.utf8.elementsEqual(folder.utf8) ? search(folder) : options(in: resolved)
      known[Array(folder.utf8)] = found
      return found
    }

    private mutating func search(_ folder: String) -> CheckOptions {
      let file = Self.shown(FilePath.joined(folder, ProjectOptions.fileName))
      guard FileReading.isAnything(at: file) else {
        return folder == "/" ? CheckOptions() : options(in: FilePath.split(folder).folder)
      }
      // Otherwise the owner of a folder above could choose the rules.
      if FileReading.isForeign(at: file), FilePath.isFromRoot(file) {
        let message: Sentence =
          "belongs to another user and is not used; run setpoint in its folder to use it"
        problems.append(([Diagnostic(file: file, severity: .warning, message: message)], []))
        return CheckOptions()
      }
      do {
        let bytes = try FileReading.bytes(at: file, ofFilesAlone: true)
        let project = ProjectOptions(bytes: bytes, file: file, rules: .all)
        if !project.diagnostics.isEmpty { problems.append((project.diagnostics, bytes)) }
        return project.options
      } catch {
        problems.append(
          ([Diagnostic(file: file, message: Sentence(String(describing: error)))], []))
        return CheckOptions()
      }
    }

    /// A path as schedule files are named: from the working folder, if the file is in it or below.
    private static func shown(_ path: String) -> String {
      guard let folder = realpath(".").map({ FilePath.joined($0, "") }),
        path.hasBytes(atStart: folder)
      else { return path }
      return String(decoding: path.utf8.dropFirst(folder.utf8.count), as: UTF8.self)
    }
  }

  private let state = Mutex(State())

  /// Reads the project files for `paths`, and reports their problems.
  ///
  /// - Throws: `Failure` if one has mistakes.
  convenience init(reading paths: [String]) throws(Failure) {
    self.init()
    for path in paths { _ = options(forFile: path) }
    if reportProblems() != .success { throw Failure(.problems) }
  }

  /// The options for the file at `path`; the default ones without a project file.
  func options(forFile path: String) -> CheckOptions {
    state.withLock { $0.options(in: FilePath.split(path).folder) }
  }

  /// Reports the problems in project files read since the last call; returns the worst status.
  func reportProblems() -> ExitStatus {
    takeProblems().reduce(.success) { worst, problem in
      Console.report(problem.diagnostics, in: problem.bytes)
      return problem.diagnostics[0].severity == .error ? .problems : worst
    }
  }

  /// Returns the problems in project files read since the last call.
  func takeProblems() -> [(diagnostics: [Diagnostic], bytes: [UInt8])] {
    state.withLock { state in
      defer { state.problems = [] }
      return state.problems
    }
  }
}
