import Testing
import TwoWayTable

@Suite("A tag")
struct TableTagTests {
  @Test("joins section, row and field, and can be taken apart again")
  func roundTrip() throws {
    for section in [0, 1, 6, 42] {
      for row in 0...9 {
        for field in 0...9 {
          let tag = try #require(TableTag(section: section, row: row, field: field))
          #expect(tag.rawValue == section * 100 + row * 10 + field)
          #expect([tag.section, tag.row, tag.field] == [section, row, field])
          #expect(TableTag(tag.rawValue) == tag)
        }
      }
    }
  }

  @Test("does not exist where a part is out of range")
  func outOfRange() {
    #expect(TableTag(section: 0, row: 10, field: 1) == nil)
    #expect(TableTag(section: 0, row: 0, field: 10) == nil)
    #expect(TableTag(section: -1, row: 0, field: 0) == nil)
    #expect(TableTag(section: .max, row: 0, field: 0) == nil)
    #expect(TableTag(-1) == nil)
  }

  @Test("belongs to a cell of a shape, or to none")
  func shapes() throws {
    let shape = try #require(TableShape(sections: 7, rows: 4, fields: 3))
    let tag = try #require(TableTag(632))
    #expect(shape.position(of: tag) == TablePosition(section: 6, row: 3, column: 2))
    #expect(shape.tag(of: TablePosition(section: 6, row: 3, column: 2)) == tag)
    #expect(shape.tag(of: TablePosition(section: 6, row: 3, column: 3)) == nil)
    #expect(TableTag(640).flatMap(shape.position) == nil)
    #expect(shape.rowCount == 28)
    #expect(TableShape(sections: 0, rows: 1, fields: 1) == nil)
    let long = try #require(TableShape(sections: 1, rows: 12, fields: 1))
    #expect(long.tag(of: TablePosition(section: 0, row: 10, column: 0)) == nil)
  }
}
