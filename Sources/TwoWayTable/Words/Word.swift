/// A word or a sentence that the library shows. The raw value is its English, in which `%1` and `%2` are
/// replaced each time.
public enum Word: String, CaseIterable, Hashable, Sendable {
  // Forms.
  /// The button that hands values back.
  case save = "Save"
  /// The button that hands nothing back.
  case cancel = "Cancel"
  /// The button that deletes.
  case delete = "Delete"
  /// What a form asks before it deletes.
  case deleteThis = "Delete this?"
  /// The letter that says yes, in lower case.
  case yesLetter = "y"
  /// The letter that says no, in lower case.
  case noLetter = "n"
  /// The answers to a question; letters as `yesLetter` and `noLetter` have them.
  case answers = "y yes  n no"
  /// Which fields are in sight: the first and the last of them, among how many.
  case fieldsShown = "%1-%2 of %3"
  /// A field without a label holds no value.
  case valueNeeded = "a value is needed"
  /// A field holds no value.
  case isNeeded = "%1 is needed"
  /// None of some fields holds a value.
  case anyNeeded = "one of these is needed: %1"
  /// A field holds less than the one before it.
  case outOfOrder = "%2 comes before %1"

  // Lists.
  /// An empty list.
  case nothingHere = "nothing here yet"
  /// What a list asks before it deletes an item.
  case deleteItem = "Delete \"%1\"?"
  /// Nothing contains what is looked for.
  case nothingFound = "nothing found"
  /// Which item is selected, among how many.
  case itemOf = "%1 of %2"

  // Fields.
  /// A text is none of the choices.
  case noChoice = "%1 is not one of %2"
  /// A text is not a number.
  case noNumber = "%1 is not a number"
  /// There is nothing to add to.
  case noNumberToAddTo = "there is no number to which %1 could be added"
  /// A sum is too large.
  case sumTooLarge = "the sum is too large"
  /// A number is above the greatest.
  case atMost = "%1 is outside: at most %2"
  /// A number is below the least.
  case atLeast = "%1 is outside: at least %2"
  /// A number is not a multiple of the step.
  case betweenSteps = "%1 is between two steps; the nearest is %2"
  /// A text is too long.
  case tooLong = "at most %1 characters, not %2"
  /// A text is not a duration.
  case noDuration = "%1 is not a duration; try +15 or -1h"
  /// There is nothing to add to.
  case noTimeToAddTo = "there is no time to which %1 could be added"
  /// A sum is not a time of the day.
  case outOfDay = "%1 is before or after this day"
  /// A text is not a time.
  case noTime = "%1 is not a time; try 6:30 or 630p"
  /// A text is neither of two words.
  case neither = "%1 is neither %2 nor %3"
  /// A text is not a date; how one is written.
  case noDate = "%1 is not a date; try %2"
  /// There is nothing to add to.
  case noDateToAddTo = "there is no date to which %1 could be added"
  /// How a toggle shows true.
  case yes = "yes"
  /// How a toggle shows false.
  case no = "no"

  // The app.
  /// A table that has no room.
  case screenTooSmall = "the screen is too small"
  /// What the most important keys do; the parts, between which are two blanks, are shown as they fit.
  case hints = "Enter edit  Tab next  Alt-u undo  ^S save  F1 keys  ^Q quit"
  /// What keys do while a text is typed.
  case typingHints = "Enter take  Tab next  Esc keep the old value"
  /// What keys do in a form; the label of the button that saves.
  case formHints = "Enter next  ^S %1  Esc back"
  /// What keys do in a list.
  case listHints = "Enter open  / find  Esc back"
  /// The list of keys.
  case keysTitle = "Keys"
  /// The list of rows.
  case rowsTitle = "Rows"
  /// The form for a new row.
  case newRow = "New row"
  /// The name of a row.
  case rowName = "Name"
  /// What `save` has done.
  case saved = "saved"
  /// What `quit` asks.
  case unsaved = "not saved yet: s save and quit, q quit without saving, Esc stay"
  /// The letter that saves and quits, in lower case.
  case saveLetter = "s"
  /// The letter that quits without saving, in lower case.
  case quitLetter = "q"
  /// There is nothing to undo.
  case nothingToUndo = "nothing to undo"
  /// There is nothing to redo.
  case nothingToRedo = "nothing to redo"
  /// An edit was undone.
  case undone = "undone"
  /// An edit was redone.
  case redone = "redone"
  /// A row was removed.
  case rowRemoved = "%1 was removed; undo brings it back"
  /// A table keeps a row.
  case lastRow = "the last row stays"
  /// A row was removed while its text was typed, or its form was open.
  case rowIsGone = "this row is not there any more"
  /// A cell whose field has no editor.
  case cannotBeEdited = "this cell cannot be edited"
  /// A form's field whose values differ.
  case differ = "differ"
  /// A field names a command that the app does not have.
  case noCommand = "there is no command \"%1\""
  /// A refused text, and the nearest value.
  case nearest = "%1 (%2?)"
  /// A paste was cut.
  case pasteCut = "the paste was too long; its end is missing"
}
