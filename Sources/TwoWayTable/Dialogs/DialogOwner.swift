/// What has dialogs above its table and carries out what is chosen in them: the state of an editor, or an
/// app.
public protocol DialogOwner {
  /// A screen of the owner's own above the table; `Never` for an owner that has forms and lists alone.
  associatedtype Page = Never
  /// What a dialog can ask of the code that runs the owner.
  associatedtype Request = Never
  /// Why something that was chosen cannot be done.
  associatedtype Problem: Error = any Error
  /// What the owner knows of a list besides its title, for drawing it.
  associatedtype ListDetail = Void

  /// The dialogs that are open.
  var dialogs: DialogStack<Self> { get set }

  /// Shows why something was not done.
  mutating func refuse(_ problem: Problem)

  /// Does what a key asks for in a page.
  mutating func handle(_ key: Key, in page: inout Page) -> DialogAnswer<Request>

  /// Takes pasted text into a page.
  mutating func paste(_ text: String, into page: inout Page)
}

extension DialogOwner where Page == Never {
  /// Never called: an owner without pages has none to handle.
  public mutating func handle(_ key: Key, in page: inout Never) -> DialogAnswer<Request> {}
  /// Never called: an owner without pages has none to paste into.
  public mutating func paste(_ text: String, into page: inout Never) {}
}

/// What becomes of a dialog after a choice.
public enum DialogAnswer<Request> {
  /// It stays open.
  case stay
  /// It is closed.
  case close
  /// It stays open, and the code that runs the owner has to do something.
  case ask(Request)
}

/// What a form is for.
public struct FormTask<Owner: DialogOwner> {
  /// Lines to show below the form.
  public var preview: ((Owner, Form) -> [String])?
  /// Does what the form was filled in for.
  ///
  /// The form is closed by then, unless the outcome opens what a field stands for. A problem that is thrown
  /// puts it back.
  public let finish: (inout Owner, FormOutcome) throws(Owner.Problem) -> Owner.Request?

  /// Joins what a form shows below it and what is done with its outcome.
  public init(
    preview: ((Owner, Form) -> [String])? = nil,
    finish: @escaping (inout Owner, FormOutcome) throws(Owner.Problem) -> Owner.Request?
  ) {
    self.preview = preview
    self.finish = finish
  }
}

/// What a list is for.
public struct ListTask<Owner: DialogOwner> {
  /// The line at the top.
  public let title: String
  /// What the owner knows of the list besides.
  public let detail: Owner.ListDetail
  /// Returns the items as they are now.
  public let items: (Owner) -> [ListItem]
  /// Does what was chosen; never called with `.cancelled`, which closes the list.
  public let choose: (inout Owner, ListOutcome) throws(Owner.Problem) -> DialogAnswer<Owner.Request>

  /// Joins what a list shows and what is done with a choice.
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
