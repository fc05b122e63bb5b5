import Diagnostics
import ScheduleModel
import ScheduleRules
import TestSupport
import Testing

@Suite struct FixTests {
  /// Faults whose fix brings back the text as it was.
  private static let reversible: Set<String> = [
    "number in quotes", "misspelt day", "misspelt period", "misspelt field",
  ]

  @Test(
    "fixing one fault leaves nothing to fix, and misspelt names regain their values",
    arguments: PlantedFault.inRows)
  func oneFaultIsFixed(fault: PlantedFault) {
    var planted = 0
    for seed in UInt64(1)...20 {
      var generator = SeededGenerator(seed: seed)
      let document = RandomDocument(using: &generator)
      let row = RowAddress.all.randomElement(using: &generator) ?? RowAddress.all[0]
      var site = PlantingSite(
        piece: document.piece, schedule: document.schedules[0].schedule, index: 0, row: row,
        generator: generator)
      guard fault.plant(&site) != nil else { continue }
      planted += 1
      let before = WrittenText(site.piece, layout: document.layout)
      let fixed = FixedDocument(before.bytes, file: "f", unsafe: true)
      #expect(!fixed.check.diagnostics.contains { $0.fix != nil }, "seed \(seed)")
      if Self.reversible.contains(fault.name) {
        let clean = WrittenText(document.piece, layout: document.layout)
        #expect(fixed.bytes == clean.bytes, "seed \(seed)")
        #expect(fixed.applied == 1 && fixed.check.diagnostics.isEmpty, "seed \(seed)")
      }
    }
    #expect(planted > 0)
  }

  @Test("fixing many faults ends with nothing to fix and with unknown members untouched")
  func manyFaultsAreFixed() {
    for seed in 1...UInt64(Rounds.of(80)) {
      let (piece, layout) = Self.faulty(seed: seed)
      let before = WrittenText(piece, layout: layout)
      let safe = FixedDocument(before.bytes, file: "f", unsafe: false)
      #expect(!safe.check.diagnostics.contains { $0.fix?.applicability == .safe }, "seed \(seed)")
      let fixed = FixedDocument(before.bytes, file: "f", unsafe: true)
      #expect(
        !fixed.check.diagnostics.contains { $0.fix != nil },
        "seed \(seed)\n\(before.text)\n\(fixed.check.diagnostics.map(\.summary))")
      let again = FixedDocument(fixed.bytes, file: "f", unsafe: true)
      #expect(again.applied == 0 && again.bytes == fixed.bytes, "seed \(seed)")
      let text = String(decoding: fixed.bytes, as: UTF8.self)
      #expect(text.contains("\"kept\":\(layout.blank)[1,  {\"ü\":null}]"), "seed \(seed)")
    }
  }

  @Test(
    "every fix is applied, even for findings that are not listed or follow a finding without a fix")
  func everyFixIsCarriedOut() {
    let schedules = (1...45).map { ("Home \($0)", Week.standard(.fahrenheit)) }
    let clean = TextPiece.document(schedules, unit: .fahrenheit)
    var faulty = clean
    for index in schedules.indices {
      for row in RowAddress.all {
        let wake = ["schedules", "\(index)", "days", row.day.name, row.period.name]
        guard case .raw(let heat)? = clean[path: wake + ["heat"]] else { continue }
        faulty[path: wake + ["heat"]] = .text(heat)
      }
    }
    let fixed = FixedDocument(WrittenText(faulty).bytes, file: "f", unsafe: false)
    #expect(fixed.applied == 45 * 28 && fixed.check.diagnostics.isEmpty)
    #expect(fixed.bytes == WrittenText(clean).bytes)
    // 1,260 errors that no fix mends come first in the list of 1,000.
    for index in schedules.indices {
      for row in RowAddress.all {
        let path = ["schedules", "\(index)", "days", row.day.name, row.period.name, "time"]
        faulty[path: path] = .raw("false")
      }
    }
    #expect(FixedDocument(WrittenText(faulty).bytes, file: "f", unsafe: false).applied == 45 * 28)
  }

  @Test("without a fix, the bytes stay the same")
  func cleanDocumentsAreUntouched() {
    for seed in UInt64(1)...50 {
      var generator = SeededGenerator(seed: seed)
      let document = RandomDocument(using: &generator)
      let bytes = WrittenText(document.piece, layout: document.layout).bytes
      let fixed = FixedDocument(bytes, file: "f", unsafe: true)
      #expect(
        fixed.bytes == bytes && fixed.applied == 0 && fixed.check.diagnostics.isEmpty,
        "seed \(seed)")
    }
  }

  /// Monday's wake before and after a fix: time, heat and cool as texts of JSON.
  struct Example: Sendable, CustomTestStringConvertible {
    let from, to: (time: String, heat: String, cool: String)
    /// Whether a safe fix is enough.
    var isSafe = false
    var testDescription: String { "\(from)" }
  }

  private static func row(_ time: String, _ heat: String, _ cool: String) -> String {
    "{\"time\": \(time), \"heat\": \(heat), \"cool\": \(cool)}"
  }

  static let examples = [
    Example(from: ("\"6:00\"", "70", "78"), to: ("\"06:00\"", "70", "78"), isSafe: true),
    Example(from: ("\"0600\"", "70", "78"), to: ("\"06:00\"", "70", "78"), isSafe: true),
    Example(from: ("\"6:30 AM\"", "70", "78"), to: ("\"06:30\"", "70", "78"), isSafe: true),
    Example(from: ("\"6\"", "70", "78"), to: ("\"6\"", "70", "78")),
    Example(
      from: ("\"06:00\"", "\"70\"", "\"78.5\""), to: ("\"06:00\"", "70", "78.5"), isSafe: true),
    Example(from: ("\"06:00\"", "\" 70\"", "78"), to: ("\"06:00\"", "\" 70\"", "78")),
    Example(from: ("\"06:00\"", "78.0", "7e1"), to: ("\"06:00\"", "78.0", "7e1")),
    Example(from: ("\"06:00\"", "74", "74"), to: ("\"06:00\"", "74", "74")),
    Example(from: ("\"06:00\"", "84", "78"), to: ("\"06:00\"", "75", "78")),
    Example(from: ("\"06:00\"", "78", "78.0"), to: ("\"06:00\"", "75", "78.0")),
    Example(from: ("\"06:00\"", "70", "60.5"), to: ("\"06:00\"", "70", "73")),
    Example(from: ("\"06:00\"", "72", "73"), to: ("\"06:00\"", "71", "74")),
    Example(from: ("\"06:00\"", "72", "74"), to: ("\"06:00\"", "72", "75")),
    Example(from: ("\"06:00\"", "72.5", "73.5"), to: ("\"06:00\"", "71.5", "74.5")),
    Example(from: ("\"06:00\"", "72.3", "73"), to: ("\"06:00\"", "71.2", "74.2")),
    Example(from: ("\"06:00\"", "97", "98"), to: ("\"06:00\"", "96", "99")),
    Example(from: ("\"06:00\"", "98", "99"), to: ("\"06:00\"", "96", "99")),
    Example(from: ("\"06:00\"", "720", "78"), to: ("\"06:00\"", "72", "78")),
    Example(from: ("\"06:00\"", "70", "785"), to: ("\"06:00\"", "70", "78.5")),
    Example(from: ("\"06:00\"", "7000", "78"), to: ("\"06:00\"", "7000", "78")),
    Example(from: ("\"06:00\"", "62", "78"), to: ("\"06:00\"", "62", "78")),
    Example(from: ("\"06:00\"", "60", "90"), to: ("\"06:00\"", "62", "85")),
  ]

  @Test("each kind of fix writes the expected text", arguments: examples)
  func fixWrites(example: Example) {
    var piece = TextPiece.document([("Home", .standard(.fahrenheit))], unit: .fahrenheit)
    piece[path: ["schedules", "0", "days", "monday", "wake"]] = .raw(
      Self.row(example.from.time, example.from.heat, example.from.cool))
    let bytes = WrittenText(piece).bytes
    let fixed = FixedDocument(bytes, file: "f", unsafe: !example.isSafe)
    let after = Self.row(example.to.time, example.to.heat, example.to.cool)
    let line = String(decoding: fixed.bytes, as: UTF8.self).split(separator: "\n")[9]
    #expect(
      line == "          \"wake\": \(after),", "\(fixed.check.diagnostics.map(\.summary))")
  }

  struct Misspelling: Sendable, CustomTestStringConvertible {
    let object: String
    let member: String
    let value: String
    var isMeant = false
    var testDescription: String { "\(member): \(value)" }
  }

  private static let misspellings: [Misspelling] = [
    ("schedules.0", "note", "5", false), ("schedules.0", "note", "null", false),
    ("schedules.0", "Notes", "[\"x\"]", false), ("schedules.0", "devices", "{\"a\": 1}", false),
    ("schedules.0", "note", "\"x\"", true), ("schedules.0", "devices", "\"evohome\"", true),
    ("", "Calendar", "\"https://example.org\"", false), ("", "calendars", "[\"a\"]", false),
    ("", "calender", "[{\"schedule\": \"Away\"}]", false),
    ("", "calender", "[{\"schedule\": \"Home\", \"from\": \"01-01\"}]", false),
    ("", "calender", "[{\"schedule\": \"Home\"}]", true),
    ("calendar.0", "week", "5", false), ("calendar.0", "week", "\"odd\"", true),
    ("calendar.0", "form", "\"web\"", false), ("calendar.0", "form", "\"01-01\"", false),
    ("calendar.1", "form", "\"01-01\"", true), ("calendar.0", "Days", "3", false),
    ("calendar.0", "Days", "[]", false), ("calendar.0", "Days", "[\"monday\"]", true),
    ("schedules.0.days.monday.wake", "heat ", "5", false),
  ].map { Misspelling(object: $0, member: $1, value: $2, isMeant: $3) }

  @Test("an unknown member is renamed only if that adds no error", arguments: misspellings)
  func renamingAddsNoError(example: Misspelling) {
    var piece = TextPiece.document([("Home", .standard(.fahrenheit, .cool))], unit: .fahrenheit)
    if example.object.hasPrefix("calendar") {
      let entry = TextPiece.object([("schedule", .text("Home"))])
      piece.insert("calendar", .array([entry, entry]), at: 3, in: [])
      piece[path: ["calendar", "1", "to"]] = .text("02-01")
    }
    let path = example.object.split(separator: ".").map(String.init)
    piece.insert(example.member, .raw(example.value), at: 1, in: path)
    let bytes = WrittenText(piece).bytes
    let fixed = FixedDocument(bytes, file: "f", unsafe: true)
    #expect((fixed.applied == 1) == example.isMeant && (fixed.bytes != bytes) == example.isMeant)
    let found = DocumentCheck(bytes: bytes, file: "f").diagnostics
    let errors = fixed.check.diagnostics.filter { $0.severity == .error }
    #expect(errors.count <= found.count { $0.severity == .error }, "\(errors.map(\.summary))")
    let isList = ["Calendar", "calendars", "calender", "Days"].contains(example.member)
    let hasType = example.value.hasPrefix(isList ? "[" : "\"")
    let member = found.first { $0.code == "SP106" }?.message
    #expect(member?.contains("did you mean") == hasType, "\(member ?? "")")
  }

  @Test("a missing day is copied from the nearest of its kind, in the layout of the file")
  func missingDaysAreCopied() {
    for layout in TextLayout.all {
      var schedule = Week.standard(.fahrenheit)
      schedule[RowAddress(.sunday, .sleep)].heat = Temperature(60)
      schedule[RowAddress(.wednesday, .sleep)].heat = Temperature(61)
      let whole = TextPiece.document([("Home", schedule)], unit: .fahrenheit)
      var piece = whole
      for day in ["monday", "tuesday", "thursday", "friday", "saturday"] {
        piece[path: ["schedules", "0", "days", day]] = nil
      }
      let fixed = FixedDocument(
        WrittenText(piece, layout: layout).bytes, file: "f", unsafe: true)
      var expected = whole
      for (day, source) in [
        ("monday", "wednesday"), ("tuesday", "wednesday"), ("thursday", "wednesday"),
        ("friday", "wednesday"), ("saturday", "sunday"),
      ] {
        let days = ["schedules", "0", "days"]
        expected[path: days + [day]] = whole[path: days + [source]]
      }
      #expect(fixed.bytes == WrittenText(expected, layout: layout).bytes)
      #expect(fixed.applied == 5)
    }
  }

  @Test("rows out of order are sorted as a whole, in their spelling")
  func rowsAreSorted() {
    var piece = TextPiece.document([("Home", .standard(.fahrenheit))], unit: .fahrenheit)
    let day = ["schedules", "0", "days", "friday"]
    let rows = [
      Self.row("\"22:00\"", "61.0", "80"), Self.row("\"09:00\"", "6.9e1", "79"),
      Self.row("\"08:00\"", "70", "78"), Self.row("\"23:00\"", "62", "82"),
    ]
    for (period, row) in zip(Period.allCases, rows) { piece[path: day + [period.name]] = .raw(row) }
    let fixed = FixedDocument(WrittenText(piece).bytes, file: "f", unsafe: true)
    for (period, row) in zip(Period.allCases, [rows[2], rows[1], rows[0], rows[3]]) {
      piece[path: day + [period.name]] = .raw(row)
    }
    #expect(fixed.bytes == WrittenText(piece).bytes)
    #expect(fixed.applied == 1 && fixed.check.diagnostics.isEmpty)
  }

  @Test(
    "of overlapping fixes only the first is applied, completely",
    arguments: [
      ([[(0, 2)], [(2, 2)], [(4, 0)]], [0, 1, 2]), ([[(0, 3)], [(2, 2)]], [0]),
      ([[(5, 5)], [(4, 7)]], [0]), ([[(4, 7)], [(5, 1)]], [0]), ([[(4, 0)], [(4, 0)]], [0]),
      ([[(4, 0)], [(4, 2)]], [0, 1]), ([[(4, 2)], [(5, 0)]], [0]), ([[(4, 2)], [(6, 0)]], [0, 1]),
      ([[(0, 1), (8, 1)], [(4, 1), (8, 1)], [(4, 1)]], [0, 2]), ([[], [(0, 1)]], [1]),
      ([[(0, 1)], [(2, 1)], [(4, 1)], [(6, 1)], [(1, 5)], [(1, 1)]], [0, 1, 2, 3, 5]),
    ] as [([[(Int, Int)]], [Int])])
  func compatibleFixesAreChosen(ranges: [[(Int, Int)]], chosen: [Int]) {
    let fixes = ranges.enumerated().map { index, edits in
      Fix(
        .safe,
        edits: edits.map { TextEdit(offset: $0.0, length: $0.1, text: [UInt8(index)]) })
    }
    #expect(FixedDocument.nonOverlapping(fixes) == chosen.map { fixes[$0] })
  }

  /// Makes a document with one to six faults and a member that must stay unchanged.
  static func faulty(seed: UInt64) -> (TextPiece, TextLayout) {
    var generator = SeededGenerator(seed: seed)
    let document = RandomDocument(using: &generator)
    var site = PlantingSite(
      piece: document.piece, schedule: document.schedules[0].schedule, index: 0,
      row: RowAddress.all[0], generator: generator)
    for _ in 0..<site.random(1...6) {
      let next = PlantingSite(
        piece: site.piece, schedule: site.schedule, index: 0, row: site.pick(RowAddress.all),
        generator: site.generator)
      site = next
      _ = site.pick(PlantedFault.inRows).plant(&site)
    }
    if site.random(0...9) == 0 {
      site.piece["unit"] = .text(document.unit == .celsius ? "F" : "C")
    }
    site.piece.insert("kept", .raw("[1,  {\"ü\":null}]"), at: site.random(0...4), in: [])
    return (site.piece, document.layout)
  }
}
