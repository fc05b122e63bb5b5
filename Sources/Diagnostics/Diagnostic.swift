package struct TextEdit: Hashable, Sendable {
  /// The offset of the replaced bytes.
  package let offset: Int
  /// The number of replaced bytes; 0 inserts.
  package let length: Int
  /// The new text, UTF-8.
  package let text: [UInt8]

  package init(offset: Int, length: Int, text: [UInt8]) {
    self.offset = offset
    self.length = length
    self.text = text
  }
}

extension [TextEdit] {
  /// Returns `bytes` with the edits applied, without an edit that overlaps an earlier one; a save compares the result.
  package func applied(to bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + 16 * count)
    var position = 0
    for edit in sorted(by: { ($0.offset, $0.length) < ($1.offset, $1.length) })
    where edit.offset >= position {
      result += bytes[position..<edit.offset]
      result += edit.text
      position = edit.offset + edit.length
    }
    result += bytes[position...]
    return result
  }
}

package struct Fix: Hashable, Sendable {
  /// Whether a fix can be applied without asking.
  package enum Applicability: String, Sendable {
    /// Preserves the author's evident intent.
    case safe
    /// A good guess; changes the schedule.
    case unsafe
  }

  package let applicability: Applicability
  package let edits: [TextEdit]

  package init(_ applicability: Applicability, edits: [TextEdit]) {
    self.applicability = applicability
    self.edits = edits
  }
}

/// A finding in an input, for users and for programs.
package struct Diagnostic: Hashable, Sendable {
  /// The file as named on the command line; `-` for standard input.
  package var file: String
  /// The place in the file; nil for the whole file.
  package var location: SourceLocation?
  /// The rule's code, `SP301`; nil if no rule applies, such as for an unreadable file.
  package var code: String?
  package var severity: Severity
  /// Lower case, without a full stop.
  package var sentence: Sentence
  /// The JSON Pointer (RFC 6901) of the value; empty for the document.
  package var path: String
  /// The name of the affected schedule.
  package var schedule: String?
  /// The tag of the affected cell.
  package var tag: Int?
  package var fix: Fix?

  package var message: String { sentence.text }
}

extension Diagnostic {
  // In an extension, the compiler does not copy the value that it returns.
  package init(
    file: String, location: SourceLocation? = nil, code: String? = nil,
    severity: Severity = .error, message: Sentence, path: String = "", schedule: String? = nil,
    tag: Int? = nil, fix: Fix? = nil
  ) {
    self.init(
      file: file, location: location, code: code, severity: severity, sentence: message,
      path: path, schedule: schedule, tag: tag, fix: fix)
  }
}
