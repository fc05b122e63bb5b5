/// The names of keys in help, settings and tests: `Up`, `Shift-Up`, `^S`, `Alt-x`, `F2`, `a`.
extension Key {
  /// Parses a key's name; nil if it is unknown.
  public init?(name: String) {
    let scalars = Array(name.unicodeScalars)
    if scalars.count == 1, scalars[0] != " " {
      self = .character(scalars[0])
    } else if scalars.count == 2, scalars[0] == "^" {
      let letter = scalars[1].properties.lowercaseMapping.unicodeScalars.first ?? scalars[1]
      // Tab, Enter and Backspace have names of their own.
      guard "abcdefgklnopqrstuvwxyz@\\]^_".unicodeScalars.contains(letter) else { return nil }
      self = .control(letter)
    } else if scalars.count == 5, name.hasPrefix("Alt-") {
      self = .alt(scalars[4])
    } else if name == "Space" {
      self = .character(" ")
    } else if name == "Shift-Tab" {
      self = .named(.backTab)
    } else if name.hasPrefix("Shift-"), let key = NamedKey.byName[String(name.dropFirst(6))] {
      self = .shift(key)
    } else if let key = NamedKey.byName[name] {
      self = .named(key)
    } else {
      return nil
    }
  }

  /// Parses a sequence of key names separated by spaces.
  public static func sequence(named names: String) -> [Key]? {
    let parts = names.split(separator: " ")
    let keys = parts.compactMap { Key(name: String($0)) }
    return !keys.isEmpty && keys.count == parts.count ? keys : nil
  }

  /// Parses keys as in tests and scripts: names of keys separated by spaces, other words letter by letter, `␣` for a
  /// space within a word: `Maths Tab 114 Enter`.
  public static func typed(_ text: String) -> [Key] {
    text.split(separator: " ").flatMap { word -> [Key] in
      if word.unicodeScalars.count > 1, let key = Key(name: String(word)) { return [key] }
      return word.unicodeScalars.map { .character($0 == "␣" ? " " : $0) }
    }
  }

  /// The key's name.
  public var name: String {
    switch self {
    case .character(" "): "Space"
    case .character(let scalar): String(scalar)
    case .control(let scalar): "^" + String(scalar).uppercased()
    case .alt(let scalar): "Alt-" + String(scalar)
    case .named(.backTab): "Shift-Tab"
    case .named(let key): key.name
    case .shift(let key): "Shift-" + key.name
    }
  }
}

extension NamedKey {
  fileprivate var name: String { Self.byName.first { $0.value == self }?.key ?? "?" }

  fileprivate static let byName: [String: NamedKey] = {
    var table: [String: NamedKey] = [
      "Enter": .enter, "Esc": .escape, "Tab": .tab, "Backspace": .backspace, "Del": .delete,
      "Ins": .insert, "Up": .up, "Down": .down, "Left": .left, "Right": .right, "Home": .home,
      "End": .end, "PgUp": .pageUp, "PgDn": .pageDown,
    ]
    for number in 1...12 { table["F\(number)"] = .function(number) }
    return table
  }()
}
