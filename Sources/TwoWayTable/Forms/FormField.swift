/// A field of a form: what it is called and how it is edited.
public struct FormField: Sendable {
  /// The key that its value is handed back by.
  public let key: String
  /// What it is called on the screen.
  public let label: String
  /// How it is shown, typed and read.
  public let editor: any FieldEditor
  /// What is shown while it is empty; it is never taken for a value.
  public let placeholder: String
  /// Whether it may not be left empty.
  public let isRequired: Bool
  /// The heading above it, where a section of the form begins here; nil elsewhere.
  public let heading: String?
  /// Whether typing replaces the value; otherwise it goes on at its end.
  public let clearsOnEdit: Bool
  /// The name of the command that Enter runs, which opens a form or a list and sets the value; nothing is
  /// typed here. Nil where the value is typed.
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

extension FormField {
  /// The same field with another editor, and required or not as before unless it is said.
  public func replacing(editor: any FieldEditor, isRequired: Bool? = nil) -> FormField {
    FormField(
      key: key, label: label, editor: editor, placeholder: placeholder,
      isRequired: isRequired ?? self.isRequired, heading: heading, clearsOnEdit: clearsOnEdit,
      opens: opens)
  }
}

/// Whether a form makes something or changes it.
public enum FormMode: Hashable, Sendable {
  /// The values given are placeholders; every field begins empty.
  case add
  /// The values given are data.
  case edit
}

/// How a form looks and begins.
public struct FormConfiguration: Hashable, Sendable {
  /// The line at the top; empty for none.
  public var title = ""
  /// Whether the labels are shown.
  public var showsLabels = true
  /// The button that hands the values back; nil for that of the words.
  public var saveLabel: String?
  /// The button that hands nothing back; nil for that of the words.
  public var cancelLabel: String?
  /// The button that deletes; nil for that of the words.
  public var deleteLabel: String?
  /// Whether there is such a button, which asks before it deletes; nil for one in forms that change
  /// something.
  public var allowsDelete: Bool?
  /// What it asks; nil for the question of the words.
  public var deleteQuestion: String?
  /// The field that has the focus at first, from 0; nil for none.
  public var firstFocus: Int? = 0
  /// What keys do.
  public var keys = FormAction.standardKeys
  /// What the form says by itself.
  public var words = Words.english

  /// Begins with the usual words, without a title.
  public init() {}

  /// Begins with the usual words and a title.
  public init(title: String) {
    self.title = title
  }
}

/// The values that a form hands back: those that changed, in the order of its fields.
public struct FormChanges: Hashable, Sendable {
  /// A key and its new value.
  public struct Change: Hashable, Sendable {
    /// The key of the field.
    public let key: String
    /// The new value, canonical text of the field's editor; empty for a field that was emptied.
    public let value: String

    /// Joins a key and its new value.
    public init(_ key: String, _ value: String) {
      self.key = key
      self.value = value
    }
  }

  /// The changes in order.
  public let changes: [Change]

  /// Joins changes.
  public init(_ changes: [Change]) {
    self.changes = changes
  }

  /// Whether nothing changed.
  public var isEmpty: Bool { changes.isEmpty }
  /// The new value of a field; nil when it did not change.
  public subscript(key: String) -> String? { changes.first { $0.key == key }?.value }
}

/// What a form asks of its owner.
public enum FormOutcome: Hashable, Sendable {
  /// To run the command that a field names; the form stays open, and gets the value by `set(_:of:)`.
  case opened(key: String, command: String)
  /// With values to keep.
  case saved(FormChanges)
  /// Without any change.
  case cancelled
  /// With the wish, twice confirmed, to delete what was edited.
  case deleted
}
