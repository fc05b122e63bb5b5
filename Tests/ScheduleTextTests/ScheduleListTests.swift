import ScheduleText
import ScheduleModel
import TestSupport
import Testing

@Suite struct ScheduleListTests {
  /// Three schedules that carry members unknown here, in layouts of their own.
  private static let texts: [String] = {
    let names = ["One", "Two", "Three"]
    let canonical = String(
      decoding: CanonicalText.text(
        of: Contents(
          unit: .fahrenheit,
          schedules: names.map { Schedule(name: $0, week: .standard(.fahrenheit)) })),
      as: UTF8.self)
    let marked = names.reduce(canonical) { text, name in
      text.replacing(
        "\"name\": \"\(name)\"", with: "\"name\": \"\(name)\", \"x-\(name)\": [\"of \(name)\"]")
    }
    return [
      marked, marked.replacing("\n", with: "\r\n"), marked.filter { $0 != "\n" && $0 != " " },
      marked.replacing("},\n    {", with: "} ,\n\n    {"),
    ]
  }()

  /// Any edits of the list: the text says what the document does, and what was not understood goes
  /// where its schedule goes.
  @Test("any edit of the list is written and keeps unknown members", arguments: texts.indices)
  func anyEditList(index: Int) throws {
    let bytes = Array(Self.texts[index].utf8)
    for seed in 1...UInt64(Rounds.of(12)) {
      var generator = SeededGenerator(seed: seed)
      var document = try ScheduleDocument(reading: bytes, file: "a.json")
      for round in 0..<6 {
        for _ in 0..<Int.random(in: 1...4, using: &generator) {
          Self.change(&document.contents, using: &generator)
        }
        let text = try document.text(file: "a.json")
        document.didSave(text)
        let written = String(decoding: text, as: UTF8.self)
        for name in ["One", "Two", "Three"] {
          let key = UnknownMembers.Key(.top, Array("x-\(name)".utf8))
          let kept = document.contents.schedules.count { $0.members[key] != nil }
          let found = written.ranges(of: "\"x-\(name)\"").count
          #expect(found == kept, "seed \(seed), round \(round), \(name)")
        }
        let lineEnds = text.count { $0 == 0x0A }
        #expect(text.count { $0 == 0x0D } == (index == 1 ? lineEnds : 0))
        #expect((lineEnds > 0) == (index != 2))
      }
    }
  }

  @Test("another scale changes only the unit and the temperatures")
  func anotherScaleChanges() throws {
    let text = Self.texts[0]
    var document = try ScheduleDocument(reading: Array(text.utf8), file: "a.json")
    document.contents = document.contents.converted(to: .celsius)
    let lines = String(decoding: try document.text(file: "a.json"), as: UTF8.self)
      .split(separator: "\n")
    let changed = zip(lines, text.split(separator: "\n")).filter { $0 != $1 }
    #expect(changed.count == 1 + 3 * 28)
    #expect(changed[1].0 == #"          "wake": {"time": "06:00", "heat": 21.1, "cool": 25.6},"#)
  }

  private static func change(
    _ contents: inout Contents, using generator: inout SeededGenerator
  ) {
    let count = contents.schedules.count
    let index = Int.random(in: 0..<count, using: &generator)
    let name = "S\(UInt32.random(in: 0...UInt32.max, using: &generator))"
    switch Int.random(in: 0..<8, using: &generator) {
    case 0: contents.schedules[index].name = name
    case 1: contents.schedules[index].notes = contents.schedules[index].notes == nil ? name : nil
    case 2: contents.schedules[index].device = contents.schedules[index].device == nil ? "csv" : nil
    case 3:
      contents.schedules.insert(
        Schedule(name: name, week: .standard(contents.unit)), at: index)
    case 4:
      var copy = contents.schedules[index]
      copy.name = name
      contents.schedules.insert(copy, at: index)
    case 5 where count > 1: contents.schedules.remove(at: index)
    case 6: contents.schedules.append(contents.schedules.remove(at: index))
    default:
      contents.schedules[index].week[CellAddress(.friday, .leave, .heat)] =
        .temperature(Temperature(Int.random(in: 50...60, using: &generator)))
    }
  }
}
