import Testing
import TwoWayTable

@Suite("A part of the screen")
struct ScreenAreaTests {
  @Test("is framed with its title, clipped like everything else")
  func frames() {
    var surface = Surface(size: ScreenSize(rows: 5, columns: 20))
    for row in 0..<5 {
      surface.write("....................", at: ScreenPoint(row: row, column: 0))
    }
    let area = ScreenRectangle(surface.size).centered(rows: 3, columns: 12)
    #expect(area == ScreenRectangle(row: 1, column: 4, rows: 3, columns: 12))
    let inside = surface.drawFrame(area, title: "Rename it", showsUnicode: true)
    #expect(inside == ScreenRectangle(row: 2, column: 5, rows: 1, columns: 10))
    #expect(
      surface.lines == [
        "....................", "....┌─ Rename ─┐....", "....│          │....",
        "....└──────────┘....", "....................",
      ])
    _ = surface.drawFrame(area, showsUnicode: false)
    #expect(
      surface.lines[1...3] == [
        "....+----------+....", "....|          |....", "....+----------+....",
      ])
    let whole = ScreenRectangle(surface.size).centered(rows: 99, columns: 99)
    #expect(whole == ScreenRectangle(surface.size))
    let line = ScreenRectangle(row: 0, column: 0, rows: 1, columns: 1)
    #expect(surface.drawFrame(line, showsUnicode: true) == line)
    #expect(line.inset.rows == 0 && line.inset.columns == 0)
  }
}
