import TestSupport
import Testing

/// A document in a folder of its own, and the editor of it on a pseudo-terminal.
struct TestDocument {
  let folder = TemporaryFolder()
  var path: String { folder.path("home.json") }

  /// What `setpoint new` writes, run once.
  private static let new: [UInt8]? = {
    let folder = TemporaryFolder()
    _ = try? ShellCommand("setpoint new home.json", in: folder.path)
    return WholeFile.bytes(folder.path("home.json"))
  }()

  /// A new home.json, and a copy of it as before.json.
  init() {
    guard let new = Self.new else {
      Issue.record("no document")
      return
    }
    for name in ["home.json", "before.json"] { WholeFile.write(new, folder.path(name)) }
  }

  /// Runs `script`, which makes home.json, and keeps a copy of it as before.json.
  init(_ script: String) {
    do {
      let made = try ShellCommand("\(script)\ncp home.json before.json", in: folder.path)
      #expect(made.status == 0, "\(made.errorText)")
    } catch {
      Issue.record("no document: \(error)")
    }
  }

  /// Opens the editor; it is there when it shows `text`.
  func edit(
    _ environment: [String: String] = [:], options: [String] = [], rows: Int = 24,
    columns: Int = 80, showing text: String = "q quit",
    program: String = BuiltProduct.path("setpoint"), at place: SourceLocation = #_sourceLocation
  ) throws -> ProgramOnPTY {
    let editor = try ProgramOnPTY(
      // In brackets, which can be looked for, and not in colour, is the cell under the cursor in this theme.
      program,
      ["edit", path] + (options.contains("--theme") ? [] : ["--theme", "terminal"]) + options,
      environment: ["HOME": folder.path].merging(environment) { $1 }, in: folder.path, rows: rows,
      columns: columns)
    let isWhole = text == "q quit" && columns == 80 ? (4, 12) : nil
    try #require(
      editor.shows(text, cursor: isWhole), "\(editor.screen.lines)", sourceLocation: place)
    return editor
  }

  /// What a script in the document's folder prints.
  func shell(_ script: String) throws -> String {
    try ShellCommand(script, in: folder.path).text
  }

  /// What saved edits made of the document, a cell a line.
  func savedChanges() throws -> String { try shell("setpoint diff --each before.json home.json") }

  /// Whether the document has the bytes that it had at first.
  func isAsBefore() throws -> Bool {
    try shell("cmp before.json home.json && echo same") == "same\n"
  }
}

extension ProgramOnPTY {
  /// Types keys, and waits until the screen shows `text`; otherwise the test fails with the screen, and ends.
  func press(_ keys: String, showing text: String, at place: SourceLocation = #_sourceLocation)
    throws
  {
    send(keys)
    try #require(
      shows(text), "no \(text.debugDescription) in \(screen.lines)", sourceLocation: place)
  }

  /// Waits until the screen shows `words`, however many blanks separate them.
  func showsWords(_ words: String) -> Bool {
    terminal.receive(on: &screen) { $0.lines.contains { $0.joiningWords.contains(words) } }
  }

  /// Saves; the file is written when this returns.
  func save(at place: SourceLocation = #_sourceLocation) throws {
    try press(Key.save, showing: "saved home.json", at: place)
  }

  /// The screen without parts that depend on the clock: today, the strips with the current time, and the pane.
  var timelessLines: [String] { Self.timeless(screen.lines) }

  /// A screen without parts that depend on the clock.
  static func timeless(_ lines: [String]) -> [String] {
    let isWide = lines.contains { $0.count >= 110 }
    var isBelowAxis = false
    return lines.enumerated().map { index, line in
      let isAxis =
        line.contains("▼")
        || line.contains("v") && line.allSatisfy { " 0123456789apvh>=6".contains($0) }
      if isAxis {
        isBelowAxis = true
        return "(hours)"
      }
      if isBelowAxis, line.contains(#/^. ([A-Z][a-z]{2} |    ).*[0-9│=]/#) { return "(strip)" }
      let marks = line.replacing("▸", with: " ").replacing(#/^( [A-Z][a-z]{2}) >/#) { "\($0.1)  " }
      var cut = String(isWide && index < 12 ? marks.prefix(80) : marks[...])
      while cut.last == " " { cut.removeLast() }
      return cut
    }
  }

  /// Waits until the screen is as recorded, except for parts that depend on the clock.
  func showsRecorded(_ name: String, at place: SourceLocation = #_sourceLocation) {
    let path = "screens/promises/\(name).txt"
    let expected = Fixtures.bytes(path)
    func text(_ screen: ScreenInterpreter) -> String {
      Self.timeless(screen.lines).map { $0 + "\n" }.joined()
    }
    if Golden.isRecording {
      _ = rests(for: .seconds(1))
    } else {
      _ = terminal.receive(on: &screen) { Array(text($0).utf8) == expected }
    }
    if let mismatch = Golden.mismatch(text(screen), path) {
      Issue.record("\(mismatch)", sourceLocation: place)
    }
  }
}

extension String {
  /// The text with one blank in place of several.
  var joiningWords: String { split(separator: " ").joined(separator: " ") }
}

/// What a terminal sends for keys.
enum Key {
  static let up = "\u{1B}OA"
  static let down = "\u{1B}OB"
  static let right = "\u{1B}OC"
  static let left = "\u{1B}OD"
  static let home = "\u{1B}OH"
  static let pageUp = "\u{1B}[5~"
  static let escape = "\u{1B}"
  static let save = "\u{13}"
  static let clear = "\u{15}"
  static let f5 = "\u{1B}[15~"
}
