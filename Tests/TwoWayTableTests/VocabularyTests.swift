import TestSupport
import Testing

@Suite("The library")
struct VocabularyTests {
  @Test(
    "uses no word of a single application, in any target"
  )
  func noWordOfOneUse() throws {
    // "cool" and "warm" are the names of two kinds of colour; "week" is the name of an arrangement.
    let forbidden = [
      "heat", "cooling", "setpoint", "schedule", "thermostat", "weekday", "temperature", "degree",
      "fahrenheit", "celsius", "setback", "deadband", "monday",
    ]
    let files = ["TwoWayTable", "TerminalScreen", "Terminal"].flatMap {
      Folder.files(below: "\(Fixtures.root)/Sources/\($0)").filter { $0.hasSuffix(".swift") }
    }
    #expect(files.count > 80)
    for path in files {
      let bytes = try #require(WholeFile.bytes(path))
      let text = String(decoding: bytes, as: UTF8.self).lowercased()
      for word in forbidden where text.contains(word) { Issue.record("\(path) says \(word)") }
    }
  }
}
