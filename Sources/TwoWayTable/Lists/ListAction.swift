/// A command of a key in a list.
public enum ListAction: Hashable, Sendable {
  /// Moves to the neighbours.
  case up, down
  /// Moves a page up or down.
  case pageUp, pageDown
  /// Moves to the first or last item.
  case top, bottom
  /// Opens the selected item.
  case open
  /// Asks for a new item.
  case add
  /// Asks to edit the selected item.
  case edit
  /// Asks to delete the selected item.
  case delete
  /// Asks to move the selected item.
  case moveUp, moveDown
  /// Finds while typing.
  case find
  /// Leaves the list.
  case leave

  /// The default key bindings; the key of an action that a list does not allow is passed to its owner.
  public static let standardKeys: [Key: ListAction] = [
    .named(.up): .up, .character("k"): .up, .named(.down): .down, .character("j"): .down,
    .named(.pageUp): .pageUp, .named(.pageDown): .pageDown, .named(.home): .top,
    .named(.end): .bottom, .named(.enter): .open, .character("a"): .add, .character("e"): .edit,
    .character("d"): .delete, .named(.delete): .delete, .shift(.up): .moveUp,
    .character("K"): .moveUp, .alt("k"): .moveUp, .shift(.down): .moveDown,
    .character("J"): .moveDown, .alt("j"): .moveDown, .character("/"): .find,
    .named(.escape): .leave, .character("q"): .leave, .control("c"): .leave,
  ]
}
