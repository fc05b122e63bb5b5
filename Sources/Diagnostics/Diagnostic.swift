/// A replacement of bytes in a file.
package struct TextEdit: Hashable, Sendable {
  /// Where the replaced bytes begin, from 0.
  package let offset: Int
  /// How many bytes are replaced; 0 inserts.
  package let length: Int
  /// What stands there afterwards, UTF-8.
  package let text: [UInt8]

  /// Describes the replacement of `length` bytes at `offset` by `text`.
  package init(offset: Int, length: Int, text: [UInt8]) {
    self.offset = offset
    self.length = length
    self.text = text
  }
}

extension [TextEdit] {
  /// Returns `bytes` with all edits carried out; they must not overlap.
  package func applied(to bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + 16 * count)
    var position = 0
    for edit in sorted(by: { ($0.offset, $0.length) < ($1.offset, $1.length) }) {
      precondition(edit.offset >= position, "overlapping edits")
      result += bytes[position..<edit.offset]
      result += edit.text
      position = edit.offset + edit.length
    }
    result += bytes[position...]
    return result
  }
}

/// A proposed repair.
package struct Fix: Hashable, Sendable {
  /// Whether a repair can be made without asking.
  package enum Applicability: String, Sendable {
    /// Keeps the meaning that the author plainly had.
    case safe
    /// A good guess; changes what the schedule does.
    case unsafe
  }

  /// Whether it can be made without asking.
  package let applicability: Applicability
  /// What it changes in the file.
  package let edits: [TextEdit]

  package init(_ applicability: Applicability, edits: [TextEdit]) {
    self.applicability = applicability
    self.edits = edits
  }
}

/// Something wrong with an input, said so that a user finds it and a program can act on it.
package struct Diagnostic: Hashable, Sendable {
  /// The file as it was named on the command line; `-` for standard input.
  package var file: String
  /// Where in the file; nil where the file as a whole is meant.
  package var location: SourceLocation?
  /// The rule's code, `SP301`; nil for what no rule is about, such as an unreadable file.
  package var code: String?
  /// How much it matters.
  package var severity: Severity
  /// One sentence, lower case, without a full stop; control characters are already escaped.
  package var message: String
  /// The JSON Pointer (RFC 6901) of the value; empty for the document.
  package var path: String
  /// The name of the schedule that it is about.
  package var schedule: String?
  /// The tag of the cell that it is about.
  package var tag: Int?
  /// The repair, where there is one.
  package var fix: Fix?

  package init(
    file: String, location: SourceLocation? = nil, code: String? = nil,
    severity: Severity = .error, message: String, path: String = "", schedule: String? = nil,
    tag: Int? = nil, fix: Fix? = nil
  ) {
    self.file = file
    self.location = location
    self.code = code
    self.severity = severity
    self.message = message
    self.path = path
    self.schedule = schedule
    self.tag = tag
    self.fix = fix
  }
}
