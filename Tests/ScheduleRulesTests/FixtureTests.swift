import Diagnostics
import Foundation
import ScheduleRules
import Testing

/// A folder under fixtures/schedules.
struct Fixture: Sendable, CustomTestStringConvertible {
  let folder: URL
  var testDescription: String { folder.lastPathComponent }

  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("fixtures/schedules")

  static func all(_ set: String) -> [Fixture] {
    let names =
      (try? FileManager.default.contentsOfDirectory(
        atPath: root.appendingPathComponent(set).path)) ?? []
    return names.sorted().map { Fixture(folder: root.appendingPathComponent("\(set)/\($0)")) }
  }

  /// The bytes of a file of the folder; nil when there is none.
  func bytes(of name: String) -> [UInt8]? {
    (try? Data(contentsOf: folder.appendingPathComponent(name))).map { [UInt8]($0) }
  }

  var input: [UInt8] { bytes(of: "input.json") ?? [] }

  /// Compares with a golden file, or writes it when SETPOINT_RECORD is set, which fails.
  func expect(_ bytes: [UInt8]?, in name: String) throws {
    guard ProcessInfo.processInfo.environment["SETPOINT_RECORD"] == "1" else {
      let expected = self.bytes(of: name).map { String(decoding: $0, as: UTF8.self) }
      #expect(bytes.map { String(decoding: $0, as: UTF8.self) } == expected, "\(testDescription)")
      return
    }
    let file = folder.appendingPathComponent(name)
    if let bytes {
      try Data(bytes).write(to: file)
    } else {
      try? FileManager.default.removeItem(at: file)
    }
    Issue.record("\(testDescription)/\(name) was recorded")
  }
}

@Suite struct FixtureTests {
  @Test("a valid file has no finding and is not changed by fixing", arguments: Fixture.all("valid"))
  func validFilesAreClean(fixture: Fixture) {
    #expect(!fixture.input.isEmpty)
    #expect(DocumentCheck(bytes: fixture.input, file: "input.json").diagnostics.map(\.line) == [])
    let fixed = FixEngine.fixed(fixture.input, file: "input.json", unsafe: true)
    #expect(fixed.bytes == fixture.input && fixed.applied == 0)
  }

  @Test("an invalid file has the findings that it is known for", arguments: Fixture.all("invalid"))
  func invalidFilesAreFound(fixture: Fixture) throws {
    try compare(fixture, options: CheckOptions())
  }

  @Test("advice is given when it is asked for", arguments: Fixture.all("advice"))
  func adviceIsGiven(fixture: Fixture) throws {
    #expect(DocumentCheck(bytes: fixture.input, file: "input.json").diagnostics.isEmpty)
    try compare(fixture, options: RuleTableTests.everything)
  }

  @Test("every rule has a file of its own")
  func everyRuleHasAFile() {
    let names = (Fixture.all("invalid") + Fixture.all("advice")).map(\.testDescription)
    for rule in RuleTable.all {
      #expect(names.contains { $0.contains(rule.code.lowercased()) }, "\(rule.code)")
    }
  }

  private func compare(_ fixture: Fixture, options: CheckOptions) throws {
    let found = DocumentCheck(bytes: fixture.input, file: "input.json", options: options)
      .diagnostics
    #expect(!found.isEmpty)
    try fixture.expect(Array(found.map { $0.line + "\n" }.joined().utf8), in: "expected")
    let fixed = FixEngine.fixed(fixture.input, file: "input.json", options: options, unsafe: true)
    #expect(!fixed.remaining.contains { $0.fix != nil })
    try fixture.expect(fixed.applied > 0 ? fixed.bytes : nil, in: "fixed.json")
  }
}
