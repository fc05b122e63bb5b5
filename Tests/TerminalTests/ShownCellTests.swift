import Terminal
import Testing
import TwoWayTable

@Suite("What a terminal shows in a cell")
struct ShownCellTests {
  private static func cell(_ scalar: Unicode.Scalar, _ mark: UInt32 = 0) -> SurfaceCell {
    SurfaceCell(scalar: scalar.value, mark: mark, style: .plain)
  }

  @Test("is a question mark if the locale is ASCII")
  func needsUnicode() {
    let text = ShownCell(Self.cell("°"), columns: 1, showsUnicode: false) { _ in 1 }
    #expect(text.character == 0x3F)
    let wide = ShownCell(Self.cell("漢"), columns: 2, showsUnicode: false) { _ in 2 }
    #expect(wide.character == 0x3F)
  }

  @Test("is a question mark if the C library has another width for the character")
  func needsTheSameWidth() {
    #expect(ShownCell(Self.cell("°"), columns: 1, showsUnicode: true) { _ in 1 }.character == 0xB0)
    #expect(ShownCell(Self.cell("°"), columns: 1, showsUnicode: true) { _ in 2 }.character == 0x3F)
    #expect(ShownCell(Self.cell("°"), columns: 1, showsUnicode: true) { _ in -1 }.character == 0x3F)
    #expect(ShownCell(Self.cell("a"), columns: 1, showsUnicode: true) { _ in -1 }.character == 0x61)
  }

  @Test("keeps a zero-width mark with its character")
  func keepsMarks() {
    let width: (UInt32) -> Int = { $0 == 0x301 ? 0 : 1 }
    #expect(
      ShownCell(Self.cell("e", 0x301), columns: 1, showsUnicode: true, width: width).mark == 0x301)
    #expect(
      ShownCell(Self.cell("e", 0x302), columns: 1, showsUnicode: true, width: width).mark == 0)
    #expect(
      ShownCell(Self.cell("e", 0x301), columns: 1, showsUnicode: false, width: width).mark == 0)
  }
}
