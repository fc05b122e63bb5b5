import Diagnostics
import JSONText

/// Reads the members of a theme's file, one by one, and notes what is wrong with them.
struct ThemeReader {
  private let map: SourceMap
  private let text: SourceText
  private var faults: [(offset: Int, message: String)] = []

  init(_ bytes: [UInt8]) {
    map = SourceMap(bytes)
    text = SourceText(bytes)
  }

  /// The faults, by position.
  var problems: [ThemeError.Problem] {
    var text = text
    return faults.sorted { $0.offset < $1.offset }.map { fault in
      let place = text.location(at: fault.offset)
      return ThemeError.Problem(line: place.line, column: place.column, message: fault.message)
    }
  }

  /// Notes a fault.
  mutating func add(_ message: String, at offset: Int) {
    faults.append((offset, message))
  }

  /// Notes the members that occur twice.
  mutating func reportDuplicates() {
    for (_, key, offset) in map.duplicates() {
      add("\(key.quoted()) appears twice", at: offset)
    }
  }

  /// Reads the value at the top; the theme is of use when no fault was noted.
  mutating func theme(_ root: JSONNode) -> Theme {
    let top = JSONPath()
    guard root.kind == .object else {
      add("expected an object such as {\"name\": \"dusk\", \"roles\": {…}}", top)
      return .standard
    }
    var name: String?
    var base = Theme.standard
    var changes: [StyleRole: (inout ThemeEntry) -> Void] = [:]
    for (key, value) in root.members {
      let path = top.member(key)
      switch key {
      case "name": name = nonEmptyName(value, path)
      case "base": base = builtIn(value, path) ?? base
      case "roles": changes = roles(value, path)
      default: addUnknown(key, path, among: ["name", "base", "roles"])
      }
    }
    if root["name"] == nil { add("\"name\" is missing", top) }
    return Theme(name: name ?? "", base: base, changes: changes)
  }
}

extension ThemeReader {
  private mutating func nonEmptyName(_ node: JSONNode, _ path: JSONPath) -> String? {
    guard let name = node.string, !name.isEmpty, !name.unicodeScalars.contains(where: \.isControl)
    else {
      add("name is \(node.words); expected a name of printable characters", path)
      return nil
    }
    return name
  }

  private mutating func builtIn(_ node: JSONNode, _ path: JSONPath) -> Theme? {
    if let theme = node.string.flatMap({ Theme.builtIn(named: $0) }) { return theme }
    let names = Theme.builtIn.map { "\"\($0.name)\"" }.joined(separator: ", ")
    add("base is \(node.words); expected one of \(names)", path)
    return nil
  }

  private mutating func roles(
    _ node: JSONNode, _ path: JSONPath
  ) -> [StyleRole: (inout ThemeEntry) -> Void] {
    guard node.kind == .object else {
      add("roles is \(node.words); expected an object such as {\"warm\": \"red\"}", path)
      return [:]
    }
    var changes: [StyleRole: (inout ThemeEntry) -> Void] = [:]
    for (key, value) in node.members {
      let place = path.member(key)
      guard let role = StyleRole(named: key) else {
        addUnknown(key, place, among: StyleRole.allCases.map(\.name), what: "role")
        continue
      }
      changes[role] = change(value, place, key)
    }
    return changes
  }

  private mutating func change(
    _ node: JSONNode, _ path: JSONPath, _ name: String
  ) -> (inout ThemeEntry) -> Void {
    guard node.kind == .object else {
      let color = color(node, path, name)
      return { $0.foreground = color ?? $0.foreground }
    }
    var changes: [(inout ThemeEntry) -> Void] = []
    for (key, value) in node.members {
      let place = path.member(key)
      let words = "\(name).\(key)"
      switch key {
      case "foreground":
        let color = color(value, place, words)
        changes.append { $0.foreground = color ?? $0.foreground }
      case "background":
        let color = color(value, place, words)
        changes.append { $0.background = color ?? $0.background }
      case "bold", "underline", "reverse":
        let emphasis: Emphasis = key == "bold" ? .bold : key == "underline" ? .underline : .reverse
        guard let isOn = value.boolean else {
          add("\(words) is \(value.words); expected true or false", place)
          continue
        }
        changes.append { entry in
          if isOn { entry.emphasis.insert(emphasis) } else { entry.emphasis.remove(emphasis) }
        }
      default:
        addUnknown(
          key, place, among: ["foreground", "background", "bold", "underline", "reverse"])
      }
    }
    return { entry in for change in changes { change(&entry) } }
  }

  private mutating func color(
    _ node: JSONNode, _ path: JSONPath, _ name: String
  ) -> TerminalColor? {
    if let color = node.string.flatMap({ TerminalColor($0) }) { return color }
    if let index = node.integer.flatMap({ UInt8(exactly: $0) }) { return .indexed(index) }
    add(
      "\(name) is \(node.words); expected a colour: \"red\", \"bright-red\", 0 to 255, "
        + "\"#ff8700\" or \"default\"", path)
    return nil
  }

  private mutating func addUnknown(
    _ key: String, _ path: JSONPath, among names: [String], what: String = "member"
  ) {
    add(
      "unknown \(what) \(key.quoted()); expected one of \(names.joined(separator: ", "))",
      at: map.offset(of: path, atKey: true))
  }

  private mutating func add(_ message: String, _ path: JSONPath) {
    add(message, at: map.offset(of: path))
  }
}

extension Theme {
  fileprivate init(
    name: String, base: Theme, changes: [StyleRole: (inout ThemeEntry) -> Void]
  ) {
    self.init(name: name) { role in
      var entry = base[role]
      changes[role]?(&entry)
      return entry
    }
  }
}
