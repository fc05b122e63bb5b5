import TwoWayTable

/// The help: a list that typing filters; Enter runs the selected entry.
package struct HelpScreen {
  private let entries: [HelpEntry]
  private var filter = TextLine()
  /// The entries that match the filter.
  private var list = ListScreen([])

  init(_ entries: [HelpEntry]) {
    self.entries = entries
    find()
  }

  var selected: HelpEntry? { list.selectedItem.flatMap { Int($0.id) }.map { entries[$0] } }

  /// Handles a key except Enter; returns false if it leaves the help.
  mutating func handle(_ key: Key) -> Bool {
    switch key {
    case .named(.escape), .control("c"), .named(.function(1)): return false
    case .character("?") where filter.isEmpty, .character("q") where filter.isEmpty: return false
    case .character(" ") where filter.isEmpty: return handle(.named(.pageDown))
    case .named(.tab): return handle(.named(.down))
    case .named(.backTab): return handle(.named(.up))
    case .named(.up), .named(.down), .named(.pageUp), .named(.pageDown), .named(.home),
      .named(.end):
      _ = list.handle(key)
      // A heading comes first and never last.
      let isUp = [.named(.up), .named(.pageUp)].contains(key) && list.selection > 0
      if selected?.isHeading == true { list.select(list.selection + (isUp ? -1 : 1)) }
      // The line above stays visible, which may be the first heading.
      for line in [list.selection - 1, list.selection] { list.select(line) }
    default: if filter.handle(key) { find() }
    }
    return true
  }

  /// Selects the entry on a line of the screen; returns whether it was selected.
  mutating func press(line: Int) -> Bool {
    guard let index = list.index(onLine: line) else { return false }
    defer { list.select(index) }
    return index == list.selection
  }

  mutating func paste(_ text: String) {
    // A text that is too long matches nothing, which is shown.
    _ = filter.paste(text)
    find()
  }

  /// Shows the entries that match the filter, and selects the command with that name, or else the first to run.
  private mutating func find() {
    let found = entries.indices.filter { filter.isEmpty || entries[$0].matches(filter.text) }
    let named = found.first { entries[$0].line?.hasPrefix(filter.text.lowercased()) == true }
    let first = filter.isEmpty ? 1 : named ?? found.first { entries[$0].line != nil }
    list = ListScreen(
      found.map { index in
        let entry = entries[index]
        let title = entry.isHeading ? entry.label.uppercased() : entry.label
        return ListItem(id: "\(index)", title: title, detail: entry.text)
      },
      selected: first.map { "\($0)" }, abilities: [], words: Words([.nothingHere: "no match"]))
    list.isCounted = { !$0.detail.isEmpty }
  }

  /// Draws the help; returns the cursor position.
  mutating func draw(_ glyphs: Glyphs, into surface: inout Surface) -> ScreenPoint {
    let (size, label) = (surface.size, "find: ")
    let (typed, before) = filter.window(columns: max(1, size.columns - 2 - label.count))
    surface.write(bar: [StyledText(label + typed, .title)], upFrom: 0, glyphs)
    list.items = list.items.map(glyphs.plain)
    let top = size.rows < 8 ? 1 : 2
    let area = ScreenRectangle(
      row: top, column: 0, rows: size.rows - top - max(0, min(2, size.rows - 4)),
      columns: size.columns)
    _ = list.draw(into: &surface, in: area, cuttingWith: glyphs.ellipsis)
    // The whole text of an entry that the list cuts; a long one starts on the line with the number of entries.
    let width = list.titleWidth(in: size.columns)
    if let cut = selected, size.rows > 5, cut.text.terminalColumns > size.columns - width - 4 {
      var text = "\(cut.label)  \(cut.text)"
      if text.terminalColumns > size.columns - 2 { text = text.replacing("  ", with: " ") }
      let lines = StyledText(text).folded(columns: size.columns - 2, lines: 2)
      surface.write(bar: lines, upFrom: size.rows - 2, glyphs)
    }
    return ScreenPoint(row: 0, column: min(1 + label.count + before, size.columns - 1))
  }

  var hints: Hints {
    Hints(
      first: (selected?.line == nil ? [] : [Hint("Enter", "run")])
        + (list.items.count > list.selection + 1 ? [Hint("Down", "next")] : []))
  }
}

struct HelpEntry: Hashable {
  let label: String
  let text: String
  /// The command line to run; nil if there is none, or one for each of several keys.
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
    let all = Self.entries
    let keys = all.indices.filter { !all[$0].help.isEmpty }.map { index in
      let isGroup = all.dropFirst(index + 1).first?.help.isEmpty == true
      return HelpEntry(
        label: all[index].title, text: all[index].help, line: isGroup ? nil : all[index].line)
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
    ("?", "a rule warns about the value, or the device cannot store it"),
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
