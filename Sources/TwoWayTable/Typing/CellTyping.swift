/// Text being typed into a cell, until it becomes a value or is abandoned.
///
/// Independent of the table: its owner parses the text when `handle` returns `.take`, or calls `refuse()`.
public struct CellTyping: Hashable, Sendable {
  /// The effect of a key.
  public enum Outcome: Hashable, Sendable {
    case typed
    /// The text is to become the value; then the cursor moves.
    case take(TableMove)
    /// The value is unchanged; the owner may keep the text, to resume later.
    case abandoned
    /// The text already has `longest` Unicode scalars.
    case full
    /// The key has no meaning here.
    case ignored
  }

  /// The text so far, with its cursor.
  public private(set) var line: TextLine
  /// Whether the text replaces the value; arrows then leave the cell instead of moving in the text.
  public var replaces: Bool { original == nil }
  /// Whether the text was rejected: the next character then replaces it.
  public private(set) var isRefused = false
  /// The initial text; nil if it replaces the value.
  private let original: String?
  private let longest: Int

  /// Edits the text of a value in place; nil for values that differ: the text is then empty at first.
  public init(editing text: String?, longest: Int = TextLine.longestPaste) {
    line = TextLine(text ?? "")
    original = text ?? ""
    self.longest = longest
  }

  /// Replaces a value by `text` and the text typed after it.
  public init(replacingWith text: String = "", longest: Int = TextLine.longestPaste) {
    line = TextLine(text)
    original = nil
    self.longest = longest
  }

  /// The text so far, with all its spaces.
  public var text: String { line.text }

  /// Whether a value edited in place is unchanged: accepting it has no effect, even for a cell with different values.
  public var isUnchanged: Bool { original == line.text }

  /// Handles a key while typing.
  ///
  /// `commands` binds keys to moving, accepting and leaving; others are ignored. `editor` decides what can be typed.
  public mutating func handle(
    _ key: Key, commands: [Key: TableCommand] = TableCommand.standardKeys,
    editor: (any FieldEditor)? = nil
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
    var next = line
    if case .character = key {
      if isRefused { next = TextLine() } else if line.count >= longest { return .full }
    }
    guard editor?.edit(&next, with: key) ?? next.handle(key) else { return .ignored }
    line = next
    isRefused = false
    return .typed
  }

  /// Inserts pasted text as one line; returns whether all of it fit.
  public mutating func paste(_ text: String) -> Bool {
    if isRefused { line = TextLine() }
    isRefused = false
    return line.paste(text)
  }

  /// Records that the text is invalid. The next character replaces it, unless it is edited in place.
  public mutating func refuse() { isRefused = replaces }
}
