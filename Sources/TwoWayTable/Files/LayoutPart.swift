/// A part of a layout file, for errors that only the application can detect.
public enum LayoutPart: Hashable, Sendable {
  /// A key of a section, both from 0.
  case sectionKey(Int, Int)
  /// A row, from 0.
  case row(Int)
  /// Whether rows can be added.
  case newRows
  /// The key of a field, from 0.
  case fieldKey(Int)
  /// The roles of a field's values, from 0.
  case fieldRoles(Int)
  /// The editor of a field, from 0, or the field if it names none.
  case fieldEditor(Int)
  /// A form, by name.
  case form(String)
  /// The key of a form's field, from 0.
  case formField(String, Int)
  /// The value of a setting, by name.
  case setting(String)
}
