package import TwoWayTable

/// The names of keys, as help and settings write them: `Up`, `Shift-Up`, `^S`, `Alt-x`, `F2`, `a`.
package enum KeyName {
  /// Reads one name; nil for a text that names no key.
  package static func key(_ name: String) -> Key? {
    let scalars = Array(name.unicodeScalars)
    if scalars.count == 1 { return scalars[0] == " " ? nil : .character(scalars[0]) }
    if scalars.count == 2, scalars[0] == "^" {
      let letter = scalars[1].properties.lowercaseMapping.unicodeScalars.first ?? scalars[1]
      return isControl(letter) ? .control(letter) : nil
    }
    if name == "Space" { return .character(" ") }
    if let named = named[name] { return .named(named) }
    if name == "Shift-Tab" { return .named(.backTab) }
    if name.hasPrefix("Shift-"), let named = named[String(name.dropFirst(6))] {
      return .shift(named)
    }
    if name.hasPrefix("Alt-"), scalars.count == 5 { return .alt(scalars[4]) }
    return nil
  }

  /// Reads keys to be pressed one after another, with blanks between them.
  package static func sequence(_ names: String) -> [Key]? {
    let parts = names.split(separator: " ")
    let keys = parts.compactMap { key(String($0)) }
    return !keys.isEmpty && keys.count == parts.count ? keys : nil
  }

  /// The name of a key.
  package static func name(of key: Key) -> String {
    switch key {
    case .character(" "): "Space"
    case .character(let scalar): String(scalar)
    case .control(let scalar): "^" + String(scalar).uppercased()
    case .alt(let scalar): "Alt-" + String(scalar)
    case .named(.backTab): "Shift-Tab"
    case .named(let named): Self.name(of: named)
    case .shift(let named): "Shift-" + Self.name(of: named)
    }
  }

  private static func name(of key: NamedKey) -> String {
    named.first { $0.value == key }?.key ?? "?"
  }

  /// Control has a meaning with these only; Tab, Enter and Backspace have names of their own.
  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    (("a"..."z").contains(scalar) && !["h", "i", "j", "m"].contains(scalar))
      || ["@", "\\", "]", "^", "_"].contains(scalar)
  }

  private static let named: [String: NamedKey] = {
    var table: [String: NamedKey] = [
      "Enter": .enter, "Esc": .escape, "Tab": .tab, "Backspace": .backspace, "Del": .delete,
      "Ins": .insert, "Up": .up, "Down": .down, "Left": .left, "Right": .right, "Home": .home,
      "End": .end, "PgUp": .pageUp, "PgDn": .pageDown,
    ]
    for number in 1...12 { table["F\(number)"] = .function(number) }
    return table
  }()
}
