import TestSupport
import Testing
@testable import TwoWayTable

@Suite("An editor of dates")
struct DateEditorTests {
  private func read(_ typed: String, _ current: String = "2026-11-30") -> String {
    switch (try? DateEditor())?.parse(typed, current: current) {
    case .success(let value): value
    case .failure(let problem): "! \(problem.reason)"
    case nil: "no editor"
    }
  }

  @Test("reads what people write, and adds days and weeks")
  func reads() {
    for text in [
      "2026-12-24", "24.12.2026", "12/24/2026", "24.12.", "12/24", "24.12", "+24", "+24d",
    ] {
      #expect(read(text) == "2026-12-24", "\(text)")
    }
    #expect(read("-2w") == "2026-11-16" && read("+1", "2027-02-28") == "2027-03-01")
    #expect(read("29.2.2028") == "2028-02-29" && read("1.3.") == "2026-03-01")
    #expect(read("31.4.2026") == "! \"31.4.2026\" is not a date; try 2026-11-30")
    #expect(read("29.2.2100").hasPrefix("!"))
    #expect(read("+1", "") == "! +1 can only be added to a date")
    for text in ["1.1.1", "٣.١.2026", "+", "-", "2026-1-1-1", "//", "+99999", "2026-13-01", "1-2"] {
      #expect(read(text).hasPrefix("!"), "\(text)")
    }
  }

  @Test("shows dates in three orders, within its limits")
  func arguments() throws {
    let editor = try DateEditor(order: .dmy, min: "2026-01-01", max: "2026-12-31")
    #expect(editor.display("2026-03-01") == "01.03.2026" && editor.display("soon") == "soon")
    #expect(try DateEditor(order: .mdy).display("2026-03-01") == "03/01/2026")
    #expect(editor.step("2026-12-31", by: 1) == nil && editor.step("2026-12-31", by: -1) != nil)
    #expect(editor.step("", by: 1) == "2026-01-01")
    #expect(try DateEditor(max: "2020-02-03").step("", by: 1) == "2020-02-03")
    #expect(try DateEditor().step("", by: 1) != nil)
    guard case .failure(let problem) = editor.parse("1.1.2027", current: "") else {
      Issue.record("a date beyond the limit was read")
      return
    }
    #expect(problem.reason == "01.01.2027 is too large: at most 31.12.2026")
    #expect(problem.nearest == "2026-12-31")
    #expect(problem.sentence(in: .english, editor) == problem.reason)
    guard case .failure(let other) = editor.parse("soon", current: "") else {
      Issue.record("a word was read")
      return
    }
    #expect(other.reason == "\"soon\" is not a date; try 30.11.2026")
    for wrong in [
      ["min": "2026-02-30"], ["order": "ydm"], ["min": "2027-01-01", "max": "2026-01-01"],
    ] {
      var arguments = FieldEditorArguments(wrong.mapValues { .string($0) })
      #expect(throws: FieldEditorArgumentError.self) { try DateEditor(arguments: &arguments) }
    }
  }

  @Test("a date without a year gets the year of the old date, else this year")
  func year() throws {
    let editor = try DateEditor(order: .dmy)
    for (typed, current, value) in [
      ("30.11.", "2024-01-01", "2024-11-30"), ("30.11.", "", "2031-11-30"),
      ("11/30", "", "2031-11-30"), ("29.2.", "2028-01-01", "2028-02-29"),
    ] {
      #expect(editor.parse(typed, current: current, thisYear: 2031) == .success(value))
    }
    #expect((try? editor.parse("29.2.", current: "", thisYear: 2031).get()) == nil)
    #expect((try? editor.parse("1.3.", current: "").get())?.hasSuffix("-03-01") == true)
  }

  @Test("goes through every day of eight centuries in order, with 97 leap years in 400")
  func everyDay() throws {
    let editor = try DateEditor()
    var date = "1583-01-01"
    var leapDays = 0
    var count = 1
    while let next = editor.step(date, by: 1), next < "2383-01-01" {
      if next <= date { Issue.record("\(next) after \(date)") }
      if next.hasSuffix("-02-29") { leapDays += 1 }
      date = next
      count += 1
    }
    #expect(count == 2 * 146_097 && leapDays == 2 * 97 && date == "2382-12-31")
    #expect(editor.step("9999-12-31", by: 1) == nil && editor.step("1583-01-01", by: -1) == nil)
    #expect(
      editor.step("2026-01-01", by: .max) == nil && editor.step("2026-01-01", by: .min) == nil)
  }

  @Test("of several choices accepts prefixes, + and -")
  func several() throws {
    let editor = try SeveralEditor(choices: ["salt", "milk", "nuts"])
    func read(_ typed: String, _ current: String = "") -> String? {
      try? editor.parse(typed, current: current).get()
    }
    #expect(read("n, s") == "salt, nuts" && read("+milk", "nuts") == "milk, nuts")
    #expect(read("-n", "milk, nuts") == "milk" && read("x") == nil && read(",") == "")
    var arguments = FieldEditorArguments(["choices": .list([.string("a,b")])])
    #expect(throws: FieldEditorArgumentError.self) { try SeveralEditor(arguments: &arguments) }
    for choice in ["a,b", "+a", "-a"] {
      #expect(throws: FieldEditorArgumentError.self) { try SeveralEditor(choices: [choice]) }
    }
  }
}
