/// A field of a form.
public struct FormField: Sendable {
  /// The key of its value.
  public let key: String
  /// The label on the screen.
  public let label: String
  /// The editor of its values.
  public var editor: any FieldEditor
  /// The text shown while it is empty; never a value.
  public let placeholder: String
  /// Whether a value is required.
  public var isRequired: Bool
  /// The heading above it, if a section of the form begins here.
  public let heading: String?
  /// Whether typing replaces the value; otherwise it appends.
  public let clearsOnEdit: Bool
  /// The command that Enter runs, which opens a form or a list and sets the value; nil if the value is typed.
  public let opens: String?

  /// Describes a field. Without an editor it accepts any text, even if a column has its key.
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
