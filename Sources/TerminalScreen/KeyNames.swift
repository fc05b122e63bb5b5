/// The names of keys in help, settings and tests: `Up`, `Shift-Up`, `^S`, `Alt-x`, `F2`, `a`.
extension Key {
  /// Parses a key's name; nil if it is unknown.
  public init?(name: String) {
    let scalars = Array(name.unicodeScalars)
    if let key = Self.byName[name] {
      self = key
    } else if scalars.count == 1, scalars[0] != " " {
      self = .character(scalars[0])
    } else if scalars.count == 2, scalars[0] == "^" {
      let letter = scalars[1].properties.lowercaseMapping.unicodeScalars.first ?? scalars[1]
      // Tab, Enter and Backspace have names of their own.
      guard "abcdefgklnopqrstuvwxyz@\\]^_".unicodeScalars.contains(letter) else { return nil }
      self = .control(letter)
    } else if scalars.count == 5, name.hasPrefix("Alt-") {
      self = .alt(scalars[4])
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

  /// Parses keys for tests: names of keys, other words letter by letter, with `␣` for a space: `Maths Tab 114 Enter`.
  public static func typed(_ text: String) -> [Key] {
    text.split(separator: " ").flatMap { word -> [Key] in
      if word.unicodeScalars.count > 1, let key = Key(name: String(word)) { return [key] }
      return word.unicodeScalars.map { .character($0 == "␣" ? " " : $0) }
    }
  }

  /// The key's name.
  public var name: String {
    switch self {
    case .character(let scalar) where scalar != " ": String(scalar)
    case .control(let scalar): "^" + String(scalar).uppercased()
    case .alt(let scalar): "Alt-" + String(scalar)
    default: Self.byName.first { $0.value == self }?.key ?? "?"
    }
  }

  private static let byName: [String: Key] = {
    let named: [(String, NamedKey)] =
      [
        ("Enter", .enter), ("Esc", .escape), ("Tab", .tab), ("Backspace", .backspace),
        ("Del", .delete), ("Ins", .insert), ("Up", .up), ("Down", .down), ("Left", .left),
        ("Right", .right), ("Home", .home), ("End", .end), ("PgUp", .pageUp), ("PgDn", .pageDown),
      ] + (1...12).map { ("F\($0)", .function($0)) }
    var keys: [String: Key] = [:]
    for (name, key) in named { (keys[name], keys["Shift-" + name]) = (.named(key), .shift(key)) }
    (keys["Space"], keys["Shift-Tab"]) = (.character(" "), .named(.backTab))
    return keys
  }()
}
