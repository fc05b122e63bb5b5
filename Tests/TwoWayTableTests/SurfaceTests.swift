import Testing
import TwoWayTable

@Suite("A surface")
struct SurfaceTests {
  static let table: [(text: String, column: Int, width: Int, line: String, end: Int)] = [
    ("abc", 0, .max, "abc", 3),
    ("abcdefghij", 4, .max, "    abcd", 8),
    ("abcdef", 1, 3, " abc", 4),
    ("abcdef", -2, .max, "cdef", 4),
    ("abc", 8, .max, "", 8),
    ("漢字", 0, .max, "漢字", 4),
    ("a漢字", 4, .max, "    a漢", 7),
    ("漢字", 0, 3, "漢", 2),
    ("e\u{301}x", 0, .max, "e\u{301}x", 2),
    ("a\u{1B}[2J\u{7}b", 0, .max, "a?[2J?b", 7),
    ("a\u{202E}b\u{9B}c", 0, .max, "a?b?c", 5),
  ]

  @Test("clips text, keeps wide characters whole and shows no control character", arguments: table)
  func writes(text: String, column: Int, width: Int, line: String, end: Int) {
    var surface = Surface(size: ScreenSize(rows: 1, columns: 8))
    let found = surface.write(text, at: ScreenPoint(row: 0, column: column), width: width)
    #expect(surface.lines == [line])
    #expect(found == end)
  }

  @Test("ignores places outside, also on a screen of one cell")
  func ignoresOutside() {
    var surface = Surface(size: ScreenSize(rows: 0, columns: 0))
    surface.write("漢", at: ScreenPoint(row: 0, column: 0))
    surface.write("xyz", at: ScreenPoint(row: 1, column: 0))
    surface.write("xyz", at: ScreenPoint(row: -1, column: 0))
    surface.clear(row: 7)
    #expect(surface.lines == [""])
    surface.write("xyz", at: ScreenPoint(row: 0, column: -1))
    #expect(surface.lines == ["y"])
  }
}

@Suite("The terminal in memory")
struct InMemoryBackendTests {
  @Test("counts the lines and cells that a picture changes")
  func countsChanges() {
    let size = ScreenSize(rows: 3, columns: 10)
    let backend = InMemoryBackend(size: size)
    var surface = Surface(size: size)
    surface.write("62", at: ScreenPoint(row: 1, column: 4))
    backend.present(surface, cursor: ScreenPoint(row: 1, column: 4))
    surface.write("64", at: ScreenPoint(row: 1, column: 4))
    surface.write("6", at: ScreenPoint(row: 2, column: 0), style: Style(.warm))
    backend.present(surface, cursor: nil)
    backend.present(surface, cursor: nil)
    backend.present(Surface(size: ScreenSize(rows: 2, columns: 5)), cursor: nil)
    #expect(backend.changedLines == [[1], [1, 2], [], [0, 1]])
  }

  @Test("returns events in order, then end of input")
  func handsOutEvents() {
    let backend = InMemoryBackend(
      size: ScreenSize(rows: 1, columns: 1), events: [.key(.character("a")), .resized])
    let events = (0..<4).map { _ in backend.nextEvent() }
    #expect(events == [.key(.character("a")), .resized, .endOfInput, .endOfInput])
  }
}
