import TwoWayTable

/// The entries of help: marks, keys and commands, generated from the keymap and the command table.
struct HelpText {
  /// An entry of help.
  struct Entry: Hashable {
    let label: String
    let text: String
    /// The command line to run; nil if there is none.
    var line: String?
    /// Whether the command line needs more words.
    var needsWords = false

    var isHeading: Bool { text.isEmpty }

    /// Whether the entry contains the typed text.
    func matches(_ typed: String) -> Bool {
      !isHeading
        && [label, text, line ?? ""].contains { $0.lowercased().contains(typed.lowercased()) }
    }
  }

  let entries: [Entry]

  /// Creates the entries for the given bindings and all commands.
  init(_ keymap: Keymap) {
    var entries: [Entry] = []
    if !keymap.ownBindings.isEmpty {
      entries.append(Entry(label: "Your own keys", text: ""))
      entries += keymap.ownBindings.map { binding in
        Entry(
          label: binding.keys.map(\.name).joined(separator: " "), text: binding.line ?? "",
          line: binding.line)
      }
    }
    entries.append(Entry(label: "In the table", text: ""))
    entries += Keymap.entries.filter { !$0.help.isEmpty }.map {
      Entry(label: $0.title, text: $0.help, line: $0.line)
    }
    entries.append(Entry(label: "In a cell", text: ""))
    entries += Keymap.editingHelp.map { Entry(label: $0.label, text: $0.help) }
    entries.append(Entry(label: "What marks mean", text: ""))
    entries += Self.legend
    entries.append(Entry(label: "After :", text: ""))
    entries += CommandTable.all.map { command in
      Entry(
        label: command.name,
        text: command.help + (command.usage.isEmpty ? "" : ": \(command.usage)"),
        line: command.name,
        needsWords: !command.usage.isEmpty && !command.usage.hasPrefix("["))
    }
    self.entries = entries
  }

  private static let legend = [
    ("!", "the value breaks a rule: an error"), ("?", "a rule warns about the value"),
    ("*", "differs from the file"), ("<", "changed in the file by another program"),
    ("~", "the days of this line differ"), ("[+]", "unsaved changes"),
    ("colours", "heat in seven bands, blue-grey to red"),
    ("▸", "the strip of today; the axis marks the current time"),
    ("underlined", "the part of the day under the cursor"),
    ("tag 114", "the cell's number, for g and :"),
  ].map { Entry(label: $0, text: $1) }
}

/// The names in help, to check the documentation.
extension EditorState {
  package static let keyLabels = Keymap.entries.filter { !$0.help.isEmpty }.map(\.title)

  /// The commands and their aliases.
  package static let commandNames = CommandTable.all.flatMap { [$0.name] + $0.aliases }
}
