import Diagnostics
import JSONText

/// SP101: well-formed JSON.
enum SP101WellFormed: Rule {
  static let info = RuleInfo(
    code: "SP101", severity: .error, summary: "well-formed JSON",
    what: """
      The file must be one JSON object in UTF-8, without a byte order mark, at most 4 MiB long, \
      nested at most 64 levels deep and of at most 80000 values (about 600 schedules). Numbers must \
      fit, and strings must not contain half a surrogate pair or U+0000.
      """,
    why: """
      Nothing else can be checked in an unreadable text. RFC 8259, the standard for JSON, forbids a byte order mark. \
      The rule cannot be switched off.
      """,
    bad: #""version": 1"#,
    good: #""version": 1,"#, isMandatory: true)

  /// The error for a JSON text that is not an object.
  static func notAnObject(_ bytes: [UInt8]) -> JSONSyntaxError {
    let start = bytes.firstIndex { ![0x20, 0x09, 0x0A, 0x0D].contains($0) } ?? 0
    return JSONSyntaxError("expected '{' to open the document", at: start)
  }

  /// Creates the only finding of a malformed file; names the lines of git's conflict marks.
  static func diagnostic(
    _ error: JSONSyntaxError, file: String, in text: inout SourceText
  ) -> Diagnostic {
    let conflict = conflicts(in: text.bytes)
    let message = conflict.map { conflict in
      let lines = conflict.lines.prefix(3).map { "\($0.lowerBound)-\($0.upperBound)" }
      let more = conflict.lines.count > 3 ? " and \(conflict.lines.count - 3) more" : ""
      return "unresolved git conflict in lines \(lines.joined(separator: ", "))\(more); run "
        + "`setpoint git-setup` and `git checkout --merge FILE` to merge by cell"
    }
    return Diagnostic(
      file: file, location: text.location(at: conflict?.offset ?? error.offset), code: info.code,
      severity: info.severity, message: message ?? error.message)
  }

  /// Finds git's conflict marks: the line ranges from each `<<<<<<<` to its `>>>>>>>`, and the offset of the first one.
  private static func conflicts(in bytes: [UInt8]) -> (lines: [ClosedRange<Int>], offset: Int)? {
    var lines: [ClosedRange<Int>] = []
    var (number, offset, first) = (0, 0, 0)
    var open: (line: Int, isDivided: Bool)?
    for line in bytes.split(separator: 10, omittingEmptySubsequences: false) {
      number += 1
      if line.starts(with: "<<<<<<< ".utf8) {
        if lines.isEmpty { first = offset }
        open = (number, false)
      } else if line.elementsEqual("=======".utf8) || line.elementsEqual("=======\r".utf8) {
        open?.isDivided = true
      } else if line.starts(with: ">>>>>>> ".utf8), let start = open, start.isDivided {
        lines.append(start.line...number)
        open = nil
      }
      offset += line.count + 1
    }
    return lines.isEmpty ? nil : (lines, first)
  }
}
