package import Diagnostics

/// All errors in a layout, a theme or another small file.
public struct FileProblems: Error, Hashable, Sendable, CustomStringConvertible {
  /// The errors by position; at least one.
  package let problems: [Diagnostic]

  package init(_ problems: [Diagnostic]) { self.problems = problems }

  /// One line each, as in compilers: `wide.json:3:14: error: width is the number 0; expected …`.
  public var description: String { problems.map(\.summary).joined(separator: "\n") }
}
