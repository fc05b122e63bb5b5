import Diagnostics
import TestSupport
import Testing

@Suite struct LimitedFindingsTests {
  @Test("the most severe findings are listed, and the rest are counted")
  func severestAreListed() {
    for seed in UInt64(1)...200 {
      var generator = SeededGenerator(seed: seed)
      let limit = Int.random(in: 0...20, using: &generator)
      let added = (0..<Int.random(in: 0...40, using: &generator)).map { number in
        (number: number, severity: Severity.allCases.randomElement(using: &generator) ?? .info)
      }
      var findings = LimitedFindings<Diagnostic>(limit: limit)
      for (number, severity) in added {
        let code = "SP\(number % 3)"
        let finding = Diagnostic(
          file: "f", code: code, severity: severity, message: "\(number)")
        findings.add(finding, code: code, severity: severity)
      }
      let wanted = Severity.allCases.reversed().flatMap { severity in
        added.filter { $0.severity == severity }.map(\.number)
      }
      let listed = wanted.prefix(limit).sorted().map { "\($0)" }
      #expect(findings.elements.map(\.message) == listed, "seed \(seed)")
      var rest = FindingTally()
      for number in wanted.dropFirst(limit) {
        rest.add("SP\(number % 3)", added[number].severity)
      }
      #expect(findings.unlisted == rest, "seed \(seed)")
    }
  }

  @Test("omitted findings are counted, with the greatest severity")
  func restIsTold() {
    var tally = FindingTally()
    #expect(tally.notice(file: "f") == nil)
    tally.add("SP301", .info)
    #expect(tally.notice(file: "f")?.summary == "f: info: 1 more finding is not listed: 1 info")
    tally.add(nil, .error)
    tally.add("SP106", .warning)
    tally.add("SP106", .warning)
    let notice = tally.notice(file: "f")
    #expect(
      notice?.summary
        == "f: error: 4 more findings are not listed: 1 error, 2 warnings, 1 info")
    #expect(notice?.location == nil && notice?.code == nil)
  }
}
