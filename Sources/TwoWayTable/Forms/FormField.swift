/// A field of a form.
public struct FormField: Sendable {
  /// The key of its value.
  public let key: String
  /// The label on the screen.
  public let label: String
  /// The editor of its values.
  public var editor: any FieldEditor
  /// The text shown while it is empty; never a value.
  public internal(set) var placeholder: String
  /// Whether a value is required.
  public var isRequired: Bool
  /// The heading above it, if a section of the form begins here.
  public let heading: String?
  /// Whether typing replaces the value; otherwise it appends.
  public let clearsOnEdit: Bool
  /// The command that Enter runs, which opens a form or a list and sets the value; nil if the value is typed.
  public let opens: String?

  /// Describes a field.
  public init(
    key: String, label: String, editor: any FieldEditor = TextEditor(), placeholder: String = "",
    isRequired: Bool = false, heading: String? = nil, clearsOnEdit: Bool = true,
    opens: String? = nil
  ) {
    self.key = key
    self.label = label
    self.editor = editor
    self.placeholder = placeholder
    self.isRequired = isRequired
    self.heading = heading
    self.clearsOnEdit = clearsOnEdit
    self.opens = opens
  }
}

/// The settings of a form.
public struct FormConfiguration: Hashable, Sendable {
  /// The title; empty for none.
  public var title: String
  /// Whether to show the labels.
  public var showsLabels = true
  /// The label of the button that saves; nil for the default.
  public var saveLabel: String?
  /// The label of the button that cancels; nil for the default.
  public var cancelLabel: String?
  /// The label of the button that deletes; nil for the default.
  public var deleteLabel: String?
  /// Whether there is a button to delete, which asks for confirmation; nil for the default, true.
  public var allowsDelete: Bool?
  /// The question before deleting; nil for the default.
  public var deleteQuestion: String?
  /// The field with the initial focus, from 0; nil for the default, the first one.
  public var firstFocus: Int?
  /// The texts of the form.
  public var words = Words.english

  /// Creates a configuration; the labels and the rest have their defaults.
  public init(title: String = "", saveLabel: String? = nil, allowsDelete: Bool? = nil) {
    self.title = title
    self.saveLabel = saveLabel
    self.allowsDelete = allowsDelete
  }
}

/// The outcome of a form.
public enum FormOutcome: Hashable, Sendable {
  /// Run the command of a field; the form stays open, and receives the value by `set(_:of:)`.
  case opened(command: String)
  /// Save the changed values, by key, in canonical form; empty if the field was cleared.
  case saved([String: String])
  /// Close without changes.
  case cancelled
  /// Delete the edited item, as confirmed by the user.
  case deleted
}
