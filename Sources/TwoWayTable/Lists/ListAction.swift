/// What a key does in a list.
public enum ListAction: Hashable, Sendable {
  /// To the neighbours.
  case up, down
  /// A page up or down.
  case pageUp, pageDown
  /// To the first or last item.
  case top, bottom
  /// Open the selected item.
  case open
  /// Ask for a new item.
  case add
  /// Ask to edit the selected item.
  case edit
  /// Ask to delete the selected item.
  case delete
  /// Ask to move the selected item.
  case moveUp, moveDown
  /// Find while typing.
  case find
  /// Leave the list.
  case leave

  /// The default key bindings; a key of an action that a list does not allow goes to its owner.
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
