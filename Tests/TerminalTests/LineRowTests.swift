import Terminal
import TerminalScreen
import TestSupport
import Testing

/// The row on which a line is typed, as a terminal shows it.
@Suite struct LineRowTests {
  /// Types keys; returns the output of each.
  private func sent(_ keys: [Key], columns: Int = 40) -> [String] {
    var (row, line) = (LineRow(showsUnicode: true), TextLine())
    return keys.map { key in
      _ = line.handle(key)
      return String(decoding: row.show(line, columns: columns), as: UTF8.self)
    }
  }

  @Test("only changes are sent")
  func nothingElseIsSent() {
    let keys: [Key] = [
      .character("6"), .character("5"), .named(.left), .character("4"), .control("a"),
      .control("e"), .named(.backspace), .character("漢"), .named(.left), .named(.delete),
      .control("u"), .control("u"),
    ]
    #expect(
      sent(keys) == [
        "6", "5", "\u{8}", "45\u{8}", "\u{8}\u{8}", "645", "\u{8} \u{8}", "漢", "\u{8}\u{8}",
        "  \u{8}\u{8}", "\u{8}\u{8}  \u{8}\u{8}", "",
      ])
  }

  @Test("typing at the end of a long line moves it once in half a row")
  func longLinesMoveRarely() {
    let bytes = sent(Array(repeating: .character("x"), count: 200), columns: 40)
    #expect(bytes.count { $0.utf8.count > 1 } == 8)
  }

  @Test("control characters and unknown characters are shown as question marks")
  func controlsAreQuestionMarks() {
    var row = LineRow(showsUnicode: true)
    #expect(row.show(TextLine("a\u{1B}\u{202E}é"), columns: 40) == Array("a??é".utf8))
    row = LineRow(showsUnicode: false)
    #expect(row.show(TextLine("aé漢"), columns: 40) == Array("a??".utf8))
  }

  private static let keys: [Key] =
    "ab é漢\u{301}🙂".unicodeScalars.map { .character($0) } + [
      .named(.left), .named(.left), .named(.right), .named(.home), .named(.end),
      .named(.backspace), .named(.delete), .control("k"), .control("u"), .control("w"),
    ]

  @Test("a family, a flag and a keycap have the same width at a prompt as on the screen")
  func clusters() {
    let typed = "a👨\u{200D}👩\u{200D}👧b🇩🇪1\u{FE0F}\u{20E3}👍🏽e\u{301}漢c"
    let keys: [Key] =
      typed.unicodeScalars.map { .character($0) } + Array(repeating: .named(.left), count: 9)
      + [.character("x"), .named(.right), .named(.right), .named(.backspace), .named(.end)]
      + Array(repeating: .named(.backspace), count: 12)
    var (row, line, column) = (LineRow(showsUnicode: true), TextLine(), 0)
    for key in keys {
      _ = line.handle(key)
      let sent = String(decoding: row.show(line, columns: 40), as: UTF8.self).unicodeScalars
      for part in sent.split(separator: "\u{8}", omittingEmptySubsequences: false) {
        column += String(part).terminalColumns - 1
      }
      column += 1
      var before = String.UnicodeScalarView()
      before.append(contentsOf: line.text.unicodeScalars.prefix(line.cursor))
      #expect(column == String(before).terminalColumns, "\(key) in \(line.text.debugDescription)")
    }
    #expect(line.isEmpty)
  }

  @Test("after any keys the row shows the part of the line around the cursor", arguments: 0..<20)
  func randomKeys(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let columns = [3, 5, 12, 30][seed % 4]
    var (row, line) = (LineRow(showsUnicode: true), TextLine())
    var screen = ScreenInterpreter(rows: 3, columns: columns + 3)
    screen.feed("> ".utf8)
    for _ in 0..<Rounds.of(150) {
      if Int.random(in: 0..<6, using: &random) > 0 {
        _ = line.handle(Self.keys.randomElement(using: &random)!)
      } else {
        line = TextLine(String(repeating: "漢é x", count: Int.random(in: 0...6, using: &random)))
      }
      screen.feed(row.show(line, columns: columns))
      // Nothing but the prompt's row is ever written to.
      #expect(screen.lines[1...].allSatisfy(\.isEmpty) && screen.cursor.row == 0)
      let shown = String(screen.lines[0].dropFirst(2))
      let text = Array(line.text.unicodeScalars)
      #expect(line.text.trimmedAtEnd.contains(shown), "\(shown) of \(line.text)")
      // The text before the cursor ends at the cursor.
      let before = text[..<line.cursor].reversed().lazy.scan(columns: screen.cursor.column - 2)
      #expect(before, "cursor \(screen.cursor.column) in \(shown) of \(line.text)")
    }
  }
}

extension String {
  /// The text without the blanks at its end, which the screen does not show.
  fileprivate var trimmedAtEnd: String {
    var result = self
    while result.unicodeScalars.last == " " { result.unicodeScalars.removeLast() }
    return result
  }
}

extension Sequence where Element == Unicode.Scalar {
  /// Whether some of the first scalars take exactly so many columns.
  fileprivate func scan(columns: Int) -> Bool {
    var left = columns
    for scalar in self where left > 0 { left -= scalar.terminalColumns }
    return left == 0
  }
}
