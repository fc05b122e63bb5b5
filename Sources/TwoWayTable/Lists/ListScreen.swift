/// A list of items with one selected, to open, add, edit, delete, reorder and find.
///
/// A list is a value. It does not change items itself: keys return outcomes, and the owner sets the new items.
public struct ListScreen: Sendable {
  /// The current meaning of keys.
  enum Mode: Hashable, Sendable {
    case browsing
    case asking
    /// Finding, starting from the item that was selected before.
    case finding(TextLine, from: Int)
  }

  /// The items, in order.
  public package(set) var items: [ListItem]
  /// The index of the selected item; 0 in an empty list.
  public private(set) var selection: Int
  /// What the list allows.
  public let abilities: Set<ListAbility>
  /// The texts of the list.
  public let words: Words
  package var showsAnswers = true
  /// Whether the last line counts an item; false for headings.
  package var isCounted: @Sendable (ListItem) -> Bool = { _ in true }
  /// The index of the item in the first line.
  var firstVisible = 0
  var mode = Mode.browsing
  /// The first line and the number of visible items, as of the last drawing.
  var (firstLine, pageHeight) = (0, 10)

  /// Creates a list; selects the first item, or the one with the id `selected`.
  public init(
    _ items: [ListItem], selected: String? = nil, abilities: Set<ListAbility> = .all,
    words: Words = .english
  ) {
    self.items = items
    self.abilities = abilities
    self.words = words
    selection = items.firstIndex { $0.id == selected } ?? 0
  }

  /// The selected item; nil in an empty list.
  public var selectedItem: ListItem? { items.indices.contains(selection) ? items[selection] : nil }

  /// Whether the list asks to confirm deletion.
  public var isAsking: Bool { mode == .asking }

  /// Whether keys are typed into the search text.
  public var isFinding: Bool { if case .finding = mode { true } else { false } }

  /// Replaces the items; ends a question about one of them.
  ///
  /// Selects an added item; or else the previously selected one, or the one at its index if it is gone.
  public mutating func setItems(_ new: [ListItem]) {
    let known = Set(items.map(\.id))
    let added = new.filter { !known.contains($0.id) }
    let id = added.count == 1 && new.count > items.count ? added[0].id : selectedItem?.id
    items = new
    selection = new.firstIndex { $0.id == id } ?? min(selection, max(0, new.count - 1))
    if mode == .asking { mode = .browsing }
    scrollToSelection()
  }

  /// Selects the item at `index`, or the nearest one.
  public mutating func select(_ index: Int) {
    selection = max(0, min(index, items.count - 1))
    scrollToSelection()
  }

  /// Returns the index of the item on a line of the screen, as of the last drawing; nil if there is none.
  public func index(onLine line: Int) -> Int? {
    let index = firstVisible + line - firstLine
    return (0..<pageHeight).contains(line - firstLine) && items.indices.contains(index)
      ? index : nil
  }

  /// Scrolls as little as needed to show the selected item.
  mutating func scrollToSelection() {
    firstVisible = max(selection - pageHeight + 1, min(firstVisible, selection))
    firstVisible = max(0, min(firstVisible, items.count - pageHeight))
  }
}
