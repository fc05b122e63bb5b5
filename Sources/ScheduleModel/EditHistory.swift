/// The versions of a document, each one step after another, for undo and redo in the editor and for `setpoint undo`.
package struct EditHistory: Sendable {
  /// A version and the step that led to it.
  package struct Version: Sendable {
    /// The name of the step; unused in the first version.
    package let name: StepName
    /// The cell at which the step happened; nil in an earlier session.
    package var cell: CellAddress?
    /// The bytes of the file; nil for a version that no save has kept.
    package var text: [UInt8]?
    /// The document; nil if only its text is known.
    package var contents: Contents?
    /// When it was first saved, in microseconds since 1970; nil if it was not.
    package var time: Int?
    /// When `setpoint undo` last undid the step, in microseconds since 1970; nil if it did not.
    package var undone: Int?

    package init(
      _ name: StepName, at cell: CellAddress? = nil, text: [UInt8]? = nil,
      contents: Contents? = nil, time: Int? = nil, undone: Int? = nil
    ) {
      (self.name, self.cell, self.text, self.contents) = (name, cell, text, contents)
      (self.time, self.undone) = (time, undone)
    }
  }

  /// All versions, oldest first; those after `position` are undone.
  package var versions: [Version]
  package var position = 0
  /// The index of the first version that later sessions can restore.
  package var first = 0
  /// The text of the file, as known to this history; nil for a new file and after another program's change.
  package var saved: [UInt8]?
  /// Whether another program changed the text before the first version.
  package var isInterrupted = false
  /// The last step before another program changed the file; it cannot be undone.
  package var overtaken: Version?
  /// Why the steps of earlier sessions cannot be read.
  package var unread: String?

  /// Creates a history without steps.
  package init(_ contents: Contents? = nil, text: [UInt8]? = nil) {
    versions = [Version(.words(""), text: text, contents: contents)]
    saved = text
  }

  package var current: Version { versions[position] }
  package var canUndo: Bool { position > 0 }

  /// Whether saving would write another kept text, which may differ in its layout alone.
  package var isElsewhere: Bool { current.text != nil && current.text != saved }

  /// The message when there is no step to undo or redo.
  package func noStepText(redo: Bool = false) -> String {
    let hasChanged = isInterrupted && first == 0
    let reason = unread ?? (hasChanged ? "the file has changed since the last step" : nil)
    return "nothing to \(redo ? "redo" : "undo")" + (reason.map { ": \($0)" } ?? "")
  }

  /// Adds a version after the current one; removes undone ones.
  package mutating func add(_ version: Version) {
    versions.removeSubrange((position + 1)...)
    versions.append(version)
    position += 1
  }

  /// Records another program's change: later sessions can restore no version before the current one, this one can.
  package mutating func interrupt() {
    for index in versions.indices where index >= position || versions[index].contents != nil {
      versions[index].text = nil
    }
    (first, saved, isInterrupted) = (position, nil, true)
  }
}

package enum StepName: Hashable, Sendable {
  /// The single changed cell.
  case value(CellAddress, from: CellValue, to: CellValue)
  /// A description; of changes by another program if `isOutside`.
  case words(String, isOutside: Bool = false)

  package var isOutsideChange: Bool { if case .words(_, true) = self { true } else { false } }

  /// The name, `Tuesday leave heat 62 -> 64`.
  package func text(_ clock: ClockStyle = .twentyFourHour) -> String {
    switch self {
    case .value(let cell, let old, let new): "\(cell) \(old.text(clock)) -> \(new.text(clock))"
    case .words(let words, _): words
    }
  }
}
