/// A command of a key in a form.
public enum FormAction: Hashable, Sendable {
  /// Moves to the next or previous field or button.
  case next, previous
  /// Moves to the first field, or to the buttons.
  case first, buttons
  /// Accepts the field and moves to the next, from the last one to the buttons; presses a button; runs the command of a
  /// field.
  case accept
  /// Edits the value in place.
  case edit
  /// Steps to the next greater or smaller value.
  case stepUp, stepDown
  /// Saves the values.
  case save
  /// Discards the typed text, or leaves the form.
  case leave

  /// The default key bindings.
  public static let standardKeys: [Key: FormAction] = [
    .named(.tab): .next, .named(.down): .next, .named(.backTab): .previous,
    .named(.up): .previous, .named(.pageUp): .first, .named(.pageDown): .buttons,
    .named(.enter): .accept, .named(.function(2)): .edit, .shift(.up): .stepUp,
    .shift(.down): .stepDown, .control("s"): .save, .named(.escape): .leave, .control("c"): .leave,
  ]
}
