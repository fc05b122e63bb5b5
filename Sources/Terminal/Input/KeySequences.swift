package import TerminalScreen

package enum KeySequences {
  /// Sequences of ECMA-48 terminals: xterm and its relatives, rxvt, the Linux console.
  ///
  /// With both cursor-key modes, since multiplexers do not always follow the requested one, and the application keypad.
  package static let common: [[UInt8]: Key] = {
    var table: [[UInt8]: Key] = [:]
    func add(_ text: String, _ key: Key) { table[[0x1B] + text.utf8] = key }
    let letters: [(String, NamedKey)] = [
      ("A", .up), ("B", .down), ("C", .right), ("D", .left), ("H", .home), ("F", .end),
    ]
    for (letter, key) in letters {
      add("[" + letter, .named(key))
      add("O" + letter, .named(key))
      add("[1;2" + letter, .shift(key))
    }
    for (letter, key) in zip(["a", "b", "c", "d"], [NamedKey.up, .down, .right, .left]) {
      add("[" + letter, .shift(key))
    }
    let numbers: [(Int, NamedKey)] = [
      (1, .home), (2, .insert), (3, .delete), (4, .end), (5, .pageUp), (6, .pageDown), (7, .home),
      (8, .end), (11, .function(1)), (12, .function(2)), (13, .function(3)), (14, .function(4)),
      (15, .function(5)), (17, .function(6)), (18, .function(7)), (19, .function(8)),
      (20, .function(9)), (21, .function(10)), (23, .function(11)), (24, .function(12)),
    ]
    for (number, key) in numbers {
      add("[\(number)~", .named(key))
      // With Shift: xterm, rxvt. Sequences with other modifiers are ignored.
      add("[\(number);2~", .shift(key))
      add("[\(number)$", .shift(key))
    }
    for (index, letter) in ["P", "Q", "R", "S"].enumerated() {
      add("O" + letter, .named(.function(index + 1)))
      add("[1;2" + letter, .shift(.function(index + 1)))
    }
    for (index, letter) in ["A", "B", "C", "D", "E"].enumerated() {
      add("[[" + letter, .named(.function(index + 1)))
    }
    add("[Z", .named(.backTab))
    add("OM", .named(.enter))
    for (letter, character) in zip("jklmnopqrstuvwxyX", "*+,-./0123456789=".unicodeScalars) {
      add("O\(letter)", .character(character))
    }
    return table
  }()

  /// The terminfo capabilities of keys, and of keys with Shift; for two of the arrows these are the scrolling keys.
  private static let capabilities: [(alone: String, shifted: String?, key: NamedKey)] =
    [
      ("kcuu1", "kri", .up), ("kcud1", "kind", .down), ("kcub1", "kLFT", .left),
      ("kcuf1", "kRIT", .right), ("khome", "kHOM", .home), ("kend", "kEND", .end),
      ("kpp", "kPRV", .pageUp), ("knp", "kNXT", .pageDown), ("kich1", "kIC", .insert),
      ("kdch1", "kDC", .delete), ("kcbt", nil, .backTab), ("kent", nil, .enter),
      ("kbs", nil, .backspace),
    ] + (1...12).map { ("kf\($0)", nil, .function($0)) }

  /// The common sequences and those of the database; a terminal unknown to the database adds none.
  static func table(_ terminfo: Terminfo?) -> [[UInt8]: Key] {
    var table = common
    func add(_ name: String?, _ key: Key) {
      // A single byte is a control character and already has a meaning.
      guard let bytes = name.flatMap({ terminfo?.bytes($0) }), bytes.count > 1, bytes[0] == 0x1B
      else { return }
      table[bytes] = key
    }
    for (_, shifted, key) in capabilities { add(shifted, .shift(key)) }
    for (alone, _, key) in capabilities { add(alone, .named(key)) }
    return table
  }
}
