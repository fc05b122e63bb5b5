/// What a key does in a form, besides typing.
public enum FormAction: Hashable, Sendable {
  /// To the next field or button, or the one before.
  case next, previous
  /// To the first field, or to the buttons.
  case first, buttons
  /// Take the field and go to the next, from the last one to the buttons; press a button; open what a field
  /// stands for.
  case accept
  /// Edit the value in place.
  case edit
  /// The next greater or smaller value.
  case stepUp, stepDown
  /// Hand the values back.
  case save
  /// Drop what is being typed, or leave the form.
  case leave

  /// The default key bindings.
  public static let standardKeys: [Key: FormAction] = [
    .named(.tab): .next, .named(.down): .next, .named(.backTab): .previous,
    .named(.up): .previous, .named(.pageUp): .first, .named(.pageDown): .buttons,
    .named(.enter): .accept, .named(.function(2)): .edit, .shift(.up): .stepUp,
    .shift(.down): .stepDown, .control("s"): .save, .named(.escape): .leave, .control("c"): .leave,
  ]
}
