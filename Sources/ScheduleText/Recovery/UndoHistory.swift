import JSONText

/// The steps that led to a document's text, and the steps undone since.
///
/// A step replaces one range of bytes, so that undoing it restores the bytes that were there.
package struct UndoHistory: Sendable {
  /// A change that can be undone and redone.
  package struct Step: Sendable {
    /// What was done, `Tuesday leave heat 62 -> 64`.
    package let name: String
    /// Where the bytes differ, from 0.
    fileprivate let offset: Int
    fileprivate let old, new: [UInt8]
  }

  /// All steps, oldest first.
  package private(set) var steps: [Step] = []
  /// The number of steps that are done; the others are undone.
  package private(set) var position = 0
  /// The text after `position` steps.
  package private(set) var text: [UInt8]
  /// Whether another program changed the text, so that earlier steps cannot be undone.
  package let isInterrupted: Bool

  /// The message when there is no step to undo.
  package var end: String {
    isInterrupted
      ? "nothing to undo: the file has changed since the last step" : "nothing to undo"
  }

  /// Creates a history without steps.
  package init(of text: [UInt8], isInterrupted: Bool = false) {
    (self.text, self.isInterrupted) = (text, isInterrupted)
  }

  /// Adds a step that leads to `new`; removes undone steps.
  package mutating func add(_ name: String, to new: [UInt8]) {
    steps.removeSubrange(position...)
    steps.append(Step(name, from: text, to: new))
    position += 1
    text = new
  }

  /// Returns the history with `count` steps done; nil if there are fewer.
  package func moved(to count: Int) -> UndoHistory? {
    guard (0...steps.count).contains(count) else { return nil }
    var moved = self
    for step in steps[min(position, count)..<position].reversed() {
      guard step.replace(step.new, by: step.old, in: &moved.text) else { return nil }
    }
    for step in steps[position..<max(position, count)] {
      guard step.replace(step.old, by: step.new, in: &moved.text) else { return nil }
    }
    moved.position = count
    return moved
  }
}

extension UndoHistory.Step {
  /// Finds the differing bytes, extended to whole characters.
  fileprivate init(_ name: String, from old: [UInt8], to new: [UInt8]) {
    func isInside(_ text: [UInt8], _ index: Int) -> Bool {
      index < text.count && text[index] & 0xC0 == 0x80
    }
    let shorter = min(old.count, new.count)
    var start = 0
    while start < shorter, old[start] == new[start] { start += 1 }
    while isInside(old, start) || isInside(new, start) { start -= 1 }
    var rest = 0
    while rest < shorter - start, old[old.count - rest - 1] == new[new.count - rest - 1] {
      rest += 1
    }
    while rest > 0, isInside(old, old.count - rest) { rest -= 1 }
    self.init(
      name: name.shortened(to: 200), offset: start, old: Array(old[start..<(old.count - rest)]),
      new: Array(new[start..<(new.count - rest)]))
  }

  fileprivate func replace(_ from: [UInt8], by to: [UInt8], in text: inout [UInt8]) -> Bool {
    guard (0...text.count).contains(offset), text[offset...].starts(with: from) else {
      return false
    }
    text.replaceSubrange(offset..<(offset + from.count), with: to)
    return true
  }
}

// MARK: As a file

extension UndoHistory {
  /// The limits of a file.
  package static let mostSteps = 100, mostBytes = 1 << 20

  /// Returns the lines of a file with the last steps within the limits. `document` is the path of the document, `digest`
  /// that of its text.
  package func encoded(document: String, digest: String) -> [UInt8] {
    let lines = steps.map { JournalLine.encoded($0.json) }
    var kept = lines.indices[...]
    // With room for the first line.
    var size = lines.reduce(document.utf8.count * 6 + 200) { $0 + $1.count }
    while let oldest = kept.first, kept.count > Self.mostSteps || size > Self.mostBytes {
      size -= lines[oldest < position ? oldest : kept.endIndex - 1].count
      if oldest < position { kept.removeFirst() } else { kept.removeLast() }
    }
    let header = JSONValue.object([
      "format": .string("setpoint-history"), "version": .integer(1),
      "document": .string(document), "size": .integer(text.count), "digest": .string(digest),
      "done": .integer(position - kept.startIndex), "steps": .integer(kept.count),
    ])
    return JournalLine.encoded(header) + lines[kept].joined()
  }

  /// Reads a file; the history is interrupted if the file belongs to another text or document, or is damaged.
  package init(reading bytes: [UInt8], document: String, text: [UInt8], digest: String) {
    let lines = bytes.split(separator: 0x0A)
    let steps = lines.dropFirst().compactMap { line in
      JournalLine.decoded(line).flatMap { Step($0.root) }
    }
    guard let header = lines.first.flatMap(JournalLine.decoded)?.root,
      header["format"]?.string == "setpoint-history", header["version"]?.integer == 1,
      header["document"]?.string == document, header["size"]?.integer == text.count,
      header["digest"]?.string == digest, header["steps"]?.integer == steps.count,
      let position = header["done"]?.integer, (0...steps.count).contains(position)
    else {
      self.init(of: text, isInterrupted: true)
      return
    }
    self.init(of: text)
    (self.steps, self.position) = (steps, position)
  }
}

extension UndoHistory.Step {
  fileprivate var json: JSONValue {
    .object([
      "step": .string(name), "at": .integer(offset),
      "old": .string(String(decoding: old, as: UTF8.self)),
      "new": .string(String(decoding: new, as: UTF8.self)),
    ])
  }

  fileprivate init?(_ node: JSONNode) {
    guard let name = node["step"]?.string, let offset = node["at"]?.integer,
      let old = node["old"]?.string, let new = node["new"]?.string
    else { return nil }
    self.init(name: name, offset: offset, old: Array(old.utf8), new: Array(new.utf8))
  }
}
