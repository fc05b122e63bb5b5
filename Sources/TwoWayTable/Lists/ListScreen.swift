/// Items below each other, one of them selected: opened, added, edited, deleted, reordered, found.
///
/// A list is a value. It changes no item itself: keys give outcomes, whose owner carries them out
/// and sets the new items.
public struct ListScreen: Sendable {
  /// What keys mean now.
  enum Mode: Hashable, Sendable {
    case browsing
    case asking
    /// Finding what is typed, from the item that was selected before.
    case finding(TextLine, from: Int)
  }

  /// The items, in order.
  public private(set) var items: [ListItem]
  /// The place of the selected item; 0 in an empty list.
  public private(set) var selection: Int
  /// What the list allows.
  public let abilities: ListAbilities
  /// What is shown in place of an empty list; nil for what the words say.
  public let emptyText: String?
  /// What keys do.
  public let keys: [Key: ListAction]
  /// What the list says by itself.
  public let words: Words
  /// The item in the first line, from 0.
  package internal(set) var firstVisible = 0
  var mode = Mode.browsing
  /// The lines of items, as the list was drawn last.
  var pageHeight = 10
  /// The width that the titles take, which changes with the items only.
  private(set) var titleWidth: Int
  /// Whether any item has more to say than its title.
  private(set) var hasDetails: Bool

  /// Makes a list; the first item, or the one with the id `selected`, is selected.
  public init(
    _ items: [ListItem], selected: String? = nil, abilities: ListAbilities = .all,
    emptyText: String? = nil, keys: [Key: ListAction] = ListAction.standardKeys,
    words: Words = .english
  ) {
    self.items = items
    self.abilities = abilities
    self.emptyText = emptyText
    self.keys = keys
    self.words = words
    selection = items.firstIndex { $0.id == selected } ?? 0
    titleWidth = Self.titleWidth(of: items)
    hasDetails = items.contains { !$0.detail.isEmpty }
  }

  /// The selected item; nil in an empty list.
  public var selectedItem: ListItem? {
    items.indices.contains(selection) ? items[selection] : nil
  }

  /// Whether the list asks whether to delete the selected item.
  public var isAsking: Bool { mode == .asking }

  /// Whether keys type what is to be found.
  public var isFinding: Bool { if case .finding = mode { true } else { false } }

  /// Sets the items anew.
  ///
  /// Selected is the item `selected`; without it, the one that was added or brought back; else the one
  /// selected before, or the one in its place where that is gone.
  public mutating func setItems(_ new: [ListItem], selected: String? = nil) {
    let known = Set(items.map(\.id))
    let added = new.filter { !known.contains($0.id) }
    let id =
      selected ?? (added.count == 1 && new.count > items.count ? added[0].id : selectedItem?.id)
    items = new
    titleWidth = Self.titleWidth(of: new)
    hasDetails = new.contains { !$0.detail.isEmpty }
    selection = new.firstIndex { $0.id == id } ?? min(selection, max(0, new.count - 1))
    mode = .browsing
    scrollToSelection()
  }

  /// Selects the item at `index`, or the nearest there is.
  public mutating func select(_ index: Int) {
    selection = max(0, min(index, items.count - 1))
    scrollToSelection()
  }

  /// Scrolls as little as shows the selected item.
  mutating func scrollToSelection() {
    let page = max(1, pageHeight)
    firstVisible = max(selection - page + 1, min(firstVisible, selection))
    firstVisible = max(0, min(firstVisible, items.count - page))
  }

  private static func titleWidth(of items: [ListItem]) -> Int {
    items.reduce(0) { max($0, $1.title.terminalColumns) }
  }
}
