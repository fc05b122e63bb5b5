/// The texts of the library, which an app can replace: `Words([.save: "Sichern"])`.
///
/// Texts not replaced stay English. Errors in layout files are for developers and are not included.
public struct Words: Hashable, Sendable {
  private var replaced: [Word: String]
  private var commands: [TableCommand: String] = [:]

  /// English.
  public static let english = Words()

  /// Replaces some of the English words.
  public init(_ texts: [Word: String] = [:]) {
    replaced = texts
  }

  /// The text of a word with its placeholders `%1` and `%2`.
  public subscript(word: Word) -> String {
    get { replaced[word] ?? word.rawValue }
    set { replaced[word] = newValue }
  }

  /// The description of a command, for the list of keys.
  public subscript(of command: TableCommand) -> String {
    get { commands[command] ?? command.help }
    set { commands[command] = newValue }
  }

  /// The text of a word, with values for its `%1`, `%2` and so on.
  func text(_ word: Word, _ values: [String]) -> String {
    // One pass from the left: a `%2` within a value is not replaced.
    let parts = self[word].split(separator: "%", omittingEmptySubsequences: false)
    return parts.dropFirst().reduce(String(parts[0])) { text, part in
      guard let place = part.first?.wholeNumberValue, values.indices.contains(place - 1) else {
        return text + "%" + part
      }
      return text + values[place - 1] + part.dropFirst()
    }
  }

  /// The text of a word, with values for its `%1`, `%2` and so on.
  public func text(_ word: Word, _ values: String...) -> String { text(word, values) }

  /// The answer to a question; nil for other keys. Escape and ^C mean no.
  func answer(_ key: Key) -> Bool? {
    if self.is(key, .yesLetter) { return true }
    return self.is(key, .noLetter) || key == .named(.escape) || key == .control("c") ? false : nil
  }

  /// Whether a key is the given letter, in either case.
  func `is`(_ key: Key, _ letter: Word) -> Bool {
    guard case .character(let scalar) = key else { return false }
    return String(scalar).lowercased() == self[letter].lowercased()
  }
}

/// A text of the library. The raw value is in English; `%1` and `%2` are replaced.
public enum Word: String, CaseIterable, Hashable, Sendable {
  // Forms.
  case save = "Save"
  case cancel = "Cancel"
  case delete = "Delete"
  case deleteThis = "Delete this?"
  /// The letter for yes, in lower case.
  case yesLetter = "y"
  /// The letter for no, in lower case.
  case noLetter = "n"
  /// The answers to a question; the letters are `yesLetter` and `noLetter`.
  case answers = "y yes  n no"
  /// The visible fields: the first, the last, and the number of all.
  case fieldsShown = "%1-%2 of %3"
  /// A required field without a label is empty.
  case valueNeeded = "a value is needed"
  case isNeeded = "%1: a value is needed"
  case anyNeeded = "one of these is needed: %1"
  /// A field is less than the previous one.
  case outOfOrder = "%2 comes before %1"

  // Lists.
  case nothingHere = "nothing here yet"
  case deleteItem = "Delete \"%1\"?"
  case nothingFound = "nothing found"
  /// The index of the selected item and the number of items.
  case itemOf = "%1 of %2"

  // Fields.
  case noChoice = "%1 is not one of %2"
  case noNumber = "%1 is not a number"
  case noNumberToAddTo = "%1 can only be added to a number"
  case sumTooLarge = "the sum is too large"
  case atMost = "%1 is too large: at most %2"
  case atLeast = "%1 is too small: at least %2"
  case betweenSteps = "%1 is between two steps; the nearest is %2"
  case tooLong = "at most %1 characters, not %2"
  case notUTF8 = "the text has a NUL character or a byte that is not UTF-8"
  case noDuration = "%1 is not a duration; try +15 or -1h"
  case noTimeToAddTo = "%1 can only be added to a time"
  case outOfDay = "%1 would leave the day"
  case noTime = "%1 is not a time; try 6:30 or 630p"
  case neither = "%1 is neither %2 nor %3"
  /// A text is not a date; `%2` is an example.
  case noDate = "%1 is not a date; try %2"
  case noDateToAddTo = "%1 can only be added to a date"

  // The app.
  case screenTooSmall = "the screen is too small"
  /// Hints for the main keys, separated by two spaces; as many as fit are shown.
  case hints = "Enter edit  Tab next  Alt-u undo  ^S save  F1 keys  ^Q quit"
  case typingHints = "Enter set  Tab next  Esc keep the old value"
  /// Hints in a form; `%1` is the label of the button that saves.
  case formHints = "Enter next  ^S %1  Esc back"
  case listHints = "Enter open  / find  Esc back"
  /// Hints in a list whose items can be changed.
  case editableListHints = "Enter open  / find  a add  e rename  d delete  J K move  Esc back"
  case keysTitle = "Keys"
  case rowsTitle = "Rows"
  case newRow = "New row"
  case rowName = "Name"
  case saved = "saved"
  case unsaved = "not saved yet:"
  case unsavedAnswers = "s save and quit  q quit  Esc stay"
  /// The letter to save and quit, in lower case.
  case saveLetter = "s"
  /// The letter to quit without saving, in lower case.
  case quitLetter = "q"
  case nothingToUndo = "nothing to undo"
  case nothingToRedo = "nothing to redo"
  case undone = "undone"
  case redone = "redone"
  case rowRemoved = "%1 was removed; undo brings it back"
  case lastRow = "the last row cannot be removed"
  /// A row was removed while its text was typed or its form was open.
  case rowIsGone = "this row no longer exists"
  case cannotBeEdited = "this cell cannot be edited"
  /// A field of a form has different values.
  case differ = "differ"
  case noCommand = "\"%1\" is not a command"
  /// A rejected text and the nearest value.
  case nearest = "%1 (%2?)"
  case pasteCut = "the paste was too long; its end is missing"
}
