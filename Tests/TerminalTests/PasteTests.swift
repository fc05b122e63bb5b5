import Terminal
import Testing
import TwoWayTable

@Suite("The input decoder, for pastes and the mouse")
struct PasteTests {
  private static let begin = "\u{1B}[200~"
  private static let end = "\u{1B}[201~"

  private static let table: [(pasted: String, text: String)] = [
    ("qn", "qn"),
    ("68\t72\r\n69\r70\n", "68\t72\n69\n70\n"),
    ("\r\r\n\n", "\n\n\n"),
    ("a\u{0}\u{3}\u{8}\u{7F}\u{85}b", "ab"),
    ("é°漢", "é°漢"),
    // A terminal that does not filter: no sequence inside is a key, or more than its letters.
    ("\u{1B}[A\u{1B}q\u{1B}[200~\u{1B}[201", "[Aq[200~[201"),
  ]

  @Test("a paste is one event, in one piece or byte by byte", arguments: table)
  func reads(pasted: String, text: String) {
    let bytes = "a" + Self.begin + pasted + Self.end + "b"
    let expected: [TerminalEvent] = [
      .key(.character("a")), .paste(text, isCut: false), .key(.character("b")),
    ]
    var whole = InputDecoder(sequences: KeySequences.common)
    whole.append(bytes.utf8)
    #expect(events(&whole) == expected)
    #expect(whole.timeout == -1)

    var single = InputDecoder(sequences: KeySequences.common)
    var found: [TerminalEvent] = []
    for byte in bytes.utf8 {
      single.append([byte])
      found += events(&single)
    }
    #expect(found == expected)
  }

  @Test("replaces broken UTF-8 and drops an empty paste")
  func readsBrokenText() {
    var decoder = InputDecoder(sequences: KeySequences.common)
    decoder.append(Array(Self.begin.utf8) + [0x61, 0xFF, 0x62] + Array(Self.end.utf8))
    decoder.append((Self.begin + Self.end + "x").utf8)
    #expect(events(&decoder) == [.paste("a\u{FFFD}b", isCut: false), .key(.character("x"))])
  }

  @Test("keeps the first MiB of a paste and reports that there was more")
  func bounds() {
    var decoder = InputDecoder(sequences: KeySequences.common)
    decoder.append(Self.begin.utf8)
    let line = Array(String(repeating: "é", count: 512).utf8)
    for _ in 0..<1025 {
      decoder.append(line)
      #expect(decoder.next(after: .moreMayFollow) == nil)
    }
    decoder.append((Self.end + "x").utf8)
    guard case .paste(let text, let isCut) = decoder.next(after: .moreMayFollow) else {
      Issue.record("no paste")
      return
    }
    #expect(text == String(repeating: "é", count: 1 << 19))
    #expect(isCut)
    #expect(events(&decoder) == [.key(.character("x"))])
    decoder.append((Self.begin + "1" + Self.end).utf8)
    #expect(events(&decoder) == [.paste("1", isCut: false)])
  }

  @Test("ends a paste without an end mark at a key that is not a character, after a pause only")
  func endsStalled() {
    var decoder = InputDecoder(sequences: KeySequences.common)
    decoder.append((Self.begin + "ab").utf8)
    #expect(events(&decoder) == [])
    #expect(decoder.timeout == 1000)
    #expect(decoder.next(after: .timedOut) == nil)
    #expect(decoder.timeout == -1)
    // Text after the pause is still text, and so are the bytes with it.
    decoder.append("q\u{1B}[Bn".utf8)
    #expect(events(&decoder) == [])
    #expect(decoder.next(after: .timedOut) == nil)
    decoder.append("\u{1B}[Bn".utf8)
    #expect(
      events(&decoder) == [
        .paste("abq[Bn", isCut: false), .key(.named(.down)), .key(.character("n")),
      ])
  }

  @Test("reads a lone Escape as the key after a stalled paste and the escape delay")
  func endsStalledByEscape() {
    var decoder = InputDecoder(sequences: KeySequences.common)
    decoder.append((Self.begin + "ab").utf8)
    #expect(decoder.next(after: .moreMayFollow) == nil)
    #expect(decoder.next(after: .timedOut) == nil)
    decoder.append([0x1B])
    #expect(decoder.next(after: .moreMayFollow) == nil)
    #expect(decoder.timeout == 25)
    #expect(decoder.next(after: .timedOut) == .paste("ab", isCut: false))
    #expect(decoder.next(after: .timedOut) == .key(.named(.escape)))
  }

  @Test("waits for an end mark that comes in two halves with a pause between")
  func waitsForTheEndMark() {
    var decoder = InputDecoder(sequences: KeySequences.common)
    decoder.append((Self.begin + "ab\u{1B}[20").utf8)
    #expect(decoder.next(after: .moreMayFollow) == nil)
    #expect(decoder.next(after: .timedOut) == nil)
    decoder.append("1~q".utf8)
    #expect(events(&decoder) == [.paste("ab", isCut: false), .key(.character("q"))])
  }

  @Test("returns an unfinished paste at the end of input")
  func endsWithInput() {
    var decoder = InputDecoder(sequences: KeySequences.common)
    decoder.append((Self.begin + "ab\u{1B}[201").utf8)
    #expect(decoder.next(after: .endOfInput) == .paste("ab", isCut: false))
    #expect(decoder.next(after: .endOfInput) == nil)
  }

  @Test("waits for the rest of a begin mark, however long it takes: pasted text is never a key")
  func waitsForTheBeginMark() {
    for cut in 3..<Self.begin.utf8.count {
      var decoder = InputDecoder(sequences: KeySequences.common)
      decoder.append(Array(Self.begin.utf8)[..<cut])
      #expect(decoder.next(after: .moreMayFollow) == nil)
      #expect(decoder.timeout == -1, "\(cut)")
      #expect(decoder.next(after: .timedOut) == nil)
      decoder.append((Self.begin.dropFirst(cut) + "q" + Self.end + "x").utf8)
      #expect(events(&decoder) == [.paste("q", isCut: false), .key(.character("x"))])
    }
    var decoder = InputDecoder(sequences: KeySequences.common)
    decoder.append(Self.begin.dropLast().utf8)
    #expect(decoder.next(after: .endOfInput) == nil)
    #expect(decoder.timeout == -1)
  }

  private static let reports: [(bytes: String, events: [TerminalEvent])] = [
    ("\u{1B}[<0;3;4M\u{1B}[<0;3;4m", [.mouse(MouseEvent(.press, at: place(3, 2)))]),
    ("\u{1B}[<32;5;6M", [.mouse(MouseEvent(.drag, at: place(5, 4)))]),
    ("\u{1B}[<64;80;24M", [.mouse(MouseEvent(.wheelUp, at: place(23, 79)))]),
    ("\u{1B}[<65;1;1M", [.mouse(MouseEvent(.wheelDown, at: place(0, 0)))]),
    // Shift with the wheel; beyond the range of the old form.
    ("\u{1B}[<68;300;200M", [.mouse(MouseEvent(.wheelUp, at: place(199, 299)))]),
    // The second button, motion, nonsense.
    ("\u{1B}[<1;3;4M\u{1B}[<33;3;4M\u{1B}[<0;3M\u{1B}[<;;M\u{1B}[<0;0;0Mx", [x]),
    // The old form.
    ("\u{1B}[M !\"x", [.mouse(MouseEvent(.press, at: place(1, 0))), x]),
  ]
  private static let x = TerminalEvent.key(.character("x"))
  private static func place(_ row: Int, _ column: Int) -> ScreenPoint {
    ScreenPoint(row: row, column: column)
  }

  @Test("reads mouse reports when they were asked for", arguments: reports)
  func readsMouse(bytes: String, expected: [TerminalEvent]) {
    var decoder = InputDecoder(sequences: KeySequences.common)
    decoder.acceptsMouse = true
    var found: [TerminalEvent] = []
    for byte in bytes.utf8 {
      decoder.append([byte])
      found += events(&decoder)
    }
    #expect(found == expected)
    decoder.acceptsMouse = false
    decoder.append("\u{1B}[<0;3;4Mx".utf8)
    #expect(events(&decoder) == [Self.x])
  }

  private func events(_ decoder: inout InputDecoder) -> [TerminalEvent] {
    var events: [TerminalEvent] = []
    while let event = decoder.next(after: .moreMayFollow) { events.append(event) }
    return events
  }
}
