import Testing
import TwoWayTable

/// A kind of editor that the library does not know.
private struct ShoutEditor: FieldEditor {
  let mark: String

  init(arguments: inout FieldEditorArguments) throws(FieldEditorArgumentError) {
    mark = try arguments.string("mark") ?? "!"
  }

  func parse(_ typed: String, current: String) -> Result<String, FieldProblem> {
    .success(typed.uppercased() + mark)
  }
}

@Suite("Field editors")
struct FieldEditorTests {
  private func editor(
    _ kind: String, _ arguments: [String: LayoutValue] = [:]
  ) throws -> any FieldEditor {
    try #require(try FieldEditorRegistry.standard.makeEditor(kind: kind, arguments: arguments))
  }

  /// The value, or the reason and the nearest value.
  private func read(
    _ editor: some FieldEditor, _ text: String, _ current: String
  ) -> String {
    switch editor.parse(text, current: current) {
    case .success(let value): value
    case .failure(let problem): "! \(problem.reason)" + (problem.nearest.map { " -> \($0)" } ?? "")
    }
  }

  static let numbers: [(typed: String, current: String, value: String)] = [
    ("68", "1", "68"), ("068.50", "1", "68.5"), ("0,5", "1", "0.5"), (".5", "1", "0.5"),
    ("+1", "68", "69"), ("-0.5", "68", "67.5"), (" 7 ", "1", "7"), ("-0", "0", "0"),
    ("101", "1", "! 101 is too large: at most 100 -> 100"),
    ("-5", "1", "! -4 is too small: at least 0 -> 0"),
    ("+1", "", "! +1 can only be added to a number"),
    ("", "1", "! \"\" is not a number"), ("1.2.3", "1", "! \"1.2.3\" is not a number"),
    ("1.0000001", "1", "! \"1.0000001\" is not a number"), (".", "1", "! \".\" is not a number"),
    ("99999999999999999999", "1", "! \"99999999999999999999\" is not a number"),
  ]

  @Test("read numbers and differences, with the nearest value", arguments: numbers)
  func readsNumbers(line: (typed: String, current: String, value: String)) throws {
    let editor = try editor("number", ["min": .number(0), "max": .number(100)])
    #expect(read(editor, line.typed, line.current) == line.value)
  }

  @Test("step numbers within their limits, and accept only steps if they are exact")
  func numberSteps() throws {
    let limits: [String: LayoutValue] = [
      "min": .number(-1), "max": .number(1), "step": .number(0.25), "exact": .boolean(true),
    ]
    let editor = try editor("number", limits)
    #expect(editor.step("0", by: 1) == "0.25" && editor.step("0.5", by: -6) == "-1")
    #expect(editor.step("1", by: 1) == nil && editor.step("", by: 1) == "-1")
    #expect(editor.step("1", by: .min) == nil && editor.step("x", by: .max) == "-1")
    #expect(read(editor, "0.3", "") == "! 0.3 is between two steps; the nearest is 0.25 -> 0.25")
    #expect(read(editor, "-0.75", "") == "-0.75")
    #expect(read(editor, "-.99", "") == "! -0.99 is between two steps; the nearest is -1 -> -1")
    #expect(!editor.accepts("x") && editor.accepts("-"))
    // Swift prints this step as 1e-05.
    let fine = try self.editor("number", ["step": .number(0.00001)])
    #expect(fine.step("0.3", by: 1) == "0.30001")
    #expect(throws: FieldEditorArgumentError.self) { try NumberEditor(step: 0.000_000_5) }
    let free = try self.editor("number", ["step": .number(0.25), "exact": .boolean(true)])
    #expect(read(free, "-0.3", "") == "! -0.3 is between two steps; the nearest is -0.25 -> -0.25")
    #expect(read(free, "-0.4", "") == "! -0.4 is between two steps; the nearest is -0.5 -> -0.5")
    #expect(read(free, "-5", "7") == "-5" && read(free, "+-5", "7") == "! \"+-5\" is not a number")
  }

  @Test("an exact number ends at the last step within its limits")
  func lastStep() throws {
    func exact(_ limits: [String: Double]) throws -> any FieldEditor {
      try editor(
        "number", limits.mapValues { .number($0) }.merging(["exact": .boolean(true)]) { $1 })
    }
    let upward = try exact(["min": 0, "max": 10, "step": 4])
    for typed in ["10", "11", "9"] {
      #expect(read(upward, typed, "") == "! \(typed) is too large: at most 8 -> 8")
    }
    #expect(read(upward, "7", "") == "! 7 is between two steps; the nearest is 8 -> 8")
    #expect(read(upward, "8", "") == "8" && upward.step("4", by: 9) == "8")
    #expect(upward.step("8", by: 1) == nil)
    // Without a least value, steps count from zero.
    let below = try exact(["max": -1, "step": 4])
    #expect(read(below, "-1", "") == "! -1 is too large: at most -4 -> -4")
    let shifted = try exact(["min": 1, "max": 11, "step": 5])
    #expect(read(shifted, "11", "") == "11" && shifted.step("6", by: 1) == "11")
  }

  static let times: [(typed: String, current: String, value: String)] = [
    ("6", "", "06:00"), ("630", "", "06:30"), ("6:30", "", "06:30"), ("6.30", "", "06:30"),
    ("630p", "", "18:30"), ("18:30", "", "18:30"), ("6 pm", "", "18:00"), ("12a", "", "00:00"),
    ("12 PM", "", "12:00"), ("0", "", "00:00"), ("2359", "", "23:59"), ("+15", "06:00", "06:15"),
    ("-1h", "06:00", "05:00"), ("+1:30", "06:00", "07:30"), ("- 5m", "06:00", "05:55"),
    ("24", "", "! \"24\" is not a time; try 6:30 or 630p"),
    ("6:5", "", "! \"6:5\" is not a time; try 6:30 or 630p"),
    ("660", "", "! \"660\" is not a time; try 6:30 or 630p"),
    ("13p", "", "! \"13p\" is not a time; try 6:30 or 630p"),
    ("99999999999999999999", "", "! \"99999999999999999999\" is not a time; try 6:30 or 630p"),
    ("+1", "", "! +1 can only be added to a time"),
    ("+x", "06:00", "! \"+x\" is not a duration; try +15 or -1h"),
    ("-7h", "06:00", "! -7h would leave the day -> 00:00"),
    ("+18h", "06:00", "! +18h would leave the day -> 23:59"),
  ]

  @Test("read times and differences", arguments: times)
  func readsTimes(line: (typed: String, current: String, value: String)) throws {
    #expect(read(try editor("time"), line.typed, line.current) == line.value)
  }

  @Test("step times to the next multiple, and show them with both clocks")
  func timeSteps() throws {
    let editor = try editor("time", ["clock": .number(12), "step": .number(30)])
    #expect(editor.step("06:10", by: 1) == "06:30" && editor.step("06:10", by: -1) == "06:00")
    #expect(editor.step("23:30", by: 1) == nil && editor.step("00:00", by: -1) == nil)
    #expect(editor.step("12:00", by: .max) == nil && editor.step("12:00", by: .min) == nil)
    let shown = ["00:05", "06:30", "12:00", "23:59", "odd"].map(editor.display)
    #expect(shown == ["12:05a", "6:30a", "12:00p", "11:59p", "odd"])
    for minutes in 0..<1440 {
      let text = TimeEditor(isTwelveHour: true).display(TimeEditor.text(minutes))
      #expect(read(editor, text, "") == TimeEditor.text(minutes))
    }
  }

  @Test("read prefixes of choices, and words of toggles")
  func choicesAndToggles() throws {
    let colours = try editor("choice", ["choices": .list([.string("Red"), .string("Rose")])])
    #expect(read(colours, "red", "") == "Red" && read(colours, "ro", "") == "Rose")
    #expect(read(colours, "r", "") == "! \"r\" is not one of Red, Rose -> Red")
    #expect(colours.step("Red", by: .max) == "Rose" && colours.step("", by: -1) == "Rose")
    #expect(colours.step("Rose", by: 1) == nil && colours.step("Red", by: .min) == nil)
    let toggle = try editor("toggle", ["on": .string("loud"), "off": .string("quiet")])
    #expect(read(toggle, "LOUD", "") == "true" && read(toggle, "n", "") == "false")
    #expect(read(toggle, "maybe", "") == "! \"maybe\" is neither loud nor quiet")
    #expect(["true", "false", ""].map(toggle.display) == ["loud", "quiet", ""])
    let short = try editor("text", ["longest": .number(3)])
    #expect(read(short, "four", "") == "! at most 3 characters, not 4 -> fou")
  }

  @Test("of a new kind are registered from outside the library, in one line")
  func newKind() throws {
    var registry = FieldEditorRegistry.standard
    registry.register("shout", ShoutEditor.self)
    let text = """
      {"sections": [{"keys": ["a"], "title": "A"}], "rows": [{"keys": ["r"], "title": "R"}],
       "fields": [{"key": "k", "width": 8, "editor": {"kind": "shout", "mark": "?"}}],
       "forms": {"f": {"fields": [{"key": "k"}]}}}
      """
    let file = try TableLayoutFile(reading: Array(text.utf8), file: "x", editors: registry)
    var table = KeyedTable(file)
    try table.type("ada", at: TablePosition(section: 0, row: 0, column: 0))
    #expect(table.cell(at: TablePosition(section: 0, row: 0, column: 0)).text == "ADA?")
    let layout = try #require(file.form(named: "f"))
    var form = Form(layout.fields)
    #expect(form.press("b o ^s") == .saved(["k": "BO?"]))
    #expect(throws: FileProblems.self) {
      try TableLayoutFile(reading: Array(text.utf8), file: "x")
    }
    #expect(
      registry.kinds == ["choice", "date", "number", "several", "shout", "text", "time", "toggle"])
  }
}

extension TimeEditor {
  fileprivate static func text(_ minutes: Int) -> String {
    let parts = [minutes / 60, minutes % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
    return parts.joined(separator: ":")
  }
}
