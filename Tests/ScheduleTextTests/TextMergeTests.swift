import Diagnostics
import ScheduleModel
import ScheduleText
import TestSupport
import Testing

/// Merging from bytes to bytes: schedules that come, go, move and change names, with members that
/// setpoint does not know at every place.
@Suite("Merging texts")
struct TextMergeTests {
  private static func document(_ names: String..., seed: UInt64 = 3) -> MarkedDocument {
    var generator = SeededGenerator(seed: seed)
    return MarkedDocument(
      unit: .fahrenheit,
      entries: names.enumerated().map { index, name in
        let places = ["tag", "days/tag", "days/monday/tag", "days/friday/wake/tag"]
        return .init(
          id: index, name: name, week: .random(unit: .fahrenheit, using: &generator),
          members: Dictionary(
            uniqueKeysWithValues: places.map { (MemberWay($0), "\"of \(name)\"") }))
      })
  }

  private static func merge(
    _ base: [UInt8]?, _ ours: [UInt8], _ theirs: [UInt8]
  ) throws -> (text: String, conflicts: [String]) {
    let merge = try ScheduleDocument(reading: ours, file: "ours").merging(
      ScheduleDocument(reading: theirs, file: "theirs"),
      since: base.map { try ScheduleDocument(reading: $0, file: "base") }, file: "ours")
    return (String(decoding: merge.text, as: UTF8.self), merge.conflicts.map(\.description))
  }

  /// The tag of each schedule of a text, by its name.
  private static func tags(_ text: String) -> [String: String?] {
    let schedules = ReadJSON(Array(text.utf8))["schedules"]?.elements ?? []
    return Dictionary(
      uniqueKeysWithValues: schedules.map { schedule in
        (schedule["name"]?.text ?? "", schedule["tag"]?.text)
      })
  }

  /// A canonical document with text put before the first member, `format`.
  private static func text(first: String, replacing: [(String, String)] = []) -> [UInt8] {
    var text = String(decoding: CanonicalText.text(of: .standard(.fahrenheit)), as: UTF8.self)
    text = text.replacing("{\n  \"format\"", with: "{\n  \(first)\"format\"")
    for (old, new) in replacing { text = text.replacing(old, with: new) }
    return Array(text.utf8)
  }

  @Test(
    "a schedule that they added keeps its own members, wherever it is", arguments: 0...2)
  func added(place: Int) throws {
    let base = Self.document("A", "B")
    var theirs = base
    theirs.entries.insert(Self.document("New", seed: 9).entries[0], at: place)
    for layout in TextLayout.all {
      let result = try Self.merge(base.text(layout), base.text(layout), theirs.text())
      #expect(Self.tags(result.text) == ["A": "of A", "B": "of B", "New": "of New"])
      #expect(result.conflicts.isEmpty)
    }
  }

  @Test("a schedule that they added without members has none")
  func addedBare() throws {
    let base = Self.document("A", "B")
    var theirs = base
    theirs.entries.insert(Self.document("New", seed: 9).entries[0], at: 0)
    theirs.entries[0].members = [:]
    let result = try Self.merge(base.text(), base.text(), theirs.text())
    #expect(Self.tags(result.text) == ["A": "of A", "B": "of B", "New": Optional<String>.none])
  }

  @Test("a schedule that we removed and they changed comes back with its own members")
  func removedAndChanged() throws {
    let base = Self.document("A", "B", "C")
    var (ours, theirs) = (base, base)
    ours.entries.remove(at: 0)
    theirs.entries[0].members["tag"] = "\"changed\""
    let result = try Self.merge(base.text(), ours.text(), theirs.text())
    #expect(Self.tags(result.text) == ["A": "changed", "B": "of B", "C": "of C"])
    #expect(result.conflicts == ["schedule \"A\": ours removed, theirs changed; kept"])
  }

  @Test("swapped names take their members along")
  func swapped() throws {
    let base = Self.document("A", "B", "C")
    var theirs = base
    theirs.entries[0].name = "B"
    theirs.entries[1].name = "A"
    theirs.entries.remove(at: 2)
    let result = try Self.merge(base.text(), base.text(), theirs.text())
    #expect(Self.tags(result.text) == ["A": "of B", "B": "of A"])
    #expect(result.conflicts.isEmpty)
  }

  @Test("names that only look alike are two members")
  func canonicallyEquivalent() throws {
    let value = { (first: Int, second: Int) in "\"\u{E9}\": \(first), \"e\u{301}\": \(second), " }
    let result = try Self.merge(
      Self.text(first: value(1, 2)), Self.text(first: value(5, 2)), Self.text(first: value(1, 3)))
    let read = ReadJSON(Array(result.text.utf8))
    #expect(read["\u{E9}"] == .number("5"))
    #expect(read["e\u{301}"] == .number("3"))
    #expect(result.conflicts.isEmpty)
  }

  @Test("the first member of an object can be removed while others change")
  func firstRemoved() throws {
    let base = Self.text(first: "\"x\": 1, \"y\": 2, \"z\": 3, ")
    let theirs = Self.text(first: "\"z\": 4, ")
    let result = try Self.merge(base, Self.text(first: "\"x\": 1,\n \"y\": 2, \"z\": 3, "), theirs)
    #expect(result.conflicts.isEmpty)
    let read = ReadJSON(Array(result.text.utf8))
    #expect(read["x"] == nil && read["y"] == nil)
    #expect(read["z"] == .number("4"))
    #expect(read["format"]?.text == "setpoint-schedule")
  }

  @Test("other spaces, escapes, orders and spellings of numbers are not changes")
  func sameMeaning() throws {
    let spellings = [
      #""x": {"a": 1, "b": [1.0, "é"]}, "#, "\"x\": { \"b\":[1,\"\\u00e9\"],\n\"a\":1e0},\n\t",
      #""x": {"b": [10e-1, "é"], "a": 1.00}, "#,
    ]
    for order in [[0, 1, 2], [1, 2, 0], [2, 0, 1]] {
      let texts = order.map { Self.text(first: spellings[$0]) }
      let result = try Self.merge(texts[0], texts[1], texts[2])
      #expect(result.conflicts.isEmpty)
      #expect(Array(result.text.utf8) == texts[1])
    }
  }

  @Test("a member that both changed differently is a conflict with three values")
  func memberConflict() throws {
    let base = Self.text(first: "\"x\": 1, ")
    let both = try Self.merge(base, Self.text(first: "\"x\": 2, "), Self.text(first: "\"x\": 3, "))
    #expect(both.conflicts == ["member \"x\": 1 -> ours 2, theirs 3"])
    let alike = try Self.merge(
      base, Self.text(first: "\"x\": 2, "), Self.text(first: "\"x\": 2.0, "))
    #expect(alike.conflicts.isEmpty)
  }

  @Test("the last of more than a thousand members is merged like the first")
  func manyMembers() throws {
    let members = { (last: Int) in
      (0...1200).map { "\"k\($0)\": \($0 == 1200 ? last : 0), " }.joined()
    }
    let base = Self.text(first: members(0))
    let result = try Self.merge(base, base, Self.text(first: members(7)))
    #expect(ReadJSON(Array(result.text.utf8))["k1200"] == .number("7"))
  }

  @Test(
    "a document with another element in its list, or with notes that are not text, is refused",
    arguments: [
      ("\n    }\n  ]", "\n    }, true, [1]\n  ]"),
      ("\"name\": \"A\"", "\"name\": \"A\", \"notes\": 5"),
    ])
  func unreadable(old: String, new: String) {
    let text = String(decoding: Self.document("A", "B").text(), as: UTF8.self)
    #expect(text.contains(old))
    let problem = #expect(throws: DocumentProblem.self) {
      try ScheduleDocument(reading: Array(text.replacing(old, with: new).utf8), file: "")
    }
    #expect(Set(problem?.diagnostics.map(\.code) ?? []) == ["SP107"])
  }

  @Test("a merge that would be too large to read is reported")
  func tooLarge() throws {
    var (ours, theirs) = (Self.document("A"), Self.document("A"))
    ours.entries[0].notes = String(repeating: "a", count: 2_200_000)
    theirs.entries.append(Self.document("B", seed: 9).entries[0])
    theirs.entries[1].notes = String(repeating: "b", count: 2_200_000)
    let problem = #expect(throws: DocumentProblem.self) {
      try ScheduleDocument(reading: ours.text(), file: "").merging(
        ScheduleDocument(reading: theirs.text(), file: ""),
        since: ScheduleDocument(reading: Self.document("A").text(), file: ""), file: "home.json")
    }
    #expect(problem?.description == "it would be larger than 4 MiB; nothing was written")
  }
}
