import Diagnostics
import JSONText

/// What is wrong with a theme's file.
public struct ThemeError: Error, Hashable, Sendable {
  /// One fault and its place.
  public struct Problem: Hashable, Sendable {
    /// The line, from 1.
    public let line: Int
    /// The column in characters, from 1.
    public let column: Int
    /// What is wrong, without a full stop.
    public let message: String
  }

  /// The file as it was named.
  public let file: String
  /// The faults, by position; at least one.
  public let problems: [Problem]
}

extension ThemeError: CustomStringConvertible {
  /// A line for each fault, as compilers print them, safe to show on a terminal.
  public var description: String {
    problems.map { "\(file.printable):\($0.line):\($0.column): error: \($0.message)" }
      .joined(separator: "\n")
  }
}

extension Theme {
  /// Reads a theme from JSON.
  ///
  /// ```json
  /// {
  ///   "name": "dusk",
  ///   "base": "dark",
  ///   "roles": {
  ///     "warm": "#ff8700",
  ///     "problem": {"foreground": "black", "background": "bright-yellow", "bold": true}
  ///   }
  /// }
  /// ```
  ///
  /// Every member but the name is optional. The base is a built-in theme, `default` when left out;
  /// roles that are not named look as they do there. A role is a colour or an object with
  /// `foreground`, `background`, `bold`, `underline` and `reverse`, whose members keep the base's
  /// value when left out. A colour is `"default"`, one of eight names, `"bright-"` and such a name, a
  /// number from 0 to 255, or `"#rrggbb"`.
  ///
  /// - Throws: `ThemeError` with everything that is wrong; `file` is how it names the file.
  public init(reading bytes: [UInt8], file: String) throws(ThemeError) {
    var reader = ThemeReader(bytes)
    do throws(JSONSyntaxError) {
      let tree = try JSONTree(parsing: bytes)
      if tree.hasDuplicateKeys { reader.reportDuplicates() }
      self = reader.theme(tree.root)
    } catch {
      reader.add(error.message, at: error.offset)
      self = .standard
    }
    let problems = reader.problems
    guard problems.isEmpty else { throw ThemeError(file: file, problems: problems) }
  }
}
