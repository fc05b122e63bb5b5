import Terminal
import TestSupport
import Testing

@Suite("The output shortener")
struct OutputShortenerTests {
  private static let table: [(long: String, short: String)] = [
    ("\u{1B}[39m\u{1B}(B\u{1B}[0;7ma", "\u{1B}[7ma"),
    ("\u{1B}(B\u{1B}[0;7ma\u{1B}(B\u{1B}[mb", "\u{1B}[7ma\u{1B}[mb"),
    ("\u{1B}[31ma\u{1B}[39m\u{1B}(B\u{1B}[0;1mb", "\u{1B}[31ma\u{1B}[;1mb"),
    // Only what changes; what is taken back at once is never sent.
    ("\u{1B}[1ma\u{1B}[31mb\u{1B}[7m\u{1B}(B\u{1B}[0;1m\u{1B}[31mc", "\u{1B}[1ma\u{1B}[31mbc"),
    ("\u{1B}[38;5;208ma\u{1B}[48;2;1;2;3mb", "\u{1B}[38;5;208ma\u{1B}[48;2;1;2;3mb"),
    // The colour of the text does not show in blanks, that of the background does.
    ("\u{1B}[31m  a\u{1B}[m  \u{1B}[32mb", "  \u{1B}[31ma  \u{1B}[32mb"),
    ("\u{1B}[7ma\u{1B}[m \u{1B}[31mb", "\u{1B}[7ma\u{1B}[;31m b"),
    ("\u{1B}[41m a\u{1B}[m b", "\u{1B}[41m a\u{1B}[m b"),
    ("\u{1B}[41m\u{1B}[K\u{1B}[m\u{1B}[K", "\u{1B}[41m\u{1B}[K\u{1B}[m\u{1B}[K"),
    // The same line: the column alone. Not at the margin, nor after a line feed.
    ("\u{1B}[5;2Hab\u{1B}[5;60Hc", "\u{1B}[5;2Hab\u{1B}[60Gc"),
    ("\u{1B}[5;79Hab\u{1B}[5;60Hc", "\u{1B}[5;79Hab\u{1B}[5;60Hc"),
    ("\u{1B}[5;2Hab\n\u{1B}[5;60Hc", "\u{1B}[5;2Hab\n\u{1B}[5;60Hc"),
    // Unknown: as it is, and nothing is taken for granted until the next reset.
    ("\u{1B}[3ma\u{1B}[31mb\u{1B}(B\u{1B}[0;7mc", "\u{1B}[3ma\u{1B}[31mb\u{1B}[m\u{1B}[7mc"),
    ("\u{1B}(0q\u{1B}(B\u{1B}[mx\u{1B}(Bx", "\u{1B}(0q\u{1B}(Bxx"),
  ]

  @Test("says the same with less", arguments: table)
  func shortens(long: String, short: String) {
    var shortener = OutputShortener()
    shortener.columns = 80
    _ = shortener.shorten(Array("\u{1B}(B\u{1B}[m".utf8))
    #expect(String(decoding: shortener.shorten(Array(long.utf8)), as: UTF8.self) == short)
  }

  @Test("sends the first reset and the first designation, whatever the terminal was left in")
  func begins() {
    var shortener = OutputShortener()
    let bytes = Array("\u{1B}[31mx\u{1B}(B\u{1B}[0;7mx".utf8)
    #expect(
      String(decoding: shortener.shorten(bytes), as: UTF8.self)
        == "\u{1B}[m\u{1B}[31mx\u{1B}(B\u{1B}[;7mx")
  }

  private static let pieces: [String] = [
    "\u{1B}(B\u{1B}[m", "\u{1B}(B\u{1B}[0;7m", "\u{1B}(B\u{1B}[0;1m", "\u{1B}[39m", "\u{1B}[49m",
    "\u{1B}[31m", "\u{1B}[94m", "\u{1B}[38;5;208m", "\u{1B}[44m", "\u{1B}[104m", "\u{1B}[4m",
    "\u{1B}[39;49m", "a", " ", "   ", "[62]", "é", "06:00", "\r", "\u{8}", "\n", "\u{1B}[K",
    "\u{1B}[1K", "\u{1B}[3X", "\u{1B}[H", "\u{1B}[J", "\u{1B}[5C", "\u{1B}[7G", "\u{1B}[3d",
    "\u{1B}M", "\u{1B}[2P", "\u{1B}[2@", "\u{1B}[1L", "\u{1B}[1M",
  ]

  @Test("leaves every screen as it would have been", arguments: 1...40)
  func keepsScreens(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var shortener = OutputShortener()
    shortener.columns = 20
    var plain = ScreenInterpreter(rows: 6, columns: 20)
    var short = plain
    plain.feed("\u{1B}[m".utf8)
    short.feed(shortener.shorten(Array("\u{1B}[m".utf8)))
    for _ in 0..<50 {
      var bytes: [UInt8] = []
      for _ in 0..<20 {
        let move =
          "\u{1B}[\(Int.random(in: 1...6, using: &generator));"
          + "\(Int.random(in: 1...20, using: &generator))H"
        let piece =
          Bool.random(using: &generator)
          ? Self.pieces.randomElement(using: &generator) ?? "" : move
        bytes += piece.utf8
      }
      plain.feed(bytes)
      short.feed(shortener.shorten(bytes))
      #expect(
        short.looks == plain.looks, "\(String(decoding: bytes, as: UTF8.self).debugDescription)")
      #expect(short.cursor == plain.cursor)
      #expect(short.currentRendition == plain.currentRendition)
      #expect(plain.unknown.isEmpty && short.unknown.isEmpty)
    }
  }
}

extension ScreenInterpreter {
  /// The cells as a person sees them: the colour and weight of a blank's text do not show.
  fileprivate var looks: [[Cell]] {
    cells.map { row in
      row.map { cell in
        guard cell.character == " ", !cell.rendition.contains("7") else { return cell }
        var visible = cell
        visible.rendition.removeAll { $0 != "4" && !$0.isBackground }
        return visible
      }
    }
  }
}

extension String {
  fileprivate var isBackground: Bool {
    hasPrefix("48;") || hasPrefix("10") || (count == 2 && hasPrefix("4"))
  }
}
