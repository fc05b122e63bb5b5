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
  /// Whether there is a button to delete, which asks for confirmation; nil for the default: only in the form `row`.
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
