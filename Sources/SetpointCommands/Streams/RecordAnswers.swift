import Diagnostics
import JSONText
import ScheduleRules

/// The answers to some records of a stream, one line of JSON each.
struct RecordAnswers: Sendable {
  private let options: StreamOptions
  /// The number of the record's line, and its id, or that number if records have none.
  private var (line, identity) = (0, JSONValue.null)
  private var before = (errors: 0, warnings: 0)
  private(set) var text: [UInt8] = []
  private(set) var counts = FindingCounts()
  /// Whether every record succeeded and no two texts differ.
  private(set) var isWhole = true

  init(_ options: StreamOptions) { self.options = options }

  /// Starts the answers to a record.
  mutating func begin(_ record: StreamRecord) {
    line = record.number
    identity = options.hasEnvelope ? record.id.map { .raw($0) } ?? .null : .integer(line)
    before = (counts.errors, counts.warnings)
  }

  /// Ends the answers to a record.
  mutating func end() {
    guard options.closes else { return }
    write([
      .init("id", identity), .init("done", .boolean(true)),
      .init("errors", .integer(counts.errors - before.errors)),
      .init("warnings", .integer(counts.warnings - before.warnings)),
    ])
  }

  /// Records that a record failed, or that its texts differ.
  mutating func fail() { isWhole = false }

  /// Counts the findings of a record.
  mutating func count(_ found: [Diagnostic], unlisted: FindingTally = FindingTally()) {
    counts.add(found, unlisted: unlisted)
  }

  /// Writes an object that begins with the identity of the record and, unless nil, ends with its findings.
  mutating func object(
    _ members: KeyValuePairs<String, JSONValue>, findings: [Diagnostic]? = nil
  ) {
    write(
      [.init(options.hasEnvelope ? "id" : "line", identity)]
        + members.map { .init($0.key, $0.value) }
        + (findings.map { [.init("findings", list($0))] } ?? []))
  }

  /// Writes and counts the findings of a record that failed.
  mutating func refuse(
    _ found: [Diagnostic], _ members: KeyValuePairs<String, JSONValue> = [:]
  ) {
    count(found)
    fail()
    object(members, findings: found)
  }

  /// Writes an object for each finding, preceded by the id if records have one.
  mutating func findings(_ found: [Diagnostic]) {
    for finding in found {
      let members = placed(finding).members
      write(options.hasEnvelope ? [.init("id", identity)] + members : members)
    }
  }

  /// The findings with their places in the stream.
  func list(_ found: [Diagnostic]) -> JSONValue {
    .array(found.map { .object(placed($0).members) })
  }

  /// The finding with its place in the stream: without ids, the line number of the record.
  private func placed(_ finding: Diagnostic) -> Diagnostic {
    var placed = finding
    placed.fix = nil
    guard !options.hasEnvelope else { return placed }
    placed.location = finding.location.map {
      SourceLocation(line: line, column: $0.column, offset: $0.offset)
    }
    return placed
  }

  private mutating func write(_ members: [JSONValue.Member]) {
    let start = text.count
    JSONValue.object(members).append(to: &text)
    if text.holdsSpecialBytes(from: start) {
      text.replaceSubrange(start..., with: Array(text[start...]).printableJSON)
    }
    text.append(UInt8(ascii: "\n"))
  }
}

extension JSONValue {
  /// A document on one line: without line ends and indentation. Strings in JSON contain no line ends.
  static func document(_ text: [UInt8]) -> JSONValue {
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
