/// A text that is typed into a cell, until it becomes a value or is abandoned.
///
/// A typing knows neither the table nor the value: its owner reads the text when `handle` says `.take`,
/// and calls `refuse()` where it is not a value.
public struct CellTyping: Hashable, Sendable {
  /// What a key did.
  public enum Outcome: Hashable, Sendable {
    /// The text or the place in it changed.
    case typed
    /// The text is to become the value, and the cursor then moves.
    case take(TableMove)
    /// The value stays what it was; the owner may keep the typing, to go on with it later.
    case abandoned
    /// The text has `longest` characters already.
    case full
    /// The key means nothing here.
    case ignored
  }

  /// The text so far.
  public private(set) var line: TextLine
  /// Whether the text replaces the value: arrows then leave the cell. Otherwise they move within the text.
  public private(set) var replaces: Bool
  /// Whether the text was refused: the next character then replaces it.
  public private(set) var isRefused = false
  /// The text at first; nil where it replaces the value.
  private let original: String?
  private let longest: Int

  /// Edits the text of a value in place. Where values differ, `text` is `mixed` and the typing begins empty,
  /// so that none of them is mistaken for all. `resuming` is a text that was abandoned, to go on with.
  public init(
    editing text: SharedValue<String>, resuming: String? = nil,
    longest: Int = TextLine.longestPaste
  ) {
    let text = text.value ?? ""
    line = TextLine(resuming ?? text)
    original = text
    replaces = false
    self.longest = longest
  }

  /// Replaces a value by `text` and what is typed after it.
  public init(replacingWith text: String = "", longest: Int = TextLine.longestPaste) {
    line = TextLine(text)
    original = nil
    replaces = true
    self.longest = longest
  }

  /// The text.
  public var text: String { line.text }

  /// Whether a value is edited in place and its text is what it was: taking it changes nothing, also where
  /// the cell stands for values that differ.
  public var isUnchanged: Bool { original == line.text }

  /// Does what `key` does while typing.
  ///
  /// `commands` says what keys are bound to; commands other than moving, accepting and leaving are ignored.
  /// `editor` decides which characters can be typed.
  public mutating func handle(
    _ key: Key, commands: [Key: TableCommand] = TableCommand.standardKeys,
    editor: any FieldEditor = TextEditor()
  ) -> Outcome {
    switch commands[key] {
    case .accept: return .take(.down)
    case .leave: return .abandoned
    case .move(.left) where !replaces, .move(.right) where !replaces, .move(.home), .move(.end):
      break
    case .move(let move): return .take(move)
    case nil: break
    default: return .ignored
    }
    if case .character = key {
      guard isRefused || line.count < longest else { return .full }
    }
    var next = line
    if isRefused, case .character = key { next = TextLine() }
    guard editor.edit(&next, with: key) else { return .ignored }
    if isRefused, case .character = key { replaces = true }
    line = next
    isRefused = false
    return .typed
  }

  /// Inserts pasted text, as data for one line; returns whether all of it had room.
  @discardableResult
  public mutating func paste(_ text: String) -> Bool {
    if isRefused { line = TextLine() }
    isRefused = false
    return line.paste(text)
  }

  /// Notes that the text is not a value. A text that replaces the value is itself replaced by the next
  /// character; one that is edited in place stays, to be mended.
  public mutating func refuse() { isRefused = replaces }
}
