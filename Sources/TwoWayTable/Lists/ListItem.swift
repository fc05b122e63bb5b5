/// A line of a `ListScreen`.
public struct ListItem: Hashable, Sendable {
  /// The unique id of the item.
  public let id: String
  /// The text on the left, in which `/` finds.
  public let title: String
  /// The text to the right of all titles; may be empty.
  public let detail: String
  /// What the list asks before it deletes the item; nil for the question of its words.
  public let deleteQuestion: String?

  /// Creates an item.
  public init(id: String, title: String, detail: String = "", deleteQuestion: String? = nil) {
    self.id = id
    self.title = title
    self.detail = detail
    self.deleteQuestion = deleteQuestion
  }
}

/// What a list allows besides opening an item.
public enum ListAbility: CaseIterable, Hashable, Sendable {
  /// `a` asks for a new item.
  case add
  /// `e` asks to edit the selected item.
  case edit
  /// `d` and `Del` ask to delete the selected item, after a question.
  case delete
  /// `K` and `J`, or `Shift-Up` and `Shift-Down`, move the selected item.
  case reorder
  /// `/` finds while typing.
  case find
}

extension Set<ListAbility> {
  /// Every ability.
  public static var all: Self { Set(ListAbility.allCases) }
}

/// A request of a list to its owner, who carries it out and updates the items.
public enum ListOutcome: Hashable, Sendable {
  case open(id: String)
  /// Add an item after this one; nil in an empty list.
  case add(after: String?)
  case edit(id: String)
  /// Delete the item, as confirmed by the user.
  case delete(id: String)
  /// Move the item to an index, counted without it.
  case move(id: String, to: Int)
  case cancelled
  /// A key without a meaning in lists, for the owner, and the selected item; nil in an empty list.
  case key(Key, id: String?)

  /// The affected item; nil for leaving, and in an empty list.
  public var id: String? {
    switch self {
    case .open(let id), .edit(let id), .delete(let id), .move(let id, _): id
    case .add(let id), .key(_, let id): id
    case .cancelled: nil
    }
  }
}
