import TwoWayTable

/// What a key can ask for while no cell is being typed into.
enum EditorCommand: Hashable {
  case move(CursorMove)
  case edit
  case editEmpty
  case bringBack
  case step(up: Bool)
  case undo, redo
  case nextProblem
  case toggleClock
  case save, quit, suspend, help, dismiss
}

/// Where the cursor can go.
enum CursorMove: Hashable {
  case up, down, left, right
  case nextField, previousField
  case firstInLine, lastInLine
  case firstDay, lastDay
}

/// Keys, what they do, and how help says so.
struct KeyBinding {
  let keys: [Key]
  let command: EditorCommand
  /// The keys as help names them.
  let label: String
  /// What they do, as help says it.
  let help: String

  init(_ keys: [Key], _ command: EditorCommand, _ label: String = "", _ help: String = "") {
    self.keys = keys
    self.command = command
    self.label = label
    self.help = help
  }
}

/// The editor's keys as data; help is made from the same table.
enum Keymap {
  /// Every binding, in the order of help; those without a label share the line before.
  static let bindings: [KeyBinding] = [
    .init([.named(.up), .character("k")], .move(.up), "arrows, h j k l", "move between cells"),
    .init([.named(.down), .character("j")], .move(.down)),
    .init([.named(.left), .character("h")], .move(.left)),
    .init([.named(.right), .character("l")], .move(.right)),
    .init([.named(.tab)], .move(.nextField), "Tab, Shift-Tab", "next, previous field, with wrap"),
    .init([.named(.backTab)], .move(.previousField)),
    .init([.named(.home)], .move(.firstInLine), "Home, End", "first, last cell of the day"),
    .init([.named(.end)], .move(.lastInLine)),
    .init([.named(.pageUp)], .move(.firstDay), "PgUp, PgDn", "first, last day"),
    .init([.named(.pageDown)], .move(.lastDay)),
    .init(
      [.named(.enter), .named(.function(2))], .edit, "Enter, F2",
      "edit the cell; a digit replaces it at once"),
    .init(
      [.named(.delete), .named(.backspace)], .editEmpty, "Del", "edit, beginning with nothing"),
    .init(
      [.control("r")], .bringBack, "^R", "edit what was typed before Escape was pressed"),
    .init(
      [.character("+"), .character("=")], .step(up: true), "+ -",
      "step the value (1 °F, 0.5 °C, 15 min)"),
    .init([.character("-")], .step(up: false)),
    .init([.character("u")], .undo, "u", "undo"),
    .init([.character("r"), .character("U"), .control("y")], .redo, "r, ^Y", "redo"),
    .init([.character("n")], .nextProblem, "n", "next problem"),
    .init([.character("t")], .toggleClock, "t", "12 or 24 hour clock"),
    .init([.control("s")], .save, "^S", "save"),
    .init([.character("q"), .control("c"), .control("x")], .quit, "q, ^C", "quit; asks to save"),
    .init([.control("z")], .suspend, "^Z", "suspend; fg returns"),
    .init([.character("?"), .named(.function(1))], .help, "?, F1", "this help"),
    .init([.named(.escape)], .dismiss),
  ]

  /// What `key` asks for, nil for a key that is not bound.
  static func command(for key: Key) -> EditorCommand? { table[key] }

  private static let table = Dictionary(
    uniqueKeysWithValues: bindings.flatMap { binding in
      binding.keys.map { ($0, binding.command) }
    })

  /// The keys while a cell is being typed into, for help.
  static let editingHelp: [(label: String, help: String)] = [
    ("Enter, Down, Up", "take the value; go down, or up"),
    ("Tab, Shift-Tab", "take the value; next, previous field"),
    ("Esc", "leave the old value; ^R brings the typed text back"),
    ("^U ^W ^K ^A ^E", "erase to the left, a word, to the right; begin, end"),
    ("times", "6:30  18:30  630p  6 pm  +15  -1h"),
    ("temperatures", "68  68.5  +1  -0.5  20c  68f"),
  ]
}
