import ScheduleModel
import TwoWayTable

extension EditorState {
  /// The line at the bottom: what keys do now, each key before its words, two blanks between them.
  func hints(_ glyphs: Glyphs) -> String {
    switch mode {
    case .browsing where anchor != nil:
      fitting(
        ["type fill", "y copy", "p paste", "f fill", "+- step", "< > shift times", "R revert"],
        ["Esc end"])
    case .browsing where readOnlyReason != nil:
      fitting(problemHints + ["v select", "y copy", ": more"], ["? keys", "q quit"])
    case .editing(let edit) where !edit.replaces:
      fitting(["Enter take", "Tab next", "^U erase"], ["Esc keep \(week[cursor].text(clock))"])
    // The same while a value is typed: a line that came and went with every edit would cost more
    // bytes than the edit with its strip. What holds while typing stands before the bar.
    case .browsing, .editing:
      fitting(
        ["0-9 type", "Enter take", "Esc keep |"] + problemHints
          + ["+- step", "u undo", "^S save", "c copy day", ": more"], ["? keys", "q quit"])
    case .asking(let question): question.hints
    case .awaiting: "one of these keys  Esc back"
    case .commandLine(let command): candidates(of: command)
    }
  }

  /// What keys do in a form.
  func formHints(_ form: Form, isPreviewCut: Bool) -> String {
    if form.isAsking { return "y yes  n no" }
    let save = (form.configuration.saveLabel ?? "save").lowercased()
    let hints =
      if case .button = form.focus {
        ["Enter press", "Tab next"]
      } else {
        (form.isAtChoice ? ["Space change"] : []) + ["Enter next", "^S \(save)"]
      }
    return fitting((isPreviewCut ? ["F1 read all"] : []) + hints, ["Esc cancel"])
  }

  /// What keys do in a list; that Esc leads back need not be said where one key more can be.
  func listHints(_ text: String) -> String {
    let hints = text.split(separator: "  ").map(String.init)
    let all = fitting(hints.dropLast(), hints.suffix(1))
    guard hints.last == "Esc back" else { return all }
    let more = fitting(hints.dropLast(), ["Esc"])
    return more.count > all.count ? more : all
  }

  private var problemHints: [String] { problems.isEmpty ? [] : ["n next problem"] }

  /// As many hints as there is room for on the screen, and always the last ones.
  func fitting(_ hints: [String], _ last: [String]) -> String {
    let end = last.joined(separator: "  ")
    var text = ""
    var free = size.columns - 1 - end.terminalColumns
    for hint in hints {
      guard free >= hint.terminalColumns + 2 else { break }
      free -= hint.terminalColumns + 2
      text += hint + "  "
    }
    return text + (free < 0 ? last[0] : end)
  }

  /// What Tab would go through, the chosen one in brackets and in sight.
  private func candidates(of command: TypedLine) -> String {
    guard !command.candidates.isEmpty else {
      let text = command.line.text
      let verb =
        text.utf8.split(separator: UInt8(ascii: " "), maxSplits: 1).first.map { Substring($0) }
        ?? ""
      guard text.utf8.contains(UInt8(ascii: " ")),
        let found = CommandTable.command(named: String(verb))
      else {
        let words = CommandTable.completions(of: text, in: self)
        return "Tab: " + words.prefix(24).joined(separator: " ")
      }
      return found.usage.isEmpty ? found.help : "\(found.name) \(found.usage)"
    }
    return command.candidates.indices.dropFirst(max(0, command.chosen - 2)).map { index in
      let word = CommandWords(command.candidates[index]).words.last ?? ""
      return index == command.chosen ? "[\(word)]" : word
    }.joined(separator: " ")
  }
}

extension Surface {
  /// Writes hints: keys stand out, words do not.
  mutating func writeHints(_ text: String, row: Int, _ glyphs: Glyphs) {
    let fitted = glyphs.fit(glyphs.plain(text), size.columns - 1)
    var column = 1
    var (keys, words) = ("", "")
    // By bytes, since this is drawn with every key.
    for word in fitted.utf8.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false) {
      let word = Substring(word)
      if word.isEmpty {
        // Between two blanks is no word: there the next hint begins.
        column = writeHint(keys, words, ScreenPoint(row: row, column: column)) + 2
        (keys, words) = ("", "")
      } else if keys.isEmpty {
        keys += word
      } else if words.isEmpty, Self.isKey(word) {
        keys += " " + word
      } else {
        words += words.isEmpty ? word : " " + word
      }
    }
    _ = writeHint(keys, words, ScreenPoint(row: row, column: column))
  }

  /// Writes keys and what they do; returns the column behind them.
  private mutating func writeHint(_ keys: String, _ words: String, _ place: ScreenPoint) -> Int {
    guard !words.isEmpty else { return write(keys, at: place, style: Style(.faint)) }
    let end = write(keys, at: place, style: Style(.heading))
    return write(
      words, at: ScreenPoint(row: place.row, column: end + 1), style: Style(.faint))
  }

  /// Whether a word behind a key is another key, as in `J K reorder`.
  static func isKey(_ word: Substring) -> Bool {
    word.count == 1 && word != "a" || word.first?.isUppercase == true || word.first == "^"
  }
}
