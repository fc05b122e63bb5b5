/// An item of a list.
public struct ListItem: Hashable, Sendable {
  /// The unique id of the item.
  public let id: String
  /// The title.
  public let title: String
  /// Further text.
  public let detail: String

  /// Creates an item.
  public init(id: String, title: String, detail: String = "") {
    self.id = id
    self.title = title
    self.detail = detail
  }
}

/// What a list allows.
public struct ListAbilities: OptionSet, Hashable, Sendable {
  /// The set's bits.
  public let rawValue: UInt8

  /// Creates a set from bits.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// `a` asks for a new item.
  public static let add = ListAbilities(rawValue: 1)
  /// `e` asks to edit the selected item.
  public static let edit = ListAbilities(rawValue: 2)
  /// `d` and `Del` ask to delete the selected item, after a question.
  public static let delete = ListAbilities(rawValue: 4)
  /// `K` and `J`, or `Shift-Up` and `Shift-Down`, move the selected item.
  public static let reorder = ListAbilities(rawValue: 8)
  /// `/` finds while typing.
  public static let find = ListAbilities(rawValue: 16)

  /// Everything.
  public static let all: ListAbilities = [.add, .edit, .delete, .reorder, .find]
}

/// A request of a list to its owner, who carries it out and updates the items.
public enum ListOutcome: Hashable, Sendable {
  /// Open the item.
  case open(id: String)
  /// Add an item after this one; nil in an empty list.
  case add(after: String?)
  /// Edit the item.
  case edit(id: String)
  /// Delete the item, as confirmed by the user.
  case delete(id: String)
  /// Move the item to an index, counted without it.
  case move(id: String, to: Int)
  /// Leave the list.
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
