import Diagnostics
import JSONText
import ScheduleText
import ScheduleModel
import TestSupport
import Testing

/// Saving changes of the list of schedules, of their names and notes, and of the scale.
@Suite struct DocumentEditsTests {
  private static func texts(seed: UInt64, exchangingEnds: Bool = false) -> [String] {
    var generator = SeededGenerator(seed: seed)
    let schedules = ["A", "B", "C", "D"].map {
      (name: $0, schedule: Week.random(unit: .fahrenheit, using: &generator))
    }
    var document = TextPiece.document(schedules, unit: .fahrenheit)
    document[path: ["future"]] = .raw("{\"a\": [1, 2]}")
    document[path: ["schedules", "1", "colour"]] = .text("red")
    document[path: ["schedules", "2", "notes"]] = .text("old")
    if exchangingEnds, case .array(var pieces)? = document["schedules"] {
      pieces.swapAt(0, 3)
      document["schedules"] = .array(pieces)
    }
    return TextLayout.all.map { WrittenText(document, layout: $0).text }
  }

  /// Saving checks by itself that the text says what the document does; here that unknown members and
  /// the texts of schedules that were left alone stay.
  @Test("a change is saved, and everything else stays") func savesAnyChange() throws {
    let texts = Self.texts(seed: 1)
    for seed in 0..<Rounds.of(25) {
      let text = texts[seed % texts.count]
      var generator = SeededGenerator(seed: UInt64(seed))
      var document = try ScheduleDocument(reading: Array(text.utf8), file: "a.json")
      let old = document.contents
      document.contents = RandomChange.of(old, using: &generator)
      let saved = try String(decoding: document.text(file: "a.json"), as: UTF8.self)
      #expect(saved.contains("\"future\""), "seed \(seed)")
      let kept = document.contents.schedules.contains { $0.name == "B" }
      if kept { #expect(saved.contains("\"colour\""), "seed \(seed)") }
      document.contents = old
      #expect(try document.text(file: "a.json") == Array(text.utf8), "seed \(seed)")
    }
  }

  @Test("an added schedule has the layout of the file") func addedScheduleLayout() throws {
    let text = CanonicalText.text(of: .standard(.celsius, name: "A"))
    var document = try ScheduleDocument(reading: text, file: "a.json")
    document.contents.schedules.append(Schedule(name: "B", week: .standard(.celsius)))
    let saved = try document.text(file: "a.json")
    #expect(try CanonicalText.formatted(saved) == saved)
    #expect(saved.starts(with: text.dropLast("\n  ]\n}\n".utf8.count)))
  }

  @Test(
    "an added calendar entry has the layout of the others",
    arguments: [
      (
        #"[{"schedule": "A", "weeks": "odd"}]"#,
        #"[{"schedule": "A", "weeks": "odd"}, {"schedule": "A", "weeks": "even"}]"#
      ),
      (
        #"[{"schedule":"A","weeks":"odd"}]"#,
        #"[{"schedule":"A","weeks":"odd"},{"schedule":"A","weeks":"even"}]"#
      ),
      (
        #"[ {"schedule":"A","x":[1],"from":"01-01","to":"01-02"} ]"#,
        #"[ {"schedule":"A","x":[1],"from":"01-01","to":"01-02"}, {"schedule":"A","weeks":"even"} ]"#
      ),
      (
        "[\n{\n\"schedule\": \"A\",\n\"weeks\": \"odd\"\n}\n]",
        "[\n{\n\"schedule\": \"A\",\n\"weeks\": \"odd\"\n},\n{\n\"schedule\": \"A\",\n\"weeks\": \"even\"\n}\n]"
      ),
      (#"[{"schedule":"A"}]"#, #"[{"schedule":"A"},{"schedule": "A", "weeks": "even"}]"#),
    ]) func addedEntryLayout(calendar: String, extended: String) throws
  {
    let text = String(
      decoding: CanonicalText.text(of: .standard(.celsius, name: "A")), as: UTF8.self)
    let with = { (calendar: String) in text.dropLast(3) + ",\n  \"calendar\": \(calendar)\n}\n" }
    var document = try ScheduleDocument(reading: Array(with(calendar).utf8), file: "a.json")
    document.contents.calendar.append(try CalendarEntry("A even", schedules: ["A"]))
    let saved = try String(decoding: document.text(file: "a.json"), as: UTF8.self)
    #expect(saved == with(extended))
  }

  @Test(
    "additions to a file of one line are spaced like the file", arguments: ["", " "])
  func oneLine(blank: String) throws {
    var layout = TextLayout.canonical
    (layout.lineEnd, layout.indent, layout.blank, layout.inlineDepth) = ("", "", blank, 0)
    let document = TextPiece.document([("A", .standard(.celsius))], unit: .celsius)
    let text = WrittenText(document, layout: layout).text
    var edited = try ScheduleDocument(reading: Array(text.utf8), file: "a.json")
    edited.contents.schedules[0].notes = "x"
    edited.contents.schedules.append(Schedule(name: "B", week: .standard(.celsius, .heat)))
    edited.contents.calendar = [try CalendarEntry("B odd mon-tue", schedules: ["B"])]
    let saved = try edited.text(file: "a.json")
    let isSpaced = saved.contains(UInt8(ascii: " "))
    #expect(isSpaced == !blank.isEmpty)
    let tree = try JSONTree(parsing: saved)
    #expect(JSONValue(tree.root).encoded(isSpaced ? .spaced : .compact) == saved)
  }

  @Test(
    "notes and a device are added and removed as lines, in the canonical order",
    arguments: 0..<4, 0..<4)
  func textsAddedRemoved(old: Int, new: Int) throws {
    let contents = { (texts: Int) in
      var schedule = Schedule(name: "A", week: .standard(.celsius))
      schedule.notes = texts & 1 == 0 ? nil : "warm \"enough\""
      schedule.device = texts & 2 == 0 ? nil : "ct50"
      return Contents(unit: .celsius, schedules: [schedule])
    }
    let text = CanonicalText.text(of: contents(old))
    var document = try ScheduleDocument(reading: text, file: "a.json")
    document.contents = contents(new)
    let edited = try document.text(file: "a.json")
    #expect(edited == CanonicalText.text(of: contents(new)))
    document.didSave(edited)
    document.contents = contents(old)
    #expect(try document.text(file: "a.json") == text)
    let notes = "      \"name\": \"A\",\n      \"notes\": \"warm \\\"enough\\\"\",\n"
    #expect(String(decoding: edited, as: UTF8.self).contains(notes) == (new & 1 != 0))
  }

  @Test("a change of scale writes every temperature") func changesScale() throws {
    let text = CanonicalText.text(of: .standard(.fahrenheit, name: "A"))
    var document = try ScheduleDocument(reading: text, file: "a.json")
    document.contents = document.contents.converted(to: .celsius)
    let saved = try document.text(file: "a.json")
    #expect(try ScheduleDocument(reading: saved, file: "").contents.unit == .celsius)
    #expect(saved == CanonicalText.text(of: document.contents))
  }

  @Test("moved schedules move with their bytes") func movesSchedules() throws {
    for (text, moved) in zip(Self.texts(seed: 4), Self.texts(seed: 4, exchangingEnds: true)) {
      var document = try ScheduleDocument(reading: Array(text.utf8), file: "a.json")
      document.contents.schedules.swapAt(0, 3)
      #expect(try String(decoding: document.text(file: "a.json"), as: UTF8.self) == moved)
    }
  }

  /// An edit within a schedule keeps the different separators of a list.
  @Test("an edit within schedules keeps the whitespace between them") func editWithinSchedules()
    throws
  {
    let schedules = ["A", "B", "C"].map { Schedule(name: $0, week: .standard(.celsius)) }
    let canonical = CanonicalText.text(
      of: Contents(unit: .celsius, schedules: schedules))
    let text = String(decoding: canonical, as: UTF8.self)
      .replacing("},\n    {", with: "} ,\n\n {", maxReplacements: 1)
    var document = try ScheduleDocument(reading: Array(text.utf8), file: "a.json")
    document.contents.schedules[1].week[CellAddress(.friday, .leave, .heat)] =
      .temperature(Temperature(13))
    document.contents.schedules[2].name = "D"
    let saved = try String(decoding: document.text(file: "a.json"), as: UTF8.self)
    let changed = zip(saved.split(separator: "\n"), text.split(separator: "\n")).filter { $0 != $1 }
    #expect(changed.count == 2)
    #expect(saved.split(separator: "\n").count == text.split(separator: "\n").count)
  }

  @Test("a schedule added under a deleted name does not inherit its unknown members")
  func addedAgain() throws {
    let text = Self.texts(seed: 1)[0]
    var document = try ScheduleDocument(reading: Array(text.utf8), file: "a.json")
    let week = document.contents.schedules[1].week
    for week in [week, .standard(.fahrenheit)] {
      document.contents.schedules[1] = Schedule(name: "B", week: week)
      #expect(document.isModified)
      let saved = try String(decoding: document.text(file: "a.json"), as: UTF8.self)
      #expect(!saved.contains("\"colour\""))
      #expect(saved.contains("\"notes\": \"old\""))
    }
  }

  @Test("a duplicate has the members of its original, also under a deleted schedule's name")
  func duplicated() throws {
    let text = Self.texts(seed: 1)[0]
    var document = try ScheduleDocument(reading: Array(text.utf8), file: "a.json")
    var copy = document.contents.schedules[1]
    copy.name = "C"
    document.contents.schedules[2] = copy
    let saved = try String(decoding: document.text(file: "a.json"), as: UTF8.self)
    #expect(saved.ranges(of: "\"colour\": \"red\"").count == 2)
    #expect(!saved.contains("\"notes\""))
  }

  @Test("names that only look alike are a change")
  func looksAlike() throws {
    var document = try ScheduleDocument(
      reading: CanonicalText.text(of: .standard(.celsius, name: "\u{E9}")), file: "a.json")
    document.contents.schedules[0].name = "e\u{301}"
    #expect(document.isModified)
    let saved = try document.text(file: "a.json")
    #expect(ReadJSON(saved)["schedules"]?.elements[0]["name"] == .string(Array("e\u{301}".utf8)))
  }

  @Test("notes that come first are removed with their comma") func removesFirstNotes() throws {
    let canonical = CanonicalText.text(of: .standard(.celsius, name: "A"))
    let text = String(decoding: canonical, as: UTF8.self)
    let marked = text.replacing("\"name\": \"A\"", with: "\"notes\": \"x\", \"name\": \"A\"")
    var document = try ScheduleDocument(reading: Array(marked.utf8), file: "a.json")
    document.contents.schedules[0].notes = nil
    #expect(try document.text(file: "a.json") == canonical)
  }
}
