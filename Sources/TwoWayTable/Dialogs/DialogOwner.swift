/// The owner of dialogs above a table, which carries out choices: the state of an editor, or an app.
public protocol DialogOwner {
  /// A full screen of the owner above the table; `Never` for an owner with only forms and lists.
  associatedtype Page = Never
  /// Why a choice cannot be carried out.
  associatedtype Problem: Error = any Error
  /// What else the owner needs to draw a list.
  associatedtype ListDetail = Void

  /// The open dialogs.
  var dialogs: DialogStack<Self> { get set }

  /// Shows why something was not done.
  mutating func refuse(_ problem: Problem)

  /// Handles a key in the topmost dialog, a page: closes it, or replaces it by a changed one.
  mutating func handle(_ key: Key, in page: Page)

  /// Handles pasted text in the topmost dialog, a page.
  mutating func paste(_ text: String, into page: Page)
}

extension DialogOwner where Page == Never {
  /// Never called: an owner without pages.
  public mutating func handle(_ key: Key, in page: Never) {}
  /// Never called: an owner without pages.
  public mutating func paste(_ text: String, into page: Never) {}
}

/// The purpose of a form.
public struct FormTask<Owner: DialogOwner> {
  /// Lines that the editor shows below the form.
  package var preview: ((Owner, Form) -> [String])?
  /// Handles the form's outcome.
  ///
  /// The form is closed by then, except for `.opened`. If it throws, the form opens again.
  public let finish: (inout Owner, FormOutcome) throws(Owner.Problem) -> Void

  /// Creates a task from a handler.
  public init(finish: @escaping (inout Owner, FormOutcome) throws(Owner.Problem) -> Void) {
    self.finish = finish
  }
}

/// The purpose of a list.
public struct ListTask<Owner: DialogOwner> {
  /// The line at the top.
  public let title: String
  /// What else the owner needs to draw the list.
  public let detail: Owner.ListDetail
  /// Returns the items; called when the list opens, and again after each key in a dialog.
  public let items: (Owner) -> [ListItem]
  /// Handles a choice, and closes the list if that ends it; never called with `.cancelled`.
  public let choose: (inout Owner, ListOutcome) throws(Owner.Problem) -> Void

  /// Creates a task from items and a handler.
  public init(
    title: String, detail: Owner.ListDetail, items: @escaping (Owner) -> [ListItem],
    choose: @escaping (inout Owner, ListOutcome) throws(Owner.Problem) -> Void
  ) {
    self.title = title
    self.detail = detail
    self.items = items
    self.choose = choose
  }
}
