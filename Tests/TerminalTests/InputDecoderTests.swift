import Terminal
import Testing
import TwoWayTable

@Suite("The input decoder, for keys")
struct InputDecoderTests {
  static let table: [(bytes: String, keys: [Key])] = [
    ("a Z", [.character("a"), .character(" "), .character("Z")]),
    ("é°漢", [.character("é"), .character("°"), .character("漢")]),
    ("\r\n\t", [.named(.enter), .named(.enter), .named(.tab)]),
    ("\u{8}\u{7F}", [.named(.backspace), .named(.backspace)]),
    ("\u{0}\u{3}\u{13}\u{1C}\u{1F}", ["@", "c", "s", "\\", "_"].map { .control($0) }),
    ("\u{1B}[A\u{1B}OA\u{1B}[D", [.named(.up), .named(.up), .named(.left)]),
    ("\u{1B}[H\u{1B}OH\u{1B}[1~\u{1B}[7~", [Key](repeating: .named(.home), count: 4)),
    ("\u{1B}[F\u{1B}OF\u{1B}[4~\u{1B}[8~", [Key](repeating: .named(.end), count: 4)),
    ("\u{1B}[2~\u{1B}[3~", [.named(.insert), .named(.delete)]),
    ("\u{1B}[5~\u{1B}[6~\u{1B}[Z", [.named(.pageUp), .named(.pageDown), .named(.backTab)]),
    ("\u{1B}OP\u{1B}[11~\u{1B}[[A", [Key](repeating: .named(.function(1)), count: 3)),
    ("\u{1B}[15~\u{1B}[24~", [.named(.function(5)), .named(.function(12))]),
    ("\u{1B}[1;2A\u{1B}[a", [.shift(.up), .shift(.up)]),
    ("\u{1B}[1;2B\u{1B}[1;2C\u{1B}[1;2D", [.shift(.down), .shift(.right), .shift(.left)]),
    ("\u{1B}[b\u{1B}[c\u{1B}[d", [.shift(.down), .shift(.right), .shift(.left)]),
    ("\u{1B}[1;2H\u{1B}[7$\u{1B}[1;2F\u{1B}[8$", [.home, .home, .end, .end].map { .shift($0) }),
    (
      "\u{1B}[5;2~\u{1B}[5$\u{1B}[6;2~\u{1B}[6$",
      [.pageUp, .pageUp, .pageDown, .pageDown].map { .shift($0) }
    ),
    ("\u{1B}[1;2P\u{1B}[15;2~", [.shift(.function(1)), .shift(.function(5))]),
    // Alt and Control with such keys have no meaning.
    ("\u{1B}[1;3A\u{1B}[1;5D\u{1B}[1;6H\u{1B}[5;3~\u{1B}Oa1", [.character("1")]),
    ("\u{1B}Ow\u{1B}OM", [.character("7"), .named(.enter)]),
    ("\u{1B}x\u{1B}é\u{1B}7", [.alt("x"), .alt("é"), .alt("7")]),
    ("\u{1B}\r\u{1B}\u{1B}[B", [.escape, .named(.enter), .escape, .named(.down)]),
    // Unknown: a modified arrow, a cursor report, a mouse report, a lone SS3, a broken sequence.
    (
      "\u{1B}[1;5A1\u{1B}[24;80R2\u{1B}[<0;3;4M3",
      [.character("1"), .character("2"), .character("3")]
    ),
    ("\u{1B}OZ4\u{1B}[12\u{1B}[A", [.character("4"), .named(.up)]),
    // What a terminal answers: colours, settings, pictures, a clipboard, its version, its name.
    (
      "\u{1B}]11;rgb:0000/0000/0000\u{7}1\u{1B}]4;1;rgb:ff/00/00\u{1B}\\2",
      ["1", "2"].map { .character($0) }
    ),
    ("\u{1B}P1$r0m\u{1B}\\1\u{1B}P>|XTerm(370)\u{1B}\\2", ["1", "2"].map { .character($0) }),
    (
      "\u{1B}_Gi=31;OK\u{1B}\\1\u{1B}^q\u{7}+\u{1B}\\2\u{1B}Xq\u{1B}\\3",
      ["1", "2", "3"].map { .character($0) }
    ),
    // Broken off by another sequence, and by CAN.
    ("\u{1B}]52;c;q\u{1B}[A\u{1B}_Gq\u{18}1", [.named(.up), .character("1")]),
    // A mouse report of the oldest form, without a request.
    ("\u{1B}[M ++1\u{1B}[M#!!\u{1B}[B", [.character("1"), .named(.down)]),
    // NEL and a bidirectional control are text that must not reach a terminal.
    ("a\u{85}\u{202E}b", [.character("a"), .character("b")]),
  ]

  @Test("reads every key from one burst, and the same keys from single bytes", arguments: table)
  func decodes(bytes: String, keys: [Key]) {
    var whole = InputDecoder(sequences: KeySequences.common)
    whole.append(bytes.utf8)
    #expect(allKeys(&whole, after: .moreMayFollow) == keys)
    #expect(whole.timeout == -1)

    var single = InputDecoder(sequences: KeySequences.common)
    var found: [Key] = []
    for byte in bytes.utf8 {
      single.append([byte])
      found += allKeys(&single, after: .moreMayFollow)
    }
    #expect(found == keys)
  }

  @Test("a mouse report beyond the largest screen is not an event") func mouseBeyondTheScreen() {
    for place in ["0", "65536", "\(Int.max)", "\(Int.max)0"] {
      var decoder = InputDecoder(sequences: KeySequences.common)
      decoder.acceptsMouse = true
      decoder.append("\u{1B}[<0;\(place);1M\u{1B}[<0;1;\(place)Mx".utf8)
      #expect(decoder.next(after: .moreMayFollow) == .key(.character("x")))
    }
  }

  static let unfinished: [(bytes: [UInt8], keys: [Key])] = [
    ([0x1B], [.escape]),
    (Array("\u{1B}[".utf8), [.alt("[")]),
    (Array("\u{1B}O".utf8), [.alt("O")]),
    (Array("\u{1B}P".utf8), [.alt("P")]),
    (Array("\u{1B}]".utf8), [.alt("]")]),
    ([0xC3], [.character("\u{FFFD}")]),
    ([0xE2, 0x82], [.character("\u{FFFD}")]),
    ([0x1B, 0xC3], [.alt("\u{FFFD}")]),
  ]

  @Test("waits for the rest of a key until the escape delay has passed", arguments: unfinished)
  func waits(bytes: [UInt8], keys: [Key]) {
    var decoder = InputDecoder(sequences: KeySequences.common)
    decoder.append(bytes)
    #expect(decoder.next(after: .moreMayFollow) == nil)
    // The first byte of a scalar is never a key.
    #expect(decoder.timeout == (bytes[bytes.count - 1] < 0x80 ? 25 : 500))
    #expect(allKeys(&decoder, after: .timedOut) == keys)
    #expect(decoder.timeout == -1)
  }

  @Test("waits without a limit for the end of a sequence that no key can be")
  func waitsForTheEndOfASequence() {
    var decoder = InputDecoder(sequences: KeySequences.common)
    decoder.append("\u{1B}[1;".utf8)
    #expect(decoder.next(after: .moreMayFollow) == nil)
    #expect(decoder.timeout == -1)
    #expect(allKeys(&decoder, after: .timedOut) == [])
    decoder.append("2Ax".utf8)
    #expect(allKeys(&decoder, after: .moreMayFollow) == [.shift(.up), .character("x")])
  }

  @Test("an unfinished answer is dropped after a pause and is never read as keys")
  func waitsForTheEndOfAnAnswer() {
    var decoder = InputDecoder(sequences: KeySequences.common)
    decoder.append("\u{1B}]52;c;".utf8)
    #expect(decoder.next(after: .moreMayFollow) == nil)
    for _ in 0..<1000 {
      decoder.append(repeatElement(UInt8(ascii: "q"), count: 1000))
      #expect(decoder.next(after: .moreMayFollow) == nil)
    }
    #expect(decoder.timeout == 1000)
    #expect(allKeys(&decoder, after: .timedOut) == [])
    #expect(decoder.timeout == -1)
    decoder.append("x".utf8)
    #expect(allKeys(&decoder, after: .moreMayFollow) == [.character("x")])
  }

  static let backgrounds: [(answer: String, isLight: Bool?)] = [
    ("\u{1B}]11;rgb:fbfb/fafa/f7f7\u{1B}\\", true), ("\u{1B}]11;rgb:16/18/1d\u{7}", false),
    ("\u{1B}]11;rgb:f/f/e\u{7}", true), ("\u{1B}]10;rgb:ffff/ffff/ffff\u{7}", nil),
    ("\u{1B}]11;rgb:ffff/ffff\u{7}", nil), ("\u{1B}]11;rgb:+fff/ffff/ffff\u{7}", nil),
    ("\u{1B}]11;rgb:fffff/ffff/ffff\u{7}", nil), ("\u{1B}]11;rgb:ffff/ffff/ffff\u{18}", nil),
    ("\u{1B}P11;rgb:ffff/ffff/ffff\u{1B}\\", nil), ("\u{1B}]11;?\u{7}", nil),
    ("\u{1B}]11;rgb:" + String(repeating: "f", count: 100_000) + "/ffff/ffff\u{7}", nil),
  ]

  // By number: an argument is printed, and one of these answers is long.
  @Test(
    "an answer names the background, in one piece or byte by byte", arguments: backgrounds.indices)
  func readsTheBackground(index: Int) {
    let (answer, isLight) = Self.backgrounds[index]
    for pieces in [[Array(answer.utf8)], answer.utf8.map { [$0] }] where pieces.count < 1000 {
      var decoder = InputDecoder(sequences: KeySequences.common)
      for piece in pieces {
        decoder.append(piece)
        #expect(decoder.next(after: .moreMayFollow) == nil)
      }
      #expect(decoder.takeBackground() == isLight && decoder.takeBackground() == nil)
      decoder.append("x".utf8)
      #expect(allKeys(&decoder, after: .moreMayFollow) == [.character("x")])
    }
  }

  @Test("replaces invalid UTF-8 and continues with the next character")
  func replacesBrokenText() {
    var decoder = InputDecoder(sequences: KeySequences.common)
    decoder.append([0xFF, 0x61, 0xC3, 0x62, 0xE2, 0x82, 0x63, 0xED, 0x64, 0x80])
    #expect(
      allKeys(&decoder, after: .timedOut)
        == "\u{FFFD}a\u{FFFD}b\u{FFFD}c\u{FFFD}d\u{FFFD}".unicodeScalars.map { .character($0) })
  }

  @Test("lets the terminal database name sequences of its own")
  func takesOtherSequences() {
    var decoder = InputDecoder(sequences: [Array("\u{1B}A".utf8): .named(.up)])
    decoder.append("\u{1B}A\u{1B}B".utf8)
    #expect(allKeys(&decoder, after: .moreMayFollow) == [.named(.up), .alt("B")])
  }

  private func allKeys(_ decoder: inout InputDecoder, after pause: InputPause) -> [Key] {
    var keys: [Key] = []
    while let event = decoder.next(after: pause) {
      guard case .key(let key) = event else {
        Issue.record("not a key: \(event)")
        break
      }
      keys.append(key)
    }
    return keys
  }
}

extension Key {
  fileprivate static let escape = Key.named(.escape)
}
