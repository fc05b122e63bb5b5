import TestSupport
import Testing

/// The editor in a real terminal, on a document of its own.
final class EditorInTmux {
  let folder: TemporaryFolder
  let screen: TmuxScreen
  private let rows, columns: Int

  /// Runs `script` in a new folder, keeps what home.json is then as before.json, and opens it.
  ///
  /// `environment` stands before the program's name; the editor is there when it shows `text`.
  init(
    _ options: String = "", given script: String = "setpoint new home.json",
    environment: String = "", columns: Int = 80, rows: Int = 24,
    showing text: String = "0-9 type",
    in folder: TemporaryFolder = TemporaryFolder()
  ) throws {
    self.folder = folder
    self.rows = rows
    self.columns = columns
    _ = try ShellCommand("\(script)\ncp home.json before.json", in: folder.path)
    screen = try TmuxScreen(
      "\(environment) setpoint edit home.json \(options)", in: folder, columns: columns, rows: rows)
    try expectVariable("alternate_on", "1")
    try expect(text)
  }

  /// Presses keys by their tmux names, parted by blanks.
  func press(_ keys: String) throws {
    try screen.press(keys)
  }

  /// Types text as it is, and waits until `text` is shown.
  func type(_ typed: String, showing text: String, at place: SourceLocation = #_sourceLocation)
    throws
  {
    try screen.type(typed)
    try expect(text, at: place)
  }

  /// Presses keys, and waits until `text` is shown.
  func press(_ keys: String, showing text: String, at place: SourceLocation = #_sourceLocation)
    throws
  {
    try screen.press(keys)
    try expect(text, at: place)
  }

  /// Waits until a line contains `text`; otherwise the test fails with the screen, and ends.
  ///
  /// In front of a period, a wide screen has the name of the day in full.
  func expect(_ text: String, at place: SourceLocation = #_sourceLocation) throws {
    let text = columns < 100 ? text : Self.withDayInFull(text)
    if try screen.wait(for: text) { return }
    Issue.record("no \"\(text)\" in\n\(try shown())", sourceLocation: place)
    throw NotShown()
  }

  private static func withDayInFull(_ text: String) -> String {
    let days = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
    return text.replacing(#/^(?<day>[A-Z][a-z]{2}) (?=(wake|leave|return|sleep):)/#) { match in
      (days.first { $0.hasPrefix(match.day) } ?? "") + " "
    }
  }

  /// Waits until the whole screen is as recorded, but for the marks of now and what tells of it.
  func expectScreen(_ name: String, at place: SourceLocation = #_sourceLocation) throws {
    let path = "screens/promises/\(name).txt"
    let expected = Fixtures.bytes(path)
    _ = try screen.wait { _ in try Golden.isRecording || Array(self.timeless().utf8) == expected }
    if let mismatch = Golden.mismatch(try timeless(), path) {
      Issue.record("\(mismatch)", sourceLocation: place)
    }
  }

  /// The screen without what the clock decides: the marks of today and of now, and the pane on wide
  /// screens.
  private func timeless() throws -> String { Self.timeless(try shown(), columns: columns) }

  /// A screen of so many columns without what the clock decides.
  static func timeless(_ screen: String, columns: Int = 80) -> String {
    let lines = screen.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.enumerated().map { index, line in
      let isAxis =
        line.contains("▼")
        || line.contains("v") && line.allSatisfy { " 0123456789apvh>=6".contains($0) }
      if isAxis { return "(hours)" }
      let marks = line.replacing("▸", with: " ").replacing(#/^( [A-Z][a-z]{2}) >/#) { "\($0.1)  " }
      let cut = String(columns >= 110 && index < 12 ? marks.prefix(80) : marks[...])
      return String(cut[..<(cut.lastIndex { $0 != " " }.map(cut.index(after:)) ?? cut.startIndex)])
    }.joined(separator: "\n")
  }

  /// Waits until tmux's variable has that value.
  func expectVariable(
    _ name: String, _ value: String, at place: SourceLocation = #_sourceLocation
  ) throws {
    if try screen.wait(for: { _ in try self.screen.variable(name) == value }) { return }
    Issue.record("\(name) is \(try screen.variable(name)), not \(value)", sourceLocation: place)
    throw NotShown()
  }

  /// Saves; the file is written when this returns.
  func save(at place: SourceLocation = #_sourceLocation) throws {
    try press("C-s", showing: "saved home.json", at: place)
  }

  /// Quits, which nothing unsaved stands in the way of; the program has ended when this returns.
  ///
  /// It gives the screen back before it ends, and with it the line that started it: the shell's next prompt
  /// tells of the end.
  func quit(_ keys: String = "q", at place: SourceLocation = #_sourceLocation) throws {
    try press(keys)
    let isBack = try screen.wait { lines in ["$", "$ "].contains(lines.last { !$0.isEmpty }) }
    #expect(isBack, sourceLocation: place)
  }

  /// What a script in the document's folder prints.
  func shell(_ script: String) throws -> String {
    try ShellCommand(script, in: folder.path).text
  }

  /// What saved edits made of the document, a cell a line.
  func savedChanges() throws -> String { try shell("setpoint diff --each before.json home.json") }

  /// Ends a test whose next steps would wait in vain.
  private struct NotShown: Error {}

  private func shown() throws -> String {
    try screen.lines().prefix(rows).map { $0 + "\n" }.joined()
  }
}
