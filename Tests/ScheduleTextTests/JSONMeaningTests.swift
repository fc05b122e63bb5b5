import JSONText
import Testing

@testable import ScheduleText

@Suite struct JSONMeaningTests {
  private static func meaning(_ number: String) throws -> String {
    let tree = try JSONTree(parsing: Array("[\(number)]".utf8))
    let element = try #require(tree.root[0])
    return element.normal.text()
  }

  @Test(
    "numbers of equal value mean the same",
    arguments: [
      ["1", "1.0", "1e0", "10E-1", "0.1e+1", "1.00"], ["0", "-0", "0.0", "0e99999999999999999999"],
      ["-150", "-1.5e2", "-15e1"], ["1e-30", "0.1e-29"],
    ])
  func equalNumbersMeanTheSame(numbers: [String]) throws {
    #expect(Set(try numbers.map(Self.meaning)).count == 1)
  }

  @Test("numbers of different value mean different things")
  func differentNumbersDiffer() throws {
    let numbers = [
      "1", "-1", "10", "0.1", "1.01", "1.001", "101", "1e-30", "1e-31", "1e30", "0",
      "9007199254740992", "9007199254740993", "0.30000000000000004", "0.3",
    ]
    #expect(Set(try numbers.map(Self.meaning)).count == numbers.count)
  }
}
