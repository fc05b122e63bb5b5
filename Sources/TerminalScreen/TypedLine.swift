/// A line that is typed at a prompt: what stands in it, what Tab goes through, and the lines typed before.
package struct TypedLine: Hashable, Sendable {
  /// What is typed so far.
  package private(set) var line: TextLine
  /// The lines that Tab goes through, and which of them stands here; empty until Tab is pressed.
  package private(set) var candidates: [String] = []
  /// Which of the candidates stands here.
  package private(set) var chosen = 0
  /// Which of the lines typed before stands here, counted from the newest; nil for a new one.
  private var recalled: Int?

  /// Begins with `text`, the cursor behind it.
  package init(_ text: String = "") {
    line = TextLine(text)
  }

  /// Does what `key` does in such a line; false for a key that means nothing here.
  ///
  /// `history` has the lines typed before, the oldest first; `completions`, which Tab asks, the lines that
  /// a line could become.
  package mutating func handle(
    _ key: Key, history: [String], completions: (String) -> [String]
  ) -> Bool {
    switch key {
    case .named(.tab): complete(1, completions)
    case .named(.backTab): complete(-1, completions)
    case .named(.up), .control("p"): recall(1, history)
    case .named(.down), .control("n"): recall(-1, history)
    default:
      guard line.handle(key) else { return false }
      isTypedInto()
    }
    return true
  }

  /// Inserts pasted text at the cursor; returns whether all of it had room.
  @discardableResult
  package mutating func paste(_ text: String) -> Bool {
    isTypedInto()
    return line.paste(text)
  }

  private mutating func isTypedInto() {
    candidates = []
    recalled = nil
  }

  /// Puts the next candidate into the line; the first Tab finds what there is.
  private mutating func complete(_ step: Int, _ completions: (String) -> [String]) {
    if candidates.isEmpty {
      candidates = completions(line.text)
      chosen = step > 0 ? -1 : 0
    }
    guard !candidates.isEmpty else { return }
    chosen = (chosen + step + candidates.count) % candidates.count
    line = TextLine(candidates[chosen])
    // The only one needs no choosing: what comes next can be typed, or completed, at once.
    if candidates.count == 1 {
      candidates = []
      if !["=", "/"].contains(line.text.unicodeScalars.last) { line = TextLine(line.text + " ") }
    }
  }

  private mutating func recall(_ step: Int, _ history: [String]) {
    let next = (recalled ?? -1) + step
    guard (-1..<history.count).contains(next) else { return }
    recalled = next < 0 ? nil : next
    line = TextLine(next < 0 ? "" : history[history.count - 1 - next])
    candidates = []
  }
}

extension [String] {
  /// Adds a line to those typed before; one that was typed already is the newest then.
  package mutating func keepTyped(_ line: String) {
    removeAll { $0 == line }
    append(line)
  }
}
