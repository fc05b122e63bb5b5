/// The owner of dialogs above a table, which carries out choices: the state of an editor, or an app.
public protocol DialogOwner {
  /// A full screen of the owner above the table; `Never` for an owner with only forms and lists.
  associatedtype Page = Never
  /// A request of a dialog to the code that runs the owner.
  associatedtype Request = Never
  /// Why a choice cannot be carried out.
  associatedtype Problem: Error = any Error
  /// What else the owner needs to draw a list.
  associatedtype ListDetail = Void

  /// The open dialogs.
  var dialogs: DialogStack<Self> { get set }

  /// Shows why something was not done.
  mutating func refuse(_ problem: Problem)

  mutating func handle(_ key: Key, in page: inout Page) -> DialogAnswer<Request>

  /// Inserts pasted text into a page.
  mutating func paste(_ text: String, into page: inout Page)
}

extension DialogOwner where Page == Never {
  /// Never called: an owner without pages.
  public mutating func handle(_ key: Key, in page: inout Never) -> DialogAnswer<Request> {}
  /// Never called: an owner without pages.
  public mutating func paste(_ text: String, into page: inout Never) {}
}

/// The effect of a choice on its dialog.
public enum DialogAnswer<Request> {
  /// The dialog stays open.
  case stay
  /// The dialog closes.
  case close
  /// The dialog stays open, and the code that runs the owner gets a request.
  case ask(Request)
}

/// The purpose of a form.
public struct FormTask<Owner: DialogOwner> {
  /// Lines to show below the form.
  public var preview: ((Owner, Form) -> [String])?
  /// Handles the form's outcome.
  ///
  /// The form is closed by then, except for `.opened`. If it throws, the form opens again.
  public let finish: (inout Owner, FormOutcome) throws(Owner.Problem) -> Owner.Request?

  /// Creates a task from a preview and a handler.
  public init(
    preview: ((Owner, Form) -> [String])? = nil,
    finish: @escaping (inout Owner, FormOutcome) throws(Owner.Problem) -> Owner.Request?
  ) {
    self.preview = preview
    self.finish = finish
  }
}

/// The purpose of a list.
public struct ListTask<Owner: DialogOwner> {
  /// The line at the top.
  public let title: String
  /// What else the owner needs to draw the list.
  public let detail: Owner.ListDetail
  /// Returns the current items.
  public let items: (Owner) -> [ListItem]
  /// Handles a choice; never called with `.cancelled`, which closes the list.
  public let choose: (inout Owner, ListOutcome) throws(Owner.Problem) -> DialogAnswer<Owner.Request>

  /// Creates a task from items and a handler.
  public init(
    title: String, detail: Owner.ListDetail, items: @escaping (Owner) -> [ListItem],
    choose:
      @escaping (inout Owner, ListOutcome) throws(Owner.Problem) -> DialogAnswer<
        Owner.Request
      >
  ) {
    self.title = title
    self.detail = detail
    self.items = items
    self.choose = choose
  }
}
