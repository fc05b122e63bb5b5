import DeviceFormats
import Diagnostics
import ScheduleModel
import TwoWayTable

enum CommandTable {
  /// The commands in the order of help.
  static let all = moves + cells + ranges + schedules + views + files

  /// The longest word to match, in bytes: comparing a pasted megabyte with every command would take a second.
  static let longestWord = 400

  static let byName = Dictionary(
    uniqueKeysWithValues: all.flatMap { command in command.names.map { ($0, command) } })

  /// Returns `line` with each completion of its last word; the line itself if that is the name of a command.
  static func completedLines(
    of line: String, in state: EditorState, verbs: [String: [String]] = [:]
  ) -> [String] {
    let lines = completions(of: line, in: state, verbs: verbs).map { completing(line, with: $0) }
    return lines.isEmpty && byName[line] != nil ? [line] : lines
  }

  /// Replaces the last word of the line; leaves the quote after a folder open, since a file follows.
  static func completing(_ line: String, with word: String) -> String {
    let isFolder = word.utf8.last == UInt8(ascii: "/")
    let needsQuotes = word.unicodeScalars.contains { " \t\"".unicodeScalars.contains($0) }
    let quoted =
      "\"" + word.replacingScalars(["\\": "\\\\", "\"": "\\\""]) + (isFolder ? "" : "\"")
    return line[..<CommandWords(line).lastStart] + (needsQuotes ? quoted : word)
  }

  /// Returns the completions of the last word of `line`, in order. Line mode has other verbs, and the words that follow
  /// them, besides the commands that work without a screen.
  static func completions(
    of line: String, in state: EditorState, verbs: [String: [String]] = [:]
  ) -> [String] {
    let split = CommandWords(line)
    let typed = split.endsInWord ? split.words.last ?? "" : ""
    guard typed.utf8.count <= longestWord else { return [] }
    let before = split.endsInWord ? Array(split.words.dropLast()) : split.words
    var candidates =
      verbs.keys.sorted()
      + all.filter { (verbs.isEmpty || $0.worksWithoutScreen) && state.offers($0) }.map(\.name)
    // A line may consist of an assignment.
    if typed.contains(".") { candidates += CellAddress.all.map { $0.path + "=" } }
    var files: [String] = []
    if let verb = before.first, let words = verbs[verb] {
      candidates = before.count == 1 ? words : []
    } else if let verb = before.first {
      guard let command = byName[verb] else { return [] }
      candidates = command.completions(state, Array(before.dropFirst()))
      if before.count == 1 { candidates += command.choices(state) }
      if command.namesDevice, before.count == 1 {
        candidates = DeviceFormats.names + candidates
        if !candidates.contains(where: { fits($0, typed) }) {
          return DeviceFormats.device(named: typed).map { [$0.profile.id] }
            ?? devices(titled: typed)
        }
      }
      if command.fileWord == before.count - 1 {
        files = state.host.fileNames(beginning: state.options.expandingHome(typed))
          .filter { (["/"] + command.fileEndings).contains(where: $0.hasSuffix) }
      }
    }
    return (candidates.filter { fits($0, typed) } + files).filter { $0 != typed }
  }

  /// Whether a word abbreviates `candidate`, part by part: `tue.l` for `tuesday.leave.heat=`.
  private static func fits(_ candidate: String, _ typed: String) -> Bool {
    if candidate.hasPrefix(typed) { return true }
    let parts = typed.split(separator: ".", omittingEmptySubsequences: false)
    let whole = candidate.split(separator: ".")
    return parts.count > 1 && parts.count <= whole.count
      && zip(whole, parts).allSatisfy { $0.hasPrefix($1) }
  }

  /// The devices whose titles have a text: `radiator`.
  private static func devices(titled text: String) -> [String] {
    DeviceFormats.all.flatMap(\.profiles)
      .filter { $0.title.lowercased().contains(text.lowercased()) }.map(\.id)
  }

  /// The name of the command that Enter completes instead of running it: a part of its name or its help was typed.
  static func commandToComplete(_ line: String) -> String? {
    guard (try? BoundCommand(parsing: line)) == nil, let found = matches(line).first,
      !found.isBegun(by: line)
    else { return nil }
    return found.name
  }

  /// All commands, after those that users look for with `:`.
  private static let listed: [EditorCommand] = {
    let sought = [
      "save", "export", "copy", "compare", "device", "convert", "theme", "picture",
    ].compactMap { byName[$0] }
    return sought + all.filter { command in !sought.contains { $0.name == command.name } }
  }()

  /// Returns the commands that match a text typed after `:`: first by name, then by description, then by device names.
  static func matches(_ typed: String) -> [EditorCommand] {
    guard !typed.isEmpty else { return listed }
    guard typed.utf8.count <= longestWord else { return [] }
    let word = typed.lowercased()
    let isDevice = word.count > 1 && !devices(titled: word).isEmpty
    let places = listed.map { command -> Int? in
      if command.names.contains(word) { return 0 }
      if command.names.contains(where: { $0.hasPrefix(word) }) { return 1 }
      if command.name.contains(word), !command.name.hasSuffix("!") { return 2 }
      if command.help.lowercased().contains(word), word.count > 1 { return 3 }
      return isDevice && command.namesDevice ? 4 : nil
    }
    return (0...4).flatMap { place in zip(listed, places).filter { $0.1 == place }.map(\.0) }
  }
}
