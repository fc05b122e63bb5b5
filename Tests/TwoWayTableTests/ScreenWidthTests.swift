import TestSupport
import Testing
import TwoWayTable

@Suite("The columns of a text")
struct ScreenWidthTests {
  /// Where we give another width than wcwidth, and why.
  private static let exceptions: [(kind: String, reason: String)] = [
    ("half a flag", "terminals and the C library show a letter of one column"),
    ("joiner", "between letters a joiner joins no picture; both letters are shown"),
    ("mark alone", "a vowel sign takes a column, also without a letter before it"),
  ]

  @Test("equal wcwidth for a thousand strings: families, keycaps, flags, marks, CJK, Arabic")
  func wcwidth() throws {
    let bytes = try #require(Fixtures.bytes("widths/wcwidth.txt"))
    var count = 0
    var excepted: Set<String> = []
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n").dropFirst() {
      let parts = line.split(separator: "\t")
      var text = String.UnicodeScalarView()
      for scalar in parts[1].split(separator: " ") {
        text.append(try #require(UInt32(scalar, radix: 16).flatMap(Unicode.Scalar.init)))
      }
      count += 1
      let columns = String(text).terminalColumns
      if Self.exceptions.contains(where: { $0.kind == parts[0] }) {
        if "\(columns)" != parts[2] { excepted.insert(String(parts[0])) }
      } else {
        #expect("\(columns)" == parts[2], "\(line)")
      }
      // The drawn text has the stated width, and is read back whole.
      var surface = Surface(size: ScreenSize(rows: 1, columns: 20))
      let end = surface.write(String(text), at: ScreenPoint(row: 0, column: 0))
      #expect(end == columns, "\(line)")
      let drawn = surface.lines[0].unicodeScalars
      #expect(columns == 0 || parts[0] == "mark alone" || Array(drawn) == Array(text), "\(line)")
    }
    #expect(count == 1000)
    #expect(excepted.count == Self.exceptions.count, "an exception that is none: \(excepted)")
  }

  @Test("are crossed and erased by the cursor as a whole")
  func clusters() {
    let family = "👩‍👩‍👧"
    var line = TextLine("a\(family)e\u{301}")
    #expect(line.window(columns: 10).cursor == 4)
    #expect(line.handle(.named(.left)) && line.window(columns: 10).cursor == 3)
    #expect(line.handle(.named(.left)) && line.window(columns: 10).cursor == 1)
    #expect(line.handle(.named(.delete)) && line.text == "ae\u{301}")
    line = TextLine("1️⃣🇩🇪")
    #expect(line.handle(.named(.backspace)) && line.text == "1️⃣")
    #expect(line.handle(.named(.backspace)) && line.isEmpty)
  }

  @Test("are cut between clusters and never within one")
  func cutting() {
    var surface = Surface(size: ScreenSize(rows: 2, columns: 6))
    surface.write("ab👩‍👩‍👧🇩🇪x", at: ScreenPoint(row: 0, column: 0), width: 5)
    #expect(surface.lines[0] == "ab👩‍👩‍👧")
    surface.write("-", at: ScreenPoint(row: 0, column: 3))
    #expect(surface.lines[0] == "ab -")
    let marks = "e" + String(repeating: "\u{301}", count: 10_000)
    #expect(marks.terminalColumns == 1)
    surface.clear(ScreenRectangle(surface.size))
    surface.write(marks + "z", at: ScreenPoint(row: 0, column: 0))
    #expect(surface.lines[0].unicodeScalars.count == 17)
  }

  @Test("a text is cut at the width, its mark included, between clusters")
  func cutToWidth() {
    for (text, columns, cut) in [
      ("abcdef", 6, "abcdef"), ("abcdef", 5, "abcd>"), ("a漢字", 4, "a漢>"), ("a漢字", 3, "a>"),
      ("👩‍👩‍👧👩‍👩‍👧", 3, "👩‍👩‍👧>"), ("e\u{301}e\u{301}", 1, ">"), ("", 3, ""), ("abc", 0, ">"),
    ] {
      #expect(text.cut(to: columns, with: ">") == cut, "\(text) to \(columns)")
    }
  }

  /// Each took a time that grew with the square of the text, or a copy of it for every key.
  @Test(
    "cutting, drawing and pasting a long text takes linear time",
    arguments: ["x", "é", "漢", "e\u{301}"])
  func longTexts(unit: String) {
    let long = String(repeating: unit, count: 200_000 / unit.utf8.count)
    let item = ListItem(id: "1", title: long, detail: long)
    let note = FormField(key: "note", label: long)
    let size = ScreenSize(rows: 24, columns: 80)
    var surface = Surface(size: size)
    let bound = 10_000_000_000
    let time = ThreadTime.of(below: bound) {
      _ = long.cut(to: 40, with: ">")
      var list = ListScreen([item])
      _ = list.handle(.character("d"))
      _ = list.draw(into: &surface, in: ScreenRectangle(size))
      var form = Form([note], values: ["note": long])
      for key in [Key.named(.function(2)), .character("x"), .named(.left), .named(.backspace)] {
        _ = form.handle(key)
        _ = form.draw(into: &surface, in: ScreenRectangle(size))
      }
      var line = TypedLine()
      _ = line.paste(long)
      for _ in 0..<100 {
        _ = line.handle(.character("x"), history: [], completions: { _ in [] })
        _ = line.line.window(columns: 80)
      }
    }
    // A debug build reads about a megabyte a second.
    #expect(time < bound, "\(time / 1_000_000) ms")
  }

  @Test("a paste stops at a full line, with a message")
  func fullLine() {
    var line = TextLine("ab")
    #expect(line.paste("c\td\n") && line.text == "abc d")
    #expect(!line.paste(String(repeating: "x", count: 10_000)) && line.count == 10_000)
    #expect(!line.paste("y") && line.handle(.character("y")) && line.count == 10_001)
  }
}
