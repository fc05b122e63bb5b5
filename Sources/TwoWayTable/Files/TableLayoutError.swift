import Diagnostics

/// Something wrong with a layout file, said so that a person finds it.
public struct LayoutProblem: Hashable, Sendable {
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
}

extension LayoutProblem: CustomStringConvertible {
  /// The problem on one line: `wide.json:3:14: width is 0; expected a whole number, 1 to 60`.
  public var description: String { "\(file.printable):\(line):\(column): \(message)" }
}

/// Everything wrong with a layout file.
public struct TableLayoutError: Error, Hashable, Sendable {
  /// What is wrong, by position; at least one problem.
  public let problems: [LayoutProblem]

  /// Joins problems.
  public init(_ problems: [LayoutProblem]) {
    self.problems = problems
  }
}

extension TableLayoutError: CustomStringConvertible {
  /// The problems, a line each.
  public var description: String { problems.map(\.description).joined(separator: "\n") }
}

/// A part of a layout file, for problems that only the application can find.
public enum LayoutPlace: Hashable, Sendable {
  /// A section, from 0.
  case section(Int)
  /// A key of a section, both from 0.
  case sectionKey(Int, Int)
  /// A row, from 0.
  case row(Int)
  /// A key of a row, both from 0.
  case rowKey(Int, Int)
  /// The key of a field, from 0.
  case fieldKey(Int)
  /// The editor of a field, from 0; where none is given, the field.
  case fieldEditor(Int)
  /// A form, by name.
  case form(String)
  /// The key of a form's field, from 0.
  case formField(String, Int)
  /// The value of a setting, by name.
  case setting(String)
}
