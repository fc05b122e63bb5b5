/// A line of a list.
public struct ListItem: Hashable, Sendable {
  /// What the item is known by; no two items of a list share it.
  public let id: String
  /// What it is called.
  public let title: String
  /// What else there is to know of it.
  public let detail: String

  /// Describes a line.
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

  /// Makes a set from bits.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// `add` asks for a new item; keys as `ListAction.standardKeys` has them.
  public static let add = ListAbilities(rawValue: 1)
  /// `edit` asks to edit the selected item.
  public static let edit = ListAbilities(rawValue: 2)
  /// `delete` asks to delete the selected item, after a question.
  public static let delete = ListAbilities(rawValue: 4)
  /// `moveUp` and `moveDown` move the selected item.
  public static let reorder = ListAbilities(rawValue: 8)
  /// `find` finds while typing.
  public static let find = ListAbilities(rawValue: 16)

  /// Everything.
  public static let all: ListAbilities = [.add, .edit, .delete, .reorder, .find]
}

/// What a list asks of its owner, who carries it out and gives the list its new items.
public enum ListOutcome: Hashable, Sendable {
  /// Open the item.
  case open(id: String)
  /// Make a new item behind this one; nil in an empty list.
  case add(after: String?)
  /// Edit the item.
  case edit(id: String)
  /// Delete the item; that was asked already.
  case delete(id: String)
  /// Put the item at another place, counted from 0 in the list without it.
  case move(id: String, to: Int)
  /// Leave the list.
  case cancelled
  /// A key that means nothing to a list, for its owner, and the selected item; nil in an empty list.
  case key(Key, id: String?)

  /// The item that it is about; nil for leaving, and in an empty list.
  public var id: String? {
    switch self {
    case .open(let id), .edit(let id), .delete(let id), .move(let id, _): id
    case .add(let id), .key(_, let id): id
    case .cancelled: nil
    }
  }
}
