package import Diagnostics

/// Something wrong with a layout, a theme or another small file, said so that a user finds it.
public struct FileProblem: Hashable, Sendable {
  /// The file as it was named.
  public let file: String
  /// The line, from 1.
  public let line: Int
  /// The column, from 1, counted in characters.
  public let column: Int
  /// One sentence, lower case, without a full stop; printable.
  public let message: String

  /// Describes a problem.
  public init(file: String, line: Int, column: Int, message: String) {
    self.file = file
    self.line = line
    self.column = column
    self.message = message
  }

  /// Takes what a reader found.
  init(_ problem: Diagnostic) {
    self.init(
      file: problem.file, line: problem.location?.line ?? 1,
      column: problem.location?.column ?? 1, message: problem.message)
  }
}

extension FileProblem: CustomStringConvertible {
  /// The problem on one line, as compilers print them:
  /// `wide.json:3:14: error: width is the number 0; expected a whole number, 1 to 60`.
  public var description: String { "\(file.printable):\(line):\(column): error: \(message)" }
}

/// Everything wrong with a small file.
public struct FileProblems: Error, Hashable, Sendable {
  /// What is wrong, by position; at least one problem.
  public let problems: [FileProblem]

  /// Joins problems.
  public init(_ problems: [FileProblem]) {
    self.problems = problems
  }

  /// Takes what a reader found.
  package init(_ problems: [Diagnostic]) {
    self.problems = problems.map(FileProblem.init)
  }
}

extension FileProblems: CustomStringConvertible {
  /// The problems, a line each.
  public var description: String { problems.map(\.description).joined(separator: "\n") }
}
