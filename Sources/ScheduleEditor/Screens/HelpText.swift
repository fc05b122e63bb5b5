import TwoWayTable

/// An entry of help.
struct HelpEntry: Hashable {
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

extension Keymap {
  /// The entries of help: marks, keys and commands, generated from the bindings and the command table.
  var help: [HelpEntry] {
    var entries: [HelpEntry] = []
    if !ownBindings.isEmpty {
      entries.append(HelpEntry(label: "Your own keys", text: ""))
      entries += ownBindings.map { binding in
        HelpEntry(
          label: binding.keys.map(\.name).joined(separator: " "), text: binding.line ?? "",
          line: binding.line)
      }
    }
    entries.append(HelpEntry(label: "In the table", text: ""))
    entries += Self.entries.filter { !$0.help.isEmpty }.map {
      HelpEntry(label: $0.title, text: $0.help, line: $0.line)
    }
    entries.append(HelpEntry(label: "In a cell", text: ""))
    entries += Self.editingHelp.map { HelpEntry(label: $0.label, text: $0.help) }
    entries.append(HelpEntry(label: "What marks mean", text: ""))
    entries += Self.legend
    entries.append(HelpEntry(label: "After :", text: ""))
    entries += CommandTable.all.map { command in
      HelpEntry(
        label: command.name,
        text: command.help + (command.usage.isEmpty ? "" : ": \(command.usage)"),
        line: command.name,
        needsWords: !command.usage.isEmpty && !command.usage.hasPrefix("["))
    }
    return entries
  }

  private static let legend = [
    ("!", "the value breaks a rule: an error"), ("?", "a rule warns about the value"),
    ("*", "differs from the file"), ("<", "changed in the file by another program"),
    ("~", "the days of this line differ"), ("[+]", "unsaved changes"),
    ("colours", "heat in seven bands, blue-grey to red"),
    ("▸", "the strip of today; the axis marks the current time"),
    ("underlined", "the part of the day under the cursor"),
    ("tag 114", "the cell's number, for g and :"),
  ].map { HelpEntry(label: $0, text: $1) }
}

/// The names in help, to check the documentation.
extension EditorState {
  package static let keyLabels = Keymap.entries.filter { !$0.help.isEmpty }.map(\.title)

  /// The commands and their aliases.
  package static let commandNames = CommandTable.all.flatMap { [$0.name] + $0.aliases }
}
