package import Diagnostics
package import JSONText
import Reporting

/// The answers to some records of a stream, one line of JSON each.
package struct RecordAnswers: Sendable {
  private let options: StreamOptions
  /// The number of the record's line, and its id, or that number if records have none.
  private var (line, identity) = (0, JSONValue.null)
  private var before = (errors: 0, warnings: 0)
  private(set) var text: [UInt8] = []
  private(set) var counts = FindingCounts()
  /// Whether every record succeeded and no two texts differ.
  private(set) var isWhole = true

  init(_ options: StreamOptions) { self.options = options }

  mutating func begin(_ record: StreamRecord) {
    line = record.number
    identity = options.hasEnvelope ? record.id.map { .raw($0) } ?? .null : .integer(line)
    before = (counts.errors, counts.warnings)
  }

  mutating func end() {
    guard options.closes else { return }
    write([
      .init("id", identity), .init("done", .boolean(true)),
      .init("errors", .integer(counts.errors - before.errors)),
      .init("warnings", .integer(counts.warnings - before.warnings)),
    ])
  }

  /// Records that a record failed, or that its texts differ.
  package mutating func fail() { isWhole = false }

  package mutating func count(_ found: [Diagnostic], unlisted: FindingTally = FindingTally()) {
    counts.add(found, unlisted: unlisted)
  }

  /// Writes an object that begins with the identity of the record and, unless nil, ends with its findings.
  package mutating func object(
    _ members: KeyValuePairs<String, JSONValue>, findings: [Diagnostic]? = nil
  ) {
    write(
      [.init(options.hasEnvelope ? "id" : "line", identity)]
        + members.map { .init($0.key, $0.value) }
        + (findings.map { [.init("findings", list($0))] } ?? []))
  }

  /// Writes and counts the findings of a record that failed.
  package mutating func refuse(
    _ found: [Diagnostic], _ members: KeyValuePairs<String, JSONValue> = [:]
  ) {
    count(found)
    fail()
    object(members, findings: found)
  }

  /// Writes an object for each finding, preceded by the id if records have one.
  package mutating func findings(_ found: [Diagnostic]) {
    for finding in found {
      let members = members(of: finding)
      write(options.hasEnvelope ? [.init("id", identity)] + members : members)
    }
  }

  /// The findings with their places in the stream.
  package func list(_ found: [Diagnostic]) -> JSONValue {
    .array(found.map { .object(members(of: $0)) })
  }

  /// The members of the finding: without ids, its line is the number of the record.
  private func members(of finding: Diagnostic) -> [JSONValue.Member] {
    let placed = finding.location.map { options.hasEnvelope ? $0.line : line }
    return finding.members(line: placed, fix: nil)
  }

  private mutating func write(_ members: [JSONValue.Member]) {
    let start = text.count
    JSONValue.object(members).append(to: &text, .report)
    if text.holdsSpecialBytes(from: start) {
      text.replaceSubrange(start..., with: Array(text[start...]).printableJSON)
    }
    text.append(UInt8(ascii: "\n"))
  }
}

extension Diagnostic {
  /// The members of the finding as a JSON object, in the JSON formats and in streams.
  package var members: [JSONValue.Member] { members(line: location?.line, fix: fix) }

  /// The members with another line and fix.
  func members(line: Int?, fix: Fix?) -> [JSONValue.Member] {
    [
      .init("file", .string(file)), .init("line", .optional(line)),
      .init("column", .optional(location?.column)), .init("offset", .optional(location?.offset)),
      .init("code", .optional(code)), .init("severity", .string(severity.name)),
      .init("message", .string(sentence.textWithOptions)), .init("path", .string(path)),
      .init("schedule", .optional(schedule)), .init("tag", .optional(tag)),
      .init("fix", fix?.json ?? .null),
    ]
  }
}

extension Fix {
  fileprivate var json: JSONValue {
    let edits = edits.map { edit in
      JSONValue.object([
        "offset": .integer(edit.offset), "length": .integer(edit.length),
        "text": .string(String(decoding: edit.text, as: UTF8.self)),
      ])
    }
    return .object([
      "applicability": .string(applicability.rawValue), "edits": .array(edits),
    ])
  }
}

extension JSONValue {
  /// A document on one line: without line ends and indentation. Strings in JSON contain no line ends.
  package static func document(_ text: [UInt8]) -> JSONValue {
    var result: [UInt8] = []
    result.reserveCapacity(text.count)
    var isIndent = false
    for byte in text {
      let isEnd = byte == 0x0A || byte == 0x0D
      isIndent = isEnd || isIndent && (byte == 0x20 || byte == 0x09)
      if !isIndent { result.append(byte) }
    }
    return .raw(result)
  }
}
