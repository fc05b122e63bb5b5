import Terminal
import Testing
import TwoWayTable

@Suite("What a terminal shows in a cell")
struct ShownCellTests {
  private static func cell(_ scalar: Unicode.Scalar) -> SurfaceCell {
    SurfaceCell(String(scalar))
  }

  @Test("is a question mark if the locale is ASCII")
  func needsUnicode() {
    let text = ShownCell(Self.cell("°"), columns: 1, showsUnicode: false) { _ in 1 }
    #expect(text.text == "?")
    let wide = ShownCell(Self.cell("漢"), columns: 2, showsUnicode: false) { _ in 2 }
    #expect(wide.text == "? ")
  }

  @Test("is a question mark if the C library has another width for the character")
  func needsTheSameWidth() {
    #expect(ShownCell(Self.cell("°"), columns: 1, showsUnicode: true) { _ in 1 }.text == "°")
    #expect(ShownCell(Self.cell("°"), columns: 1, showsUnicode: true) { _ in 2 }.text == "?")
    #expect(ShownCell(Self.cell("°"), columns: 1, showsUnicode: true) { _ in -1 }.text == "?")
    #expect(ShownCell(Self.cell("a"), columns: 1, showsUnicode: true) { _ in -1 }.text == "a")
  }
}
