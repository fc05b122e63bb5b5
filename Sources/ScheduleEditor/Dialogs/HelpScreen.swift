import TwoWayTable

/// The help: a filterable list; Enter runs the selected entry.
package struct HelpScreen: Hashable {
  /// The effect of a key.
  enum Outcome {
    case leave
    /// Run a command line, which may need more words.
    case run(String)
  }

  private let entries: [HelpEntry]
  private var filter = TextLine()
  /// The index of the selected entry among those shown.
  private var selection = 1
  /// The entries that match the filter.
  private var shown: [HelpEntry]

  init(_ entries: [HelpEntry]) { (self.entries, shown) = (entries, entries) }

  private var selected: HelpEntry? {
    shown.indices.contains(selection) ? shown[selection] : nil
  }

  mutating func handle(_ key: Key, _ size: ScreenSize) -> Outcome? {
    let height = Self.height(size)
    switch key {
    case .named(.escape), .control("c"), .named(.function(1)): return .leave
    case .character("?") where filter.isEmpty, .character("q") where filter.isEmpty: return .leave
    case .named(.down), .named(.tab): select(selection + 1, by: 1)
    case .named(.up), .named(.backTab): select(selection - 1, by: -1)
    case .named(.pageDown): select(selection + height, by: 1)
    case .named(.pageUp): select(selection - height, by: -1)
    case .named(.home): select(0, by: 1)
    case .named(.end): select(shown.count - 1, by: -1)
    case .named(.enter): return selected?.line.map { .run($0) }
    default:
      guard filter.handle(key) else { return nil }
      find()
    }
    return nil
  }

  /// Selects the entry on a line of the screen; returns whether it was selected.
  mutating func press(line: Int, _ size: ScreenSize) -> Bool {
    let (height, place) = (Self.height(size), line - Self.top(size))
    let index = selection / height * height + place
    guard (0..<height).contains(place), shown.indices.contains(index),
      !shown[index].isHeading
    else { return false }
    defer { selection = index }
    return index == selection
  }

  mutating func paste(_ text: String) {
    // A text that is too long matches nothing, which is shown.
    _ = filter.paste(text)
    find()
  }

  /// Shows the entries that match the filter, and selects the first.
  private mutating func find() {
    shown = filter.isEmpty ? entries : entries.filter { $0.matches(filter.text) }
    select(0, by: 1)
  }

  /// Selects an entry, or the next that is not a heading.
  private mutating func select(_ index: Int, by step: Int) {
    var place = max(0, min(index, shown.count - 1))
    if shown.indices.contains(place), shown[place].isHeading { place += step }
    // A heading comes first and never last.
    selection = max(place, shown.first?.isHeading == true ? 1 : 0)
  }

  // MARK: Drawing

  /// The line of the first entry; a blank line precedes it if there is room.
  private static func top(_ size: ScreenSize) -> Int { size.rows < 8 ? 1 : 2 }

  /// The lines of entries.
  private static func height(_ size: ScreenSize) -> Int { max(1, size.rows - 3 - top(size)) }

  /// Draws the help; returns the cursor position.
  func draw(_ glyphs: Glyphs, into surface: inout Surface) -> ScreenPoint {
    let size = surface.size
    let height = Self.height(size)
    let label = "find: "
    let (typed, before) = filter.window(columns: max(1, size.columns - 2 - label.count))
    let prompt = filter.isEmpty ? "Keys and commands; type to find" : label + typed
    surface.write(line: prompt, row: 0, .title, margin: 1, glyphs)
    let first = selection / height * height
    let width = size.columns - 2
    let indent = width < 30 ? 11 : 17
    for (index, entry) in shown.dropFirst(first).prefix(height).enumerated() {
      let row = Self.top(size) + index
      let role: StyleRole? = first + index == selection ? .cursor : nil
      let label =
        entry.isHeading
        ? StyledText(entry.label, .title, .underline) : StyledText(entry.label, role ?? .heading)
      let room = entry.isHeading ? width : indent - 1
      surface.write(label, row: row, column: 1, width: room, glyphs)
      let text = StyledText(entry.text, role ?? .plain)
      surface.write(text, row: row, column: 1 + indent, width: width - indent, glyphs)
    }
    var text = selected.map { "\($0.label)  \($0.text)" } ?? "no match"
    if text.terminalColumns > width { text = text.replacing("  ", with: " ") }
    // Start a long text on the blank line above.
    let lines =
      size.rows > 5 ? StyledText(text).inTwoLines(columns: width) : [StyledText(text)]
    for (index, line) in lines.reversed().enumerated() where size.rows > 3 {
      surface.write(line, row: size.rows - 2 - index, column: 1, width: width, glyphs)
    }
    return ScreenPoint(
      row: 0, column: min(1 + (filter.isEmpty ? 0 : label.count + before), size.columns - 1))
  }

  func hints(_ size: ScreenSize) -> Hints {
    Hints(
      first: (selected?.line == nil ? [] : [Hint("Enter", "run")])
        + (shown.count > selection + 1 ? [Hint("Down", "next")] : [])
        + (shown.count > (selection / Self.height(size) + 1) * Self.height(size)
          ? [Hint("PgDn", "more")] : []))
  }
}

struct HelpEntry: Hashable {
  let label: String
  let text: String
  /// The command line to run; nil if there is none.
  var line: String?

  var isHeading: Bool { text.isEmpty }

  func matches(_ typed: String) -> Bool {
    !isHeading
      && [label, text, line ?? ""].contains { $0.lowercased().contains(typed.lowercased()) }
  }
}

extension Keymap {
  /// The entries of help: marks, keys and commands, generated from the bindings and the command table.
  var help: [HelpEntry] {
    let own = ownBindings.map { binding in
      HelpEntry(
        label: binding.keys.map(\.name).joined(separator: " "),
        text: binding.command?.line ?? "", line: binding.command?.line)
    }
    let keys = Self.entries.filter { !$0.help.isEmpty }.map {
      HelpEntry(label: $0.title, text: $0.help, line: $0.line)
    }
    let commands = CommandTable.all.map { command in
      HelpEntry(
        label: command.name,
        text: command.help + (command.usage.isEmpty ? "" : ": \(command.usage)"),
        line: command.name)
    }
    return [
      ("Your own keys", own), ("In the table", keys), ("In a cell", Self.editingHelp),
      ("What marks mean", Self.legend), ("After :", commands),
    ].flatMap { title, entries in
      entries.isEmpty ? [] : [HelpEntry(label: title, text: "")] + entries
    }
  }

  private static let legend = [
    ("!", "the value breaks a rule"),
    ("?", "a rule warns of the value, or the device cannot store it"),
    ("•", "differs from the file; * without colour"), ("~", "the days in this line differ"),
    ("<", "changed in the file by another program"), ("●", "unsaved changes"),
    ("colours", "heat in seven bands, blue-grey to red"),
    ("▸", "the strip of today; the axis marks the current time"),
    ("underlined", "the part of the day under the cursor"),
    ("≥68°", "the hours of a day at 68 °F (20 °C) or more"),
    ("* in strips", "differs between the versions; in months: the entry applies"),
    ("tag 114", "the cell's number, for g and :"),
  ].map { HelpEntry(label: $0, text: $1) }
}
