/// A line typed at a prompt, with completion and history.
package struct TypedLine: Hashable, Sendable {
  package private(set) var line: TextLine
  /// The completions to cycle through; empty before Tab is pressed.
  package private(set) var candidates: [String] = []
  /// The index of the current completion.
  package private(set) var chosen = 0
  /// The index of the current history line, from the newest that begins with `start`; nil for a new line.
  private var recalled: Int?
  /// The new line, while another is recalled.
  private var start = ""

  package init(_ text: String = "") {
    line = TextLine(text)
  }

  /// Handles a key; returns false for keys without a meaning.
  ///
  /// `history` has the previous lines, oldest first. Tab calls `completions` for the possible completions of a line.
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

  /// Inserts pasted text at the cursor; returns whether all of it fit.
  package mutating func paste(_ text: String) -> Bool {
    isTypedInto()
    return line.paste(text)
  }

  private mutating func isTypedInto() {
    candidates = []
    recalled = nil
  }

  /// Inserts the next completion; the first Tab computes them.
  private mutating func complete(_ step: Int, _ completions: (String) -> [String]) {
    if candidates.isEmpty {
      candidates = completions(line.text)
      chosen = step > 0 ? -1 : 0
    }
    guard !candidates.isEmpty else { return }
    chosen = (chosen + step + candidates.count) % candidates.count
    line = TextLine(candidates[chosen])
    // A single completion is final: what follows can be typed or completed at once.
    if candidates.count == 1 {
      candidates = []
      if !["=", "/"].contains(line.text.unicodeScalars.last) { line = TextLine(line.text + " ") }
    }
  }

  private mutating func recall(_ step: Int, _ history: [String]) {
    if recalled == nil { start = line.text }
    let found = history.reversed().filter { $0.hasPrefix(start) }
    let next = (recalled ?? -1) + step
    guard (-1..<found.count).contains(next) else { return }
    recalled = next < 0 ? nil : next
    line = TextLine(next < 0 ? start : found[next])
    candidates = []
  }
}

extension [String] {
  /// Adds a line to the history; a repeated line becomes the newest.
  package mutating func keepTyped(_ line: String) {
    removeAll { $0 == line }
    append(line)
  }
}
