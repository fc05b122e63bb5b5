import ArgumentParser
import CLibrary
import DeviceFormats
import Diagnostics
import LinkProtocol
import Links
import Reporting
import ScheduleFiles
import ScheduleModel
import TwoWayTable

// The completions of each kind of value, from the tables that parse it.

extension CompletionKind {
  static let schedules = onLine { $0.contents?.schedules.map(\.name) ?? [] }

  /// The devices of the format on the line, by default all; forms after a slash; the many aliases after a prefix.
  static let devices = onLine { line in
    let typed = line.typed
    if let slash = typed.firstIndex(of: "/") {
      let device = DeviceFormats.device(named: String(typed[..<slash]))
      return device?.format.forms.map { typed[...slash] + $0.id } ?? []
    }
    return (line.format.map { [$0] } ?? DeviceFormats.all).flatMap(\.profiles)
      .flatMap { [$0.id] + (typed.isEmpty ? [] : $0.aliases) }
  }

  /// The addresses in the devices file, and the prefixes of others.
  static let links = onLine { DeviceList.linksAround + linkBeginnings(after: $0.typed) }

  /// The addresses with a kept program, and the prefixes of others.
  static let keptLinks = onLine { KeptProgram.links + linkBeginnings(after: $0.typed) }

  private static func linkBeginnings(after typed: String) -> [String] {
    DeviceAddress.beginnings + (typed.isEmpty ? [] : DeviceAddress.otherBeginnings)
  }

  static let rules = onLine { _ in RuleTable.all.rules.map(\.code) }

  static let ruleLists = onLine { line in
    list(RuleTable.all.rules.filter { !$0.isOfImports }.map(\.code), after: line.typed)
  }

  static let dayLists = onLine { list(dayWords, after: $0.typed) }

  /// Paths of cells with an equals sign, and files.
  static let assignmentsAndFiles = onLine { line in
    // bash would insert a backslash before it.
    let sign = CompletionShell.requesting == .bash ? "" : "="
    return documents(line) + (cells(after: line.typed, line.week) + ["sides"]).map { $0 + sign }
  }

  static let daysAndFiles = onLine { documents($0) + Weekday.allCases.map(\.name) }

  static let cells = onLine { cells(after: $0.typed, nil) }

  static let cellsAndFiles = onLine { documents($0) + cells(after: $0.typed, $0.week) }

  /// The built-in themes, those beside the settings, and files.
  static let themes = onLine { files($0, "themes") + Theme.builtIn.map(\.name) }

  static let layouts = onLine { files($0, "layouts") }

  /// Creates a kind from the results of `values`; omits names with control characters.
  private static func onLine(
    _ values: @Sendable @escaping (CompletionLine) -> [String]
  ) -> CompletionKind {
    .custom { words, index, _ in
      let found = values(CompletionLine(words: words, index: index)).filter { $0 == $0.printable }
      guard let shell = CompletionShell.requesting else { return found }
      return found.compactMap { shell.spelling(of: $0) }
    }
  }

  private static let dayWords = Weekday.allCases.map(\.name) + ["weekdays", "weekend", "all"]

  private static func list(_ words: [String], after typed: String) -> [String] {
    let head = typed.lastIndex(of: ",").map { typed[...$0] } ?? ""
    return words.map { head + $0 }
  }

  /// The paths of the cells that a week has (default: any); typed days are kept, so that `tue.` can be completed.
  private static func cells(after typed: String, _ week: Week?) -> [String] {
    var days = list(dayWords, after: typed)
    if let dot = typed.firstIndex(of: ".") {
      days = (try? Weekday.list(typed[..<dot])) == nil ? [] : [String(typed[..<dot])]
    }
    let periods = Period.allCases.map(\.name) + ["all"]
    let fields = (week?.sides ?? .both).fields
    return days.flatMap { day in
      periods.flatMap { period in fields.map { "\(day).\(period).\($0.name)" } }
    }
  }

  /// The names of files in a settings folder, and the schedule files and folders that match the typed path.
  private static func files(_ line: CompletionLine, _ folder: String) -> [String] {
    SettingsFiles.names(in: folder) + documents(line)
  }

  /// The schedule files and folders that match the typed path.
  private static func documents(_ line: CompletionLine) -> [String] {
    let slash = line.typed.utf8.lastIndex(of: UInt8(ascii: "/"))
    let head = slash.map { String(line.typed[...$0]) } ?? ""
    let place = head.isEmpty ? "." : CompletionLine.unquoted(head)
    let near = Folder.names(in: place).filter {
      $0.hasBytes(atEnd: ".json") || Folder.exists(holding: "\(place)/\($0)/")
    }
    return near.filter { !$0.hasBytes(atStart: ".") }.map { head + $0 }
  }
}

/// The line on which Tab was pressed, as split into words by the shell.
///
/// It never throws or blocks, and prints nothing but completions.
struct CompletionLine {
  /// The words, starting with the program's name.
  let words: [String]
  let index: Int

  var typed: String { word(at: index) }

  func value(of option: String) -> String? {
    words.firstIndex(of: option).map { Self.unquoted(word(at: $0 + 1)) }
  }

  /// The device format named on the line, or that of an address.
  var format: (any DeviceFormat)? {
    let links = words.lazy.compactMap { try? DeviceAddress(Self.unquoted($0)) }
    return (value(of: "--to") ?? value(of: "--from") ?? links.first?.scheme.format)
      .flatMap { try? DeviceChoice($0).format }
  }

  /// The first readable document on the line, or else the default document.
  var contents: Contents? {
    let others = words.enumerated().filter { $0.offset > 1 && $0.offset != index }.map(\.element)
    // A pipe would block.
    for path in others.map(Self.unquoted) + [Folder.defaultDocument]
    where FileReading.isFile(at: path) {
      if let file = try? DocumentFile(opening: path) { return file.contents }
    }
    return nil
  }

  /// The schedule named on the line, or the one due today.
  var week: Week? {
    guard let contents else { return nil }
    guard let name = value(of: "--schedule") else {
      return (try? contents.scheduleIndex(dueOn: .today)).map { contents.schedules[$0].week }
    }
    return contents.schedules.index(typed: name).map { contents.schedules[$0].week }
  }

  private func word(at place: Int) -> String { words.indices.contains(place) ? words[place] : "" }

  /// Removes quotes and backslashes from a word, and expands `~/`.
  static func unquoted(_ word: String) -> String {
    var result = String.UnicodeScalarView()
    var quote: Unicode.Scalar?
    var isEscaped = false
    for character in word.unicodeScalars {
      if isEscaped {
        result.append(character)
        isEscaped = false
      } else if character == "\\", quote != "'" {
        isEscaped = true
      } else if character == quote {
        quote = nil
      } else if quote == nil, character == "'" || character == "\"" {
        quote = character
      } else {
        result.append(character)
      }
    }
    guard word.hasBytes(atStart: "~/"), let home = Environment["HOME"] else {
      return String(result)
    }
    return home + String(result.dropFirst())
  }
}

extension CompletionShell {
  /// Returns a value as the shell's completion expects it; nil if it cannot be completed.
  ///
  /// bash expands each value, and zsh treats the text after a colon as a description. fish expands a tilde at the start
  /// of a completed word and cannot quote it there.
  func spelling(of value: String) -> String? {
    switch self {
    case .bash: value.inSingleQuotes
    case .zsh: value.replacingScalars(["\\": "\\\\", ":": "\\:"])
    case .fish: value.hasBytes(atStart: "~") && !value.hasBytes(atStart: "~/") ? nil : value
    default: value
    }
  }
}
