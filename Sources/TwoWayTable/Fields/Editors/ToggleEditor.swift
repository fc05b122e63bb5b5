import Diagnostics

/// Edits yes or no; the values are `true` and `false`, displayed as `"on"` and `"off"`.
public struct ToggleEditor: FieldEditor {
  private let given: (on: String?, off: String?)
  private var words = Words.english

  /// Creates an editor that shows the two values as `on` and `off`.
  public init(on: String? = nil, off: String? = nil) {
    given = (on, off)
  }

  /// The display of true.
  public var on: String { given.on ?? words[.yes] }
  /// The display of false.
  public var off: String { given.off ?? words[.no] }

  /// Reads `on` and `off`.
  public init(arguments: inout FieldEditorArguments) throws(FieldEditorArgumentError) {
    let on = try arguments.string("on")
    let off = try arguments.string("off")
    self.init(on: on, off: off)
  }

  /// The editor with the words for yes and no, unless others were given.
  public func using(_ words: Words) -> any FieldEditor {
    var editor = self
    editor.words = words
    return editor
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
