import ScheduleEditor
import ScheduleFiles
import ScheduleModel
import ScheduleText
import TestSupport
import Testing
import TwoWayTable

/// Undo across saves, sessions and commands, in process.
@Suite struct HistoryTests {
  /// A document in a spelling of its own, in a folder of its own.
  private struct Place {
    let folder = TemporaryFolder()
    let original: [UInt8]
    var path: String { folder.path("home.json") }
    var companion: CompanionFile { CompanionFile(of: path, stateFolder: folder.path("state")) }
    var history: EditHistory { get throws { try HistoryFile(of: companion).history(of: text) } }
    var text: [UInt8] { get throws { try FileReading.bytes(at: path) } }

    init(_ generator: inout SeededGenerator) throws {
      let text = String(
        decoding: CanonicalText.text(of: .standard(.fahrenheit)), as: UTF8.self)
      let spelled =
        text.replacing(": 7", with: ":7").replacing("78}", with: "7.8e1}")
        .replacing("\"days\"", with: "\"vendor\": {\"ü\": [1.50, null]}, \"days\"")
      original = Array(
        (Bool.random(using: &generator) ? spelled.replacing("\n", with: "\r\n") : spelled).utf8)
      try write(original)
    }

    func write(_ text: [UInt8]) throws { try AtomicFile.write(text, to: path) }

    /// Runs lines in a new editor; returns its answers.
    @discardableResult
    func edit(_ lines: [String]) throws -> [String] {
      let session = try EditingSession(
        opening: path, new: .standard(.fahrenheit), stateFolder: folder.path("state"))
      var options = EditorOptions(fileName: "home.json")
      options.history = session.history
      let contents = session.file.document.contents
      let host = HostDouble(contents)
      host.session = session
      var rest = (lines + ["quit!"])[...]
      var answers: [String] = []
      _ = LineMode(
        contents, options: options, host: host, readLine: { _, _ in .line(rest.removeFirst()) },
        write: { answers.append($0) }
      ).run()
      session.close(discarding: true)
      return answers
    }

    /// Changes the file as a command does.
    func change(_ name: String, _ body: ([UInt8]) throws -> [UInt8]) throws {
      let old = try text
      let new = try body(old)
      try AtomicFile.write(new, to: path, existing: .replaceText(old))
      HistoryFile(of: companion).add(name, from: old, to: new)
    }

    /// Undoes, or redoes, a step as `setpoint undo` does; returns whether there was one.
    func move(by count: Int) throws -> Bool {
      var moved = try history
      moved.position += count
      guard moved.versions.indices.contains(moved.position), let text = moved.current.text else {
        return false
      }
      try write(text)
      HistoryFile(of: companion).keep { moved }
      return true
    }
  }

  private static func line(_ generator: inout SeededGenerator) -> String {
    let days = ["monday", "tue", "weekend", "all", "thu,fri"]
    let day = days.randomElement(using: &generator) ?? "all"
    let number = Int.random(in: 55...69, using: &generator)
    switch Int.random(in: 0..<16, using: &generator) {
    case 0...2: return "\(day).wake.heat=\(number)"
    case 3: return "\(day).leave.cool=\(number + 20).5"
    case 4: return "wed.sleep.time=21:\(number - 10)"
    case 5: return "copy monday \(day == "monday" ? "sunday" : day)"
    case 6: return "convert"
    case 7: return "add Room \(number)"
    case 8: return "rename Räum \(number)"
    case 9: return "notes N\(number) \"é\""
    case 10: return "delete"
    case 11...13: return "undo"
    case 14: return "redo"
    default: return "save"
    }
  }

  /// Edits, saves, sessions, commands, undoing and redoing in any order: undoing all restores the bytes.
  @Test("undoing every step restores the original bytes", arguments: 0..<10)
  func originalBytes(part: Int) throws {
    for seed in 1...UInt64(Rounds.of(50)) {
      var generator = SeededGenerator(seed: UInt64(part) * 1_000_000 + seed)
      let place = try Place(&generator)
      for _ in 0..<Int.random(in: 2...5, using: &generator) {
        switch Int.random(in: 0..<8, using: &generator) {
        case 0:
          try place.change("set") { old in
            var document = try ScheduleDocument(reading: old, file: "")
            document.contents.schedules[0].week = .random(
              unit: document.contents.unit, using: &generator)
            return try document.text(file: "")
          }
        case 1: try place.change("format") { try CanonicalText.formatted($0) }
        case 2: _ = try place.move(by: -1)
        case 3: _ = try place.move(by: 1)
        default:
          let lines = (0..<Int.random(in: 1...5, using: &generator)).map { _ in
            Self.line(&generator)
          }
          try place.edit(lines + (Bool.random(using: &generator) ? ["save"] : []))
        }
      }
      let history = try place.history
      #expect(!history.isInterrupted && history.versions.count <= 100)
      if Bool.random(using: &generator) {
        try place.edit(Array(repeating: "undo", count: history.position) + ["save"])
      } else {
        while try place.move(by: -1) {}
      }
      #expect(try place.text == place.original, "seed \(part), \(seed)")
    }
  }

  @Test("a session continues undo and redo of the session before, with the same names")
  func continued() throws {
    var generator = SeededGenerator(seed: 1)
    let place = try Place(&generator)
    try place.edit(["monday.wake.heat=61", "tue.wake.heat=62", "undo", "save"])
    let saved = try place.text
    #expect(try place.edit(["redo"]).contains("redid Tuesday wake heat 70 -> 62"))
    #expect(
      try place.edit(["undo", "undo", "save"]).contains("nothing to undo"))
    #expect(try place.text == place.original)
    try place.edit(["redo", "save"])
    #expect(try place.text == saved)
  }

  @Test("a change by another program ends the history with a message")
  func interrupted() throws {
    var generator = SeededGenerator(seed: 2)
    let place = try Place(&generator)
    try place.edit(["monday.wake.heat=61", "save"])
    let saved = try place.text
    try place.write(try place.text + [0x0A])
    #expect(
      try place.edit(["undo"]).contains(
        "nothing to undo: the file has changed since the last step"))
    // With the former bytes, the history is the file's again.
    try place.write(saved)
    try place.edit(["undo", "save"])
    #expect(try place.text == place.original)
  }

  @Test("edits after another program's change continue the history of its file")
  func changedMeanwhile() throws {
    var generator = SeededGenerator(seed: 3)
    let place = try Place(&generator)
    let session = try EditingSession(
      opening: place.path, new: .standard(.fahrenheit), stateFolder: place.folder.path("state"))
    var theirs = try DocumentFile(opening: place.path)
    theirs.document.contents.schedules[0].name = "Theirs"
    try theirs.save()
    guard case .changed(let other) = session.outsideFileChange() else {
      Issue.record("no change")
      return
    }
    let merged = session.merge(other, into: session.file.document.contents).contents
    var edited = merged
    edited.schedules[0].name = "Ours"
    var history = try #require(session.history)
    history.versions[0].contents = session.file.document.contents
    history.add(EditHistory.Version(.words("merge"), contents: merged))
    history.interrupt()
    history.add(EditHistory.Version(.words("rename"), contents: edited))
    try session.save(edited, after: history)
    #expect(try place.history.versions.map { $0.name.text() } == ["", "rename"])
    #expect(try place.move(by: -1))
    #expect(try place.text == theirs.document.original)
  }

  @Test("later sessions know the steps of other programs, except from histories without the mark")
  func outsideSteps() throws {
    var history = EditHistory(text: [0x30])
    for (number, name) in [
      StepName.words("set"), .words("changes by another program", isOutside: true),
      .words("changes by another program"),
    ].enumerated() { history.add(EditHistory.Version(name, text: [0x31 + UInt8(number)])) }
    let read = EditHistory(
      reading: try #require(history.encoded(document: "/a")), document: "/a", text: [0x33])
    #expect(read.versions.map(\.name.isOutsideChange) == [false, false, true, false])
  }

  @Test("a history is cut to 100 steps and 1 MiB") func bounded() throws {
    let text = { (number: Int) in Array("{\"ü\": \(number)}".utf8) }
    var history = EditHistory(text: text(0))
    for number in 1...130 {
      history.add(EditHistory.Version(.words("step \(number)"), text: text(number)))
    }
    history.position = 120
    let read = { (history: EditHistory) throws in
      EditHistory(
        reading: try #require(history.encoded(document: "/a")), document: "/a",
        text: history.current.text ?? [])
    }
    var kept = try read(history)
    #expect(kept.versions.map { $0.name.text() } == (30...130).map { "step \($0)" })
    #expect(kept.position == 90)
    #expect(kept.versions.map(\.text) == (30...130).map(text))
    for number in 0..<10 {
      kept.add(
        EditHistory.Version(
          .words("large"), text: Array(repeating: 0x61 + UInt8(number), count: 200_000)))
    }
    #expect((kept.encoded(document: "/a") ?? []).count <= EditHistory.mostBytes)
    #expect((2...5).contains(try read(kept).versions.count))
    kept.add(EditHistory.Version(.words("larger"), text: Array(repeating: 0x61, count: 1 << 20)))
    // A longer text still has its step.
    #expect(try read(kept).versions.map { $0.name.text() } == ["large", "larger"])
  }

  @Test("a text that is almost too large is restored, though its tabs take twice the room")
  func largeText() throws {
    var generator = SeededGenerator(seed: 4)
    let place = try Place(&generator)
    let tabs = Array(repeating: UInt8(ascii: "\t"), count: 3_900_000)
    let large: [UInt8] = [place.original[0]] + tabs + place.original.dropFirst()
    try place.write(large)
    try place.change("set") { $0 + [0x0A] }
    #expect(try place.move(by: -1))
    #expect(try place.text == large)
  }

  @Test("a history that is damaged or belongs to another text or document is not used")
  func damaged() throws {
    var history = EditHistory(text: [0x31])
    history.add(EditHistory.Version(.words("two"), text: [0x32]))
    let bytes = try #require(history.encoded(document: "/a"))
    let read = { (bytes: [UInt8], document: String, text: UInt8) in
      EditHistory(reading: bytes, document: document, text: [text])
    }
    #expect(read(bytes, "/a", 0x32).versions[0].text == [0x31])
    #expect(read(bytes, "/b", 0x32).isInterrupted && read(bytes, "/a", 0x33).isInterrupted)
    for index in bytes.indices {
      var changed = bytes
      changed[index] ^= 4
      #expect(!read(changed, "/a", 0x32).canUndo, "\(index)")
      #expect(!read(Array(bytes[..<index]), "/a", 0x32).canUndo || index == bytes.count - 1)
    }
  }
}
