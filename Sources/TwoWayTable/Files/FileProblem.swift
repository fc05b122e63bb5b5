package import Diagnostics

/// An error in a layout, a theme or another small file.
public struct FileProblem: Hashable, Sendable, CustomStringConvertible {
  /// The name of the file as given.
  public let file: String
  /// The line, from 1.
  public let line: Int
  /// The column, from 1, counted in characters.
  public let column: Int
  /// One sentence, lower case, without a full stop; printable.
  public let message: String

  /// The error on one line, as in compilers: `wide.json:3:14: error: width is the number 0; expected …`.
  public var description: String { "\(file.printable):\(line):\(column): error: \(message)" }
}

/// All errors in a small file.
public struct FileProblems: Error, Hashable, Sendable, CustomStringConvertible {
  /// The errors by position; at least one.
  public let problems: [FileProblem]

  /// Collects problems.
  public init(_ problems: [FileProblem]) {
    self.problems = problems
  }

  package init(_ problems: [Diagnostic]) {
    self.problems = problems.map { problem in
      FileProblem(
        file: problem.file, line: problem.location?.line ?? 1,
        column: problem.location?.column ?? 1, message: problem.message)
    }
  }

  /// The errors, one line each.
  public var description: String { problems.map(\.description).joined(separator: "\n") }
}
