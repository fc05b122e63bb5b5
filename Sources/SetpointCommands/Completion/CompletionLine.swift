import ArgumentParser
import DeviceFormats
import ScheduleFiles
import ScheduleModel
import ScheduleText
import CLibrary

/// The line on which Tab was pressed, as split into words by the shell.
///
/// It never throws or blocks, and prints nothing but completions.
struct CompletionLine {
  /// The words, starting with the program's name.
  let words: [String]
  /// The index of the current word.
  let index: Int

  /// The typed part of the current word.
  var typed: String { word(at: index) }

  /// The word before an equals sign, which bash treats as a separate word; nil if there is none.
  var assignedWord: String? {
    if typed == "=" { return word(at: index - 1) }
    return word(at: index - 1) == "=" ? word(at: index - 2) : nil
  }

  /// Whether a word is a link with that scheme; bash splits words at colons.
  func hasLink(_ scheme: String) -> Bool {
    words.indices.contains { index in
      Self.unquoted(words[index]).hasPrefix("\(scheme):")
        || words[index] == scheme && word(at: index + 1).hasPrefix(":")
    }
  }

  func value(of option: String) -> String? {
    words.firstIndex(of: option).map { Self.unquoted(word(at: $0 + 1)) }
  }

  /// The first readable document on the line, or else the default document.
  var contents: Contents? {
    let others = words.enumerated().filter { $0.offset > 1 && $0.offset != index }.map(\.element)
    for path in others.map(Self.unquoted) + [Environment.defaultDocument] where Self.isFile(path) {
      if let file = try? DocumentFile(opening: path) { return file.document.contents }
    }
    return nil
  }

  /// The device files on the line.
  var deviceFiles: [DeviceInput] {
    let values = Set(words.indices.filter { words[$0].hasPrefix("-") }.map { $0 + 1 })
    return words.indices.filter { $0 > 1 && $0 != index && !values.contains($0) }
      .map { Self.unquoted(words[$0]) }.filter(Self.isFile)
      .compactMap { try? DeviceInput(opening: $0) }
  }

  /// The schedule named on the line, or the one due today.
  var week: Week? {
    guard let contents else { return nil }
    guard let name = value(of: "--schedule") else {
      return (try? contents.scheduleIndex(dueOn: .today)).map { contents.schedules[$0].week }
    }
    return contents.schedules.index(named: name).map { contents.schedules[$0].week }
  }

  /// Whether a path names a file, unlike a pipe, which would block.
  private static func isFile(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
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
    case .bash: "'" + value.replacingScalars(["'": "'\\''"]) + "'"
    case .zsh: value.replacingScalars(["\\": "\\\\", ":": "\\:"])
    case .fish: value.hasBytes(atStart: "~") && !value.hasBytes(atStart: "~/") ? nil : value
    default: value
    }
  }
}

extension String {
  /// Replaces scalars, even those that form a character with a combining mark.
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
