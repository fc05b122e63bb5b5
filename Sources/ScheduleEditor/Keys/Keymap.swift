import TwoWayTable

/// A binding in a user's settings; without a line, it removes a binding.
struct KeyBinding: Hashable {
  /// The sequence of keys.
  let keys: [Key]
  /// The command line, `copy monday weekdays`; nil for none.
  let line: String?
}

/// The editor's key bindings as data; help is generated from the same table.
struct Keymap {
  /// An entry of the table: keys with the same command.
  struct Entry {
    /// The key sequences, with spaces between keys.
    let keys: [String]
    /// The command line that they run.
    let line: String
    /// The keys in help, if they are not all of `keys`.
    var label: String?
    /// The description in help; empty for an entry that belongs to the previous one.
    var help = ""

    /// The keys in help.
    var title: String { label ?? keys.joined(separator: ", ") }
  }

  /// A key sequence and the command that it runs.
  private struct Binding {
    let keys: [Key]
    let line: String
    let command: BoundCommand
  }

  /// The bindings in the order of the table, then of the settings.
  private var bindings: [Binding] = []
  /// The user's own bindings, for help.
  let ownBindings: [KeyBinding]

  /// The default bindings, changed by a user's settings; every line must be a valid command.
  init(_ own: [KeyBinding] = []) {
    ownBindings = own.filter { $0.line != nil }
    for entry in Self.entries {
      for keys in entry.keys { bind(Key.sequence(named: keys) ?? [], to: entry.line) }
    }
    for binding in own { bind(binding.keys, to: binding.line) }
  }

  private mutating func bind(_ keys: [Key], to line: String?) {
    if let line, bindings.contains(where: { $0.keys == keys && $0.line == line }) { return }
    // A key cannot both run a command and start a sequence: the last binding wins.
    bindings.removeAll { $0.keys.starts(with: keys) || keys.starts(with: $0.keys) }
    guard let line, let command = try? BoundCommand(parsing: line) else { return }
    bindings.append(Binding(keys: keys, line: line, command: command))
  }

  /// Returns the command of a key sequence; nil if it is incomplete or unbound.
  func command(for keys: [Key]) -> BoundCommand? {
    bindings.first { $0.keys == keys }?.command
  }

  /// The first key sequence of a command line by name, `z t`; nil if there is none.
  func keys(boundTo line: String) -> String? {
    bindings.first { $0.line == line }?.keys.map(\.name).joined(separator: " ")
  }

  private func longer(than keys: [Key]) -> [Binding] {
    bindings.filter { $0.keys.count > keys.count && $0.keys.starts(with: keys) }
  }

  /// Whether the sequence is incomplete.
  func isPrefix(_ keys: [Key]) -> Bool { !longer(than: keys).isEmpty }

  /// Returns the possible next keys and their descriptions.
  func continuations(of keys: [Key]) -> [(key: String, help: String)] {
    longer(than: keys).map { ($0.keys[keys.count].name, $0.command.command.help) }
      .sorted { $0.key < $1.key }
  }

  /// Returns the keys of a command without words, as named in help; empty if there are none.
  func keys(for command: EditorCommand) -> String {
    bindings.filter { $0.command.command.name == command.name && $0.command.words.isEmpty }
      .map { $0.keys.map(\.name).joined(separator: " ") }
      .sorted { ($0.count, $0) < ($1.count, $1) }.prefix(2).joined(separator: ", ")
  }

  /// All entries, in the order of help.
  static let entries: [Entry] = [
    Entry(
      keys: ["Up", "k"], line: "move up", label: "arrows, h j k l", help: "move between cells"),
    Entry(keys: ["Down", "j"], line: "move down"),
    Entry(keys: ["Left", "h"], line: "move left"),
    Entry(keys: ["Right", "l"], line: "move right"),
    Entry(
      keys: ["Tab"], line: "move next", label: "Tab, Shift-Tab",
      help: "next, previous field, with wrap"),
    Entry(keys: ["Shift-Tab"], line: "move previous"),
    Entry(
      keys: ["Home"], line: "move home", label: "Home, End", help: "first, last cell of the line"),
    Entry(keys: ["End"], line: "move end"),
    Entry(
      keys: ["PgUp"], line: "move page-up", label: "PgUp, PgDn",
      help: "first, last day; a day in the list"),
    Entry(keys: ["PgDn"], line: "move page-down"),
    Entry(
      keys: ["g"], line: "goto", label: "g, g g",
      help: "go to 114, tue wake, tue 17:30, problem; the top"),
    Entry(keys: ["n"], line: "next-problem", label: "n, N", help: "next, previous problem"),
    Entry(keys: ["N"], line: "previous-problem"),
    Entry(keys: ["Enter", "F2"], line: "edit", help: "edit the cell; a digit replaces it at once"),
    Entry(keys: ["Del", "Backspace"], line: "replace", label: "Del", help: "edit, starting empty"),
    Entry(keys: ["^R"], line: "bring-back", help: "edit the text discarded by Escape"),
    Entry(
      keys: ["+", "="], line: "step up", label: "+ -",
      help: "step the values (1 °F, 0.5 °C, 15 min)"),
    Entry(keys: ["-"], line: "step down"),
    Entry(keys: ["."], line: "repeat", help: "repeat the last edit here"),
    Entry(keys: ["u"], line: "undo", help: "undo"),
    Entry(keys: ["r", "U", "^Y"], line: "redo", label: "r, ^Y", help: "redo"),
    Entry(keys: ["R"], line: "revert", help: "revert to the value of the file"),
    Entry(
      keys: ["v"], line: "select", label: "v, Shift-arrows",
      help: "select a range; v or Esc ends it"),
    Entry(keys: ["Shift-Up"], line: "extend up"),
    Entry(keys: ["Shift-Down"], line: "extend down"),
    Entry(keys: ["Shift-Left"], line: "extend left"),
    Entry(keys: ["Shift-Right"], line: "extend right"),
    Entry(keys: ["Shift-Home"], line: "extend home"),
    Entry(keys: ["Shift-End"], line: "extend end"),
    Entry(keys: ["Shift-PgUp"], line: "extend page-up"),
    Entry(keys: ["Shift-PgDn"], line: "extend page-down"),
    Entry(keys: ["V"], line: "select line", label: "V, ^A", help: "select the line, everything"),
    Entry(keys: ["^A"], line: "select all"),
    Entry(keys: ["y"], line: "yank", label: "y, p", help: "copy, paste cells"),
    Entry(keys: ["p"], line: "paste"),
    Entry(keys: ["f"], line: "fill", help: "fill each column with its first value"),
    Entry(keys: ["a"], line: "level", help: "set rows to a pair of setpoints in use"),
    Entry(
      keys: ["<"], line: "shift -15", label: "< >", help: "shift the times of the rows by 15 min"),
    Entry(keys: [">"], line: "shift +15"),
    Entry(keys: ["/"], line: "find", help: "find the next cell with a value"),
    Entry(
      keys: ["G"], line: "move bottom", label: "G, $", help: "last line, last cell of the line"),
    Entry(keys: ["$"], line: "move end"),
    Entry(keys: ["c"], line: "copy", help: "copy this day to others"),
    Entry(keys: ["e"], line: "details", help: "a form for this row"),
    Entry(keys: ["X"], line: "export", help: "export for a device, with a preview"),
    Entry(keys: ["L"], line: "schedules", help: "the schedules of the document"),
    Entry(keys: ["]"], line: "next-schedule", label: "] [", help: "next, previous schedule"),
    Entry(keys: ["["], line: "previous-schedule"),
    Entry(keys: ["!"], line: "problems", help: "list the problems"),
    Entry(keys: ["C"], line: "conflicts", help: "conflicts: keep mine or take theirs"),
    Entry(keys: ["D"], line: "compare", help: "compare with the file as saved"),
    Entry(keys: ["H"], line: "history", help: "list the edits"),
    Entry(keys: ["w"], line: "view", help: "week or list"),
    Entry(keys: ["t"], line: "clock", help: "12 or 24 hour clock"),
    Entry(keys: ["m"], line: "mouse", help: "mouse on or off"),
    Entry(
      keys: ["z c"], line: "clock", label: "z …",
      help: "views: c clock, m mouse, t theme, u unit, w"),
    Entry(keys: ["z m"], line: "mouse"),
    Entry(keys: ["z t"], line: "theme"),
    Entry(keys: ["z u"], line: "convert"),
    Entry(keys: ["z w"], line: "view"),
    Entry(keys: [":", "^P"], line: "command", help: "type a command, or part of what it does"),
    Entry(keys: ["^S"], line: "save", help: "save"),
    Entry(keys: ["q", "^C", "^X"], line: "quit", label: "q, ^C", help: "quit; asks to save"),
    Entry(keys: ["^Z"], line: "suspend", help: "suspend; fg returns"),
    Entry(keys: ["^L"], line: "redraw", help: "redraw the screen"),
    Entry(keys: ["?"], line: "help", help: "this help; type to find, Enter runs it"),
    Entry(keys: ["F1"], line: "explain", help: "explain the problem here"),
    Entry(keys: ["F"], line: "fix", help: "fix the problem here"),
    Entry(keys: ["Esc"], line: "dismiss"),
  ]

  /// The keys while editing a cell, for help.
  static let editingHelp: [(label: String, help: String)] = [
    ("Enter, Down, Up", "accept the value and move down or up"),
    ("Tab, Shift-Tab", "accept the value; next or previous field"),
    ("Esc", "restore the old value; ^R brings the typed text back"),
    ("^U ^W ^K ^A ^E", "erase to the left, a word, to the right; begin, end"),
    ("times", "6:30  18:30  630p  6 pm  +15  -1h"),
    ("temperatures", "68  68.5  +1  -0.5  20c  68f"),
  ]
}
