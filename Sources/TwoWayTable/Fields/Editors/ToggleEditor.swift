import Diagnostics

/// Edits yes or no; the values are `true` and `false`, displayed as `"on"` (default: yes) and `"off"` (no).
public struct ToggleEditor: FieldEditor {
  /// The display of true.
  public let on: String
  /// The display of false.
  public let off: String

  /// Creates an editor that shows the two values as `on` and `off`.
  public init(on: String = "yes", off: String = "no") {
    (self.on, self.off) = (on, off)
  }

  /// Reads `on` and `off`.
  public init(arguments: inout FieldEditorArguments) throws(FieldEditorArgumentError) {
    on = try arguments.string("on") ?? "yes"
    off = try arguments.string("off") ?? "no"
  }

  /// True first, so that the space bar first selects it.
  public var choices: [String] { ["true", "false"] }

  /// The word for the value.
  public func display(_ value: String) -> String {
    switch value {
    case "true": on
    case "false": off
    default: value
    }
  }

  /// Parses the displayed words, and true, false, yes, no, on, off, 1, 0.
  public func parse(_ typed: String, current: String) -> Result<String, FieldProblem> {
    let word = typed.lowercased()
    if word == on.lowercased() { return .success("true") }
    if word == off.lowercased() { return .success("false") }
    switch word {
    case "true", "yes", "y", "on", "1": return .success("true")
    case "false", "no", "n", "off", "0": return .success("false")
    default: return .failure(FieldProblem(.neither, typed.quoted(), on, off))
    }
  }
}
