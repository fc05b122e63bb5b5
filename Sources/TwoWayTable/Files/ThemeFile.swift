import Diagnostics
import JSONText

extension Theme {
  /// Reads a theme from JSON: `{"name": "dusk", "base": "dark", "roles": {"warm": "#ff8700"}}`.
  ///
  /// Only the name is required. `base` is a built-in theme (default: `default`); roles not listed look as in that
  /// theme. A role is a colour or an object with `foreground`, `background`, `bold`, `underline` and `reverse`; omitted
  /// members keep the base's value. A colour is `"default"`, one of eight names, `"bright-"` and such a name, a number
  /// from 0 to 255, or `"#rrggbb"`.
  ///
  /// - Throws: `FileProblems`; `file` is the file's name in errors.
  public init(reading bytes: [UInt8], file: String) throws(FileProblems) {
    var json = JSONReader(bytes, file: file, title: "the theme")
    self = json.theme() ?? .standard
    guard json.problems.isEmpty else { throw FileProblems(json.problems) }
  }
}

extension JSONReader {
  /// Reads a theme file; the theme is valid if no error was recorded.
  fileprivate mutating func theme() -> Theme? {
    let example = "an object such as {\"name\": \"dusk\", \"roles\": {…}}"
    guard let root,
      let top = members(of: root, named: ["name", "base", "roles"], like: example)
    else { return nil }
    let name = member("name", of: top).flatMap { themeName($0) }
    let themes = Theme.builtIn.map { ($0.name, $0) }
    let base = word("base", of: top, among: themes) ?? .standard
    let entries = top["roles"].map { roles($0, base) } ?? [:]
    return Theme(name: name ?? "") { entries[$0] ?? base.entry(for: $0) }
  }

  private mutating func themeName(_ value: Value) -> String? {
    if let name = value.node.string, !name.isEmpty,
      !name.unicodeScalars.contains(where: \.isControl)
    {
      return name
    }
    refuse(value, expected: "a name of printable characters")
    return nil
  }

  private mutating func roles(
    _ value: Value, _ base: Theme
  ) -> [StyleRole: ThemeEntry] {
    let example = "an object such as {\"warm\": \"red\"}"
    let names = StyleRole.allCases.map(\.name)
    var entries: [StyleRole: ThemeEntry] = [:]
    for (name, value) in members(of: value, named: nil, like: example)?.all ?? [] {
      if let role = StyleRole.allCases.first(where: { $0.name == name }) {
        var entry = base.entry(for: role)
        change(&entry, value)
        entries[role] = entry
      } else {
        refuseName(name, of: value, as: "role", among: names, meant: names)
      }
    }
    return entries
  }

  private mutating func change(_ entry: inout ThemeEntry, _ value: Value) {
    guard value.node.kind == .object else {
      entry.foreground = color(value) ?? entry.foreground
      return
    }
    let emphases: [(name: String, emphasis: Emphasis)] = [
      ("bold", .bold), ("underline", .underline), ("reverse", .reverse),
    ]
    guard
      let members = members(of: value, named: ["foreground", "background"] + emphases.map(\.name))
    else { return }
    entry.foreground = members["foreground"].flatMap { color($0) } ?? entry.foreground
    if let background = members["background"].flatMap({ color($0) }) {
      // The base may reverse the role instead of giving it a background.
      entry.background = background
      entry.emphasis.remove(.reverse)
    }
    for (name, emphasis) in emphases {
      guard let isOn = boolean(name, of: members) else { continue }
      if isOn { entry.emphasis.insert(emphasis) } else { entry.emphasis.remove(emphasis) }
    }
  }

  private mutating func color(_ value: Value) -> TerminalColor? {
    if let color = value.node.string.flatMap({ TerminalColor($0) }) { return color }
    if let index = value.node.integer.flatMap({ UInt8(exactly: $0) }) { return .indexed(index) }
    refuse(
      value,
      expected: "a colour: \"red\", \"bright-red\", 0 to 255, \"#ff8700\" or \"default\"")
    return nil
  }
}
