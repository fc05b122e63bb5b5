import ArgumentParser
import DeviceFormats
import ScheduleFiles
import ScheduleModel
import ScheduleText
import CLibrary

/// The line on which somebody pressed Tab, as the words that the shell has made of it.
///
/// Whatever stands there, nothing is thrown, nothing is waited for and nothing is printed but what
/// completes the word.
struct CompletionLine {
  private let words: [String]
  private let index: Int

  /// Takes the words, the program's name first, and the place of the one that is completed.
  init(_ words: [String], at index: Int) {
    self.words = words
    self.index = index
  }

  /// What is typed of the word so far.
  var typed: String { word(at: index) }

  /// The word of an assignment in front of an equals sign, which bash makes a word of its own; nil
  /// elsewhere.
  var assignedWord: String? {
    if typed == "=" { return word(at: index - 1) }
    return word(at: index - 1) == "=" ? word(at: index - 2) : nil
  }

  /// Whether a word is a link of that scheme; bash makes words of its own of what is before and behind a
  /// colon.
  func hasLink(_ scheme: String) -> Bool {
    words.indices.contains { index in
      Self.unquoted(words[index]).hasPrefix("\(scheme):")
        || words[index] == scheme && word(at: index + 1).hasPrefix(":")
    }
  }

  /// What stands behind the option.
  func value(of option: String) -> String? {
    words.firstIndex(of: option).map { Self.unquoted(word(at: $0 + 1)) }
  }

  /// The first document that the line names and that can be read, else the person's own.
  var contents: Contents? {
    let others = words.enumerated().filter { $0.offset > 1 && $0.offset != index }.map(\.element)
    for path in others.map(Self.unquoted) + [Environment.defaultDocument] {
      // A pipe would have to be waited for.
      var status = stat()
      guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { continue }
      if let file = try? DocumentFile(opening: path) { return file.document.contents }
    }
    return nil
  }

  /// The files on the line that a device or its service wrote.
  var deviceFiles: [DeviceInput] {
    let values = Set(words.indices.filter { words[$0].hasPrefix("-") }.map { $0 + 1 })
    return words.indices.filter { $0 > 1 && $0 != index && !values.contains($0) }
      .map { Self.unquoted(words[$0]) }
      .compactMap { path in
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return try? DeviceInput(opening: path)
      }
  }

  /// The schedule that the line names, or the first one.
  var week: Week? {
    guard let contents else { return nil }
    guard let name = value(of: "--schedule") else { return contents.schedules.first?.week }
    return contents.schedules.index(named: name).map { contents.schedules[$0].week }
  }

  private func word(at place: Int) -> String { words.indices.contains(place) ? words[place] : "" }

  /// The text that a word stands for: without quotes and backslashes, `~/` replaced.
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
  /// Returns a value as the shell's completion reads it; nil where it cannot be completed.
  ///
  /// bash expands each value, and zsh treats the text after a colon as a description. fish expands a tilde at the
  /// start of a completed word, and has no way to quote it there.
  func spelling(of value: String) -> String? {
    switch self {
    case .bash: "'" + value.replacingScalars(["'": "'\\''"]) + "'"
    case .zsh: value.replacingScalars(["\\": "\\\\", ":": "\\:"])
    case .fish: value.hasBytes(atStart: "~") && !value.hasBytes(atStart: "~/") ? nil : value
    default: value
    }
  }
}

extension String {
  /// The text with scalars replaced, also those that a mark behind them makes another character of.
  fileprivate func replacingScalars(_ replacements: [Unicode.Scalar: String]) -> String {
    unicodeScalars.reduce(into: "") { text, scalar in
      if let replacement = replacements[scalar] {
        text += replacement
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
  }
}
