import JSONText
import Testing

@testable import ScheduleText

@Suite struct JSONMeaningTests {
  private static func meaning(_ number: String) throws -> String {
    let tree = try JSONTree(parsing: Array("[\(number)]".utf8))
    let element = try #require(tree.root[0])
    return String(decoding: element.meaning, as: UTF8.self)
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

  @Test("a number with a huge exponent is compared by its spelling")
  func extremeExponents() throws {
    let largest = Int.max
    for number in [
      "1.5e\(Int.min)", "0.1e-\(largest)00", "-1.25e\(Int.min)", "15e-99999999999999999999",
    ] {
      #expect(try Self.meaning(number) == number)
    }
    #expect(try Self.meaning("10e\(Int.min)") == "1e-\(largest)")
    #expect(try Self.meaning("0." + String(repeating: "0", count: 400) + "1") == "1e-401")
  }
}
