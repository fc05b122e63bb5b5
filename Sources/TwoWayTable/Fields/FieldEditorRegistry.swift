/// The kinds of field editors that a layout can name.
public struct FieldEditorRegistry: Sendable {
  private var types: [String: any FieldEditor.Type]

  /// Creates a registry with types of editors by kind.
  public init(_ types: [String: any FieldEditor.Type]) { self.types = types }

  /// The registry with text, number, time, date, choice, several and toggle.
  public static let standard = FieldEditorRegistry([
    "text": TextEditor.self, "number": NumberEditor.self, "time": TimeEditor.self,
    "choice": ChoiceEditor.self, "toggle": ToggleEditor.self, "several": SeveralEditor.self,
    "date": DateEditor.self,
  ])

  /// Registers a type of editor as `kind`; replaces an earlier one.
  public mutating func register(_ kind: String, _ type: any FieldEditor.Type) { types[kind] = type }

  package var kinds: [String] { types.keys.sorted() }

  /// Creates an editor; nil if its kind is not registered.
  ///
  /// - Throws: `FieldEditorArgumentError` for an invalid or unknown argument.
  package func makeEditor(
    kind: String, arguments values: [String: LayoutValue] = [:]
  ) throws(FieldEditorArgumentError) -> (any FieldEditor)? {
    guard let type = types[kind] else { return nil }
    var arguments = FieldEditorArguments(values)
    let editor = try type.init(arguments: &arguments)
    if let name = arguments.unknown.first {
      let known = arguments.known.joined(separator: ", ")
      var error = FieldEditorArgumentError(
        "a \(kind) editor has no argument \"\(name)\"; it has "
          + (known.isEmpty ? "none" : known), argument: name)
      error.isUnknown = true
      throw error
    }
    return editor
  }
}
