import Diagnostics
import ScheduleModel
import Testing

@Suite struct CellTagTests {
  @Test("exactly 84 numbers are tags, each of one cell") func has84Tags() {
    var cells: Set<CellAddress> = []
    for number in 0...9999 {
      let section = number / 100
      let row = number % 100 / 10
      let field = number % 10
      let isValid = section <= 6 && row <= 3 && [1, 2, 4].contains(field)
      let cell = try? CellAddress(tag: number)
      #expect((cell != nil) == isValid, "\(number)")
      guard let cell else { continue }
      #expect(cell.day.rawValue == section)
      #expect(cell.period.rawValue == row)
      #expect(cell.field.rawValue == field)
      #expect(cell.tag == number)
      cells.insert(cell)
    }
    #expect(cells.count == 84)
    #expect(cells == Set(CellAddress.all))
  }

  @Test(
    "extreme numbers are not tags",
    arguments: [Int.min, Int.min + 1, -1, -104, 10_000, Int.max - 1, Int.max])
  func extremesNoTags(number: Int) {
    #expect(throws: Refusal.self) { try CellAddress(tag: number) }
  }

  @Test(
    "the error names the part that is wrong",
    arguments: [
      (704, "day 7 of tag 704 is outside 0 (Monday) to 6 (Sunday)"),
      (51, "period 5 of tag 51 is outside 0 (wake) to 3 (sleep)"),
      (103, "field 3 of tag 103 is not 1, 2 or 4"),
      (-104, "tag -104 is negative"),
    ])
  func errorNamesPart(number: Int, message: String) {
    let error = #expect(throws: Refusal.self) { try CellAddress(tag: number) }
    #expect(error?.description == message)
  }

  @Test(
    "text is read as a tag",
    arguments: [
      ("104", nil), ("99999999999999999999", #"tag "99999999999999999999" is too large"#),
      ("1o4", #""1o4" is not a tag; use a number such as 104"#),
      ("1\u{1B}[2J", #""1\u{1B}[2J" is not a tag; use a number such as 104"#),
    ])
  func textReadTag(text: String, message: String?) {
    do {
      #expect(try CellAddress.list(text).map(\.tag) == [Int(text)])
      #expect(message == nil)
    } catch {
      #expect("\(error)" == message)
    }
  }
}
