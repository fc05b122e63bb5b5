import Diagnostics
import TestSupport
import Testing
import TwoWayTable

@Suite("A layout file")
struct LayoutFileTests {
  static let medication = Fixtures.bytes("table-layouts/medication.json") ?? []

  private func file(_ text: String) throws -> TableLayoutFile {
    try TableLayoutFile(reading: Array(text.utf8), file: "x.json")
  }

  @Test("describes sections, rows, fields, editors, arrangement, forms and settings")
  func givesEverything() throws {
    let file = try TableLayoutFile(reading: Self.medication, file: "medication.json")
    let layout = file.layout
    #expect(layout.title == "Medication" && file.arrangement == .across)
    #expect(layout.sections.map(\.keys).last == ["sat", "sun"])
    #expect(layout.sections.map(\.short) == ["Mon", "Tue", "Wed", "Thu", "Fri", "S+S"])
    #expect(layout.rows.map(\.short) == layout.rows.map(\.full))
    #expect(layout.columns.map(\.key) == ["drug", "dose"])
    #expect(layout.columns.map(\.title) == ["drug", "mg"])
    #expect(layout.columns.map(\.width) == [10, 5])
    #expect(layout.columns.map(\.alignment) == [.left, .right])
    #expect(layout.columns.map(\.role) == [.cool, .plain])
    #expect(file.editors[1].step("750", by: 3) == "800")
    #expect(layout.sections.count == 6 && layout.rows.count == 4 && layout.columns.count == 2)
    #expect(file.settings == ["clinic": .string("Saint Mary"), "refills": .number(3)])
    let form = try #require(file.form(named: "row"))
    #expect(form.configuration.title == "Dose taken" && form.configuration.firstFocus == nil)
    #expect(form.fields.map(\.label) == ["Drug", "Dose", "Note"])
    #expect(form.fields.map(\.isRequired) == [false, true, false])
    #expect(form.fields[1].placeholder == "100")
    #expect(file.form(named: "column") == nil)
  }

  @Test("with too many values is refused without a word about schedules")
  func tooManyValues() {
    let values = String(repeating: "0,", count: 200_000)
    let error = #expect(throws: FileProblems.self) { try file(#"{"rows": [\#(values)0]}"#) }
    #expect(error?.description.hasSuffix("more than 131072 values") == true)
  }

  @Test("lists the choices of an editor, in the table and in a form")
  func choicesFromArguments() throws {
    let file = try TableLayoutFile(reading: Self.medication, file: "medication.json")
    let choices = ["aspirin", "ibuprofen", "vitamin D"]
    #expect(file.editors[0].choices == choices)
    #expect(file.form(named: "row")?.fields[0].editor.choices == choices)
  }

  @Test(
    "is reported with every fault and its place",
    arguments: ["syntax", "array", "members", "words", "editors", "forms"])
  func faults(name: String) throws {
    // Messages list the roles of the app as well; `ThemeTests` adds the same one.
    _ = StyleRole("overdue")
    let bytes = try #require(Fixtures.bytes("table-layouts/invalid/\(name).json"))
    let error = #expect(throws: FileProblems.self) {
      try TableLayoutFile(reading: bytes, file: "\(name).json")
    }
    let text = try #require(error).description + "\n"
    let mismatch = Golden.mismatch(text, "table-layouts/invalid/\(name).txt")
    #expect(mismatch == nil, "\(mismatch ?? "")")
  }

  @Test("moves sections, rows and columns when it is rearranged, with no code change")
  func rearranging() throws {
    let text = """
      {"sections": [{"keys": ["b"], "title": "Beta"}, {"keys": ["a"], "title": "Alpha"}],
       "rows": [{"keys": ["y"], "title": "Y"}, {"keys": ["x"], "title": "X"}],
       "fields": [{"key": "q", "width": 3}, {"key": "p", "width": 3}]}
      """
    let swapped = """
      {"sections": [{"keys": ["a"], "title": "Alpha"}, {"keys": ["b"], "title": "Beta"}],
       "rows": [{"keys": ["x"], "title": "X"}, {"keys": ["y"], "title": "Y"}],
       "fields": [{"key": "p", "width": 3}, {"key": "q", "width": 3}]}
      """
    let values = [TableAddress("a", "x", "p"): "axp", TableAddress("b", "y", "q"): "byq"]
    func lines(_ text: String) throws -> [String] {
      let table = KeyedTable(try file(text), values: values)
      var grid = GridRenderer()
      var surface = Surface(size: ScreenSize(rows: 4, columns: 40))
      let cell = TablePosition(section: 0, row: 0, column: 0)
      let frame = GridFrame(
        table.layout, in: ScreenRectangle(ScreenSize(rows: 4, columns: 40)), selection: cell)
      grid.update(table, in: frame, into: &surface)
      return surface.lines
    }
    #expect(
      try lines(text) == [
        "       Y       X", "       q   p   q   p", " Beta  byq", " Alpha             axp",
      ])
    #expect(
      try lines(swapped) == [
        "       X       Y", "       p   q   p   q", " Alpha axp", " Beta              byq",
      ])
  }

  @Test("lets the application report faults of a part that only it knows")
  func placesForTheApplication() throws {
    let file = try TableLayoutFile(reading: Self.medication, file: "medication.json")
    let places = [
      ("sections[5].keys[1]", "10:22"), ("rows[0]", "13:5"), ("fields[1].key", "24:14"),
      ("fields[1].editor", "25:17"), ("forms.row.fields[2].key", "34:17"),
      ("settings.refills", "38:51"), ("missing", "1:1"),
    ]
    for (place, expected) in places {
      let line = file.problem("wrong", at: place).description
      #expect(line == "medication.json:\(expected): error: wrong")
    }
  }

  @Test("accepts across and week for one arrangement, and list for the other")
  func arrangements() throws {
    let words: [(String, GridArrangement)] = [
      ("across", .across), ("week", .across), ("list", .list),
    ]
    for (word, arrangement) in words {
      let file = try file(
        """
        {"arrangement": "\(word)", "sections": [{"keys": ["a"], "title": "A"}],
         "rows": [{"keys": ["r"], "title": "R"}], "fields": [{"key": "k", "width": 1}]}
        """)
      #expect(file.arrangement == arrangement)
    }
  }
}

@Suite("Any layout file")
struct RandomLayoutTests {
  @Test("is read or refused with a place in it, never a trap", arguments: [1, 2] as [UInt64])
  func anyBytes(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let pieces = ["null", "[]", "{}", "\"\"", "-1", "1e99", "true", "99999999999", "{\"kind\": 1}"]
    let places = LayoutFileTests.medication.indices.filter {
      Array("\"[{123468e").contains(Character(Unicode.Scalar(LayoutFileTests.medication[$0])))
    }
    var (read, refused) = (0, 0)
    for _ in 0..<1500 {
      var bytes = LayoutFileTests.medication
      for _ in 0..<Int.random(in: 1...2, using: &generator) {
        let place = places.randomElement(using: &generator) ?? 0
        let piece = pieces.randomElement(using: &generator) ?? ""
        // Up to the end of a string, a number, an array or an object, so that most are JSON again.
        let end = bytes[min(place + 1, bytes.count)...].firstIndex {
          Array("\"]},").contains(Character(Unicode.Scalar($0)))
        }
        guard let end, place < bytes.count else { continue }
        let keepsEnd = bytes[end] == UInt8(ascii: ",") || bytes[end] == UInt8(ascii: "}")
        bytes.replaceSubrange(place..<(keepsEnd ? end : end + 1), with: Array(piece.utf8))
      }
      let lines = bytes.count { $0 == UInt8(ascii: "\n") } + 1
      do throws(FileProblems) {
        let file = try TableLayoutFile(reading: bytes, file: "x")
        read += 1
        _ = KeyedTable(file).cell(at: TablePosition(section: 0, row: 0, column: 0))
      } catch {
        refused += error.description.contains("; expected ") ? 1 : 0
        #expect(!error.problems.isEmpty)
        #expect(error.problems.allSatisfy { (1...lines).contains($0.location?.line ?? 0) })
      }
    }
    // Enough of the files are JSON, so that it is the layout that is refused.
    #expect(read > 5 && refused > 80, "\(read) read, \(refused) refused")
  }
}
