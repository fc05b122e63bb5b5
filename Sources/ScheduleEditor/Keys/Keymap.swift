import TwoWayTable

/// The editor's key bindings as data; help is generated from the same table.
struct Keymap {
  /// An entry of the table: keys with the same command.
  struct Entry {
    /// The key sequences, with spaces between keys.
    let keys: [String]
    let line: String
    /// The description in help; empty for an entry that belongs to the previous one.
    let help: String
    let title: String

    init(_ keys: [String], _ line: String, _ help: String = "", label: String? = nil) {
      (self.keys, self.line, self.help) = (keys, line, help)
      title = label ?? keys.joined(separator: ", ")
    }
  }

  /// The bindings in the order of the table, then of the settings.
  private var bindings: [(keys: [Key], command: BoundCommand)] = standard
  let ownBindings: [(keys: [Key], command: BoundCommand?)]
  /// The first key sequence of each command line by name, `z t`.
  let keyNames: [String: String]

  /// The default bindings, changed by a user's settings.
  init(_ own: [(keys: [Key], command: BoundCommand?)] = []) {
    ownBindings = own.filter { $0.command != nil }
    for (keys, command) in own {
      let isKnown = bindings.contains { $0.keys == keys && $0.command.line == command?.line }
      if isKnown { continue }
      // A key cannot both run a command and start a sequence: the last binding wins.
      bindings.removeAll { $0.keys.starts(with: keys) || keys.starts(with: $0.keys) }
      if let command { bindings.append((keys, command)) }
    }
    keyNames = Dictionary(
      bindings.map { ($0.command.line, $0.keys.map(\.name).joined(separator: " ")) },
      uniquingKeysWith: { first, _ in first })
  }

  /// How to run a command: its key, or its name after the key of the command line; nil without these.
  func way(to line: String) -> String? {
    keyNames[line] ?? keyNames["command"].map { ($0 == ":" ? $0 : $0 + " ") + line }
  }

  private static let standard = entries.flatMap { entry in
    entry.keys.map { keys in
      guard let sequence = Key.sequence(named: keys),
        let command = try? BoundCommand(parsing: entry.line)
      else { fatalError("the built-in binding of \(keys): \(entry.line)") }
      return (sequence, command)
    }
  }

  /// Returns the command of a key sequence; nil if it is incomplete or unbound.
  func command(for keys: [Key]) -> BoundCommand? { bindings.first { $0.keys == keys }?.command }

  /// Returns the possible next keys and their commands.
  func continuations(of keys: [Key]) -> [(key: String, command: EditorCommand)] {
    bindings.filter { $0.keys.count > keys.count && $0.keys.starts(with: keys) }
      .map { ($0.keys[keys.count].name, $0.command.command) }
      .sorted { $0.key < $1.key }
  }

  /// Returns the keys of a command without words, as named in help; empty if there are none.
  func keys(for command: EditorCommand) -> String {
    bindings.filter { $0.command.command.name == command.name && $0.command.words.isEmpty }
      .map { $0.keys.map(\.name).joined(separator: " ") }
      .sorted { ($0.count, $0) < ($1.count, $1) }.prefix(2).joined(separator: ", ")
  }

  static let entries =
    [
      ("Up", "up"), ("Down", "down"), ("Left", "left"), ("Right", "right"), ("Home", "home"),
      ("End", "end"), ("PgUp", "page-up"), ("PgDn", "page-down"),
    ].map { Entry(["Shift-\($0)"], "extend \($1)") } + named

  private static let named: [Entry] = [
    Entry(["Esc"], "dismiss"),
    Entry(["Up", "k"], "move up", "move between cells", label: "arrows, h j k l"),
    Entry(["Down", "j"], "move down"),
    Entry(["Left", "h"], "move left"),
    Entry(["Right", "l"], "move right"),
    Entry(["Tab"], "move next", "next, previous field (wraps around)", label: "Tab, Shift-Tab"),
    Entry(["Shift-Tab"], "move previous"),
    Entry(["Home"], "move home", "first, last cell of the line", label: "Home, End"),
    Entry(["End"], "move end"),
    Entry(
      ["PgUp"], "move page-up", "first, last day; in the list, one day up, down",
      label: "PgUp, PgDn"),
    Entry(["PgDn"], "move page-down"),
    Entry(["g"], "goto", "go to 114, tue wake, problem; g g: the top", label: "g, g g"),
    Entry(["n"], "next-problem", "next, previous problem", label: "n, N"),
    Entry(["N"], "previous-problem"),
    Entry(["Enter", "F2"], "edit", "edit the cell; a digit replaces it"),
    Entry(["Del", "Backspace"], "replace", "edit, starting empty", label: "Del"),
    Entry(["+", "="], "step up", "step the values (1 °F, 0.5 °C, 15 min)", label: "+ -"),
    Entry(["-"], "step down"),
    Entry(["."], "repeat", "repeat the last value, step or paste"),
    Entry(["u"], "undo", "undo"),
    Entry(["r", "U", "^Y", "^R"], "redo", "redo", label: "r, ^Y"),
    Entry(["R"], "revert", "revert to the value of the file"),
    Entry(["v"], "select", "select a range; v or Esc ends it", label: "v, Shift-arrows"),
    Entry(["V"], "select line", "select the line, everything", label: "V, ^A"),
    Entry(["^A"], "select all"),
    Entry(["y"], "yank", "copy, paste cells", label: "y, p"),
    Entry(["p"], "paste"),
    Entry(["f"], "fill", "fill each column with its first value"),
    Entry(["a"], "level", "set rows to a pair of setpoints used elsewhere"),
    Entry(["<"], "shift -15", "shift the times of the rows by 15 min", label: "< >"),
    Entry([">"], "shift +15"),
    Entry(["/"], "find", "find the next cell with a certain value"),
    Entry(["G"], "move bottom", "last line, last cell of the line", label: "G, $"),
    Entry(["$"], "move end"),
    Entry(["c"], "copy", "copy this day to others"),
    Entry(["e"], "details", "a form for this row"),
    Entry(["X"], "export", "export for a device, with a preview"),
    Entry(["L"], "schedules", "the schedules of the document"),
    Entry(["]"], "next-schedule", "next, previous schedule", label: "] ["),
    Entry(["["], "previous-schedule"),
    Entry(["!"], "problems", "list the problems"),
    Entry(["C"], "conflicts", "conflicts: keep mine or take theirs"),
    Entry(["D"], "compare", "compare with the file as saved"),
    Entry(["H"], "history", "list the edits"),
    Entry(["w", "z w"], "view", "week or list"),
    Entry(["t", "z c"], "clock", "12-hour or 24-hour clock"),
    Entry(["m", "z m"], "mouse", "mouse on or off"),
    Entry(["z t"], "theme", "next theme"),
    Entry(["z u"], "convert", "convert the document to °C or °F"),
    Entry([":", "^P"], "command", "type a command or part of its description"),
    Entry(["^S"], "save", "save"),
    Entry(["q", "^C", "^X"], "quit", "quit; asks whether to save", label: "q, ^C"),
    Entry(["^Z"], "suspend", "suspend; fg returns"),
    Entry(["^L"], "redraw", "redraw the screen"),
    Entry(["?"], "help", "list the keys; type to find one, Enter runs it"),
    Entry(["F1"], "explain", "explain the problem here"),
    Entry(["F"], "fix", "fix the problem here"),
  ]

  static let editingHelp = [
    ("Enter, Down, Up", "accept the value and move down or up"),
    ("Tab, Shift-Tab", "accept the value; next or previous field"),
    ("Esc", "restore the old value"),
    ("^U ^W ^K ^A ^E", "erase to the left, a word, to the right; begin, end"),
    ("times", "6:30  18:30  630p  6 pm  +15  -1h"),
    ("temperatures", "68  68.5  +1  -0.5  20c  68f"),
  ].map { HelpEntry(label: $0, text: $1) }
}
