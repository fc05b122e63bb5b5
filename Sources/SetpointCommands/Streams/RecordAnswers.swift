import Diagnostics
import JSONText
import ScheduleRules

/// The answers to some records of a stream, one line of JSON each.
package struct RecordAnswers: Sendable {
  private let closes: Bool
  private var writer = JSONWriter()
  private var identity: RecordIdentity
  private var before = (errors: 0, warnings: 0)
  private(set) var counts = FindingCounts()
  /// Whether every record succeeded and no two texts differ.
  package private(set) var isWhole = true

  /// Creates empty answers; `closes` adds a "done" line after each record.
  package init(hasEnvelope: Bool = false, closes: Bool = false) {
    self.closes = closes
    identity = RecordIdentity(hasEnvelope: hasEnvelope)
  }

  package var text: [UInt8] { writer.bytes }

  /// Starts the answers to a record.
  mutating func begin(_ record: StreamRecord) {
    (identity.number, identity.id) = (record.number, record.id)
    before = (counts.errors, counts.warnings)
  }

  /// Ends the answers to a record.
  mutating func end() {
    guard closes else { return }
    let errors = counts.errors - before.errors
    let warnings = counts.warnings - before.warnings
    line { identity, writer in
      writer.write(raw: "{\"id\":")
      identity.write(to: &writer)
      writer.write(raw: ",\"done\":true,\"errors\":")
      writer.write(.integer(errors))
      writer.write(raw: ",\"warnings\":")
      writer.write(.integer(warnings))
      writer.write(raw: "}")
    }
  }

  /// Records that a record failed, or that its texts differ.
  mutating func fail() { isWhole = false }

  /// Counts a record without findings.
  mutating func addClean() { counts.addClean() }

  /// Counts the findings of a record.
  mutating func count(_ found: [Diagnostic], unlisted: FindingTally = FindingTally()) {
    counts.add(found, unlisted: unlisted)
  }

  /// Writes an object that begins with the identity of the record; `members` writes the others, each after a comma.
  mutating func object(_ members: (inout JSONWriter) -> Void) {
    line { identity, writer in
      writer.write(raw: identity.hasEnvelope ? "{\"id\":" : "{\"line\":")
      identity.write(to: &writer)
      members(&writer)
      writer.write(raw: "}")
    }
  }

  /// Writes an object with the findings of a record, or of a part of it, that failed; `members` writes the members before
  /// them. Returns the findings with their places.
  mutating func refusal(
    _ found: [Diagnostic], _ members: (inout JSONWriter) -> Void = { _ in }
  ) -> [Diagnostic] {
    let placed = found.map(placed)
    fail()
    object { writer in
      members(&writer)
      writer.write(findings: placed)
    }
    return placed
  }

  /// Writes and counts the findings of a record that failed.
  mutating func refuse(
    _ found: [Diagnostic], _ members: (inout JSONWriter) -> Void = { _ in }
  ) {
    count(refusal(found, members))
  }

  /// Writes an object for each finding, preceded by the id if records have one.
  mutating func findings(_ found: [Diagnostic]) {
    for finding in found {
      line { identity, writer in
        writer.write(raw: "{")
        if identity.hasEnvelope {
          writer.write(raw: "\"id\":")
          identity.write(to: &writer)
          writer.write(raw: ",")
        }
        writer.write(membersOf: finding.json)
        writer.write(raw: "}")
      }
    }
  }

  /// The finding with its place in the stream: without ids, the line number of the record.
  func placed(_ finding: Diagnostic) -> Diagnostic {
    var placed = finding
    placed.fix = nil
    guard !identity.hasEnvelope else { return placed }
    placed.location = finding.location.map {
      SourceLocation(line: identity.number, column: $0.column, offset: $0.offset)
    }
    return placed
  }

  private mutating func line(_ body: (RecordIdentity, inout JSONWriter) -> Void) {
    let start = writer.bytes.count
    body(identity, &writer)
    if writer.bytes[start...].contains(where: { $0 >= 0x7F }) {
      writer.write(raw: writer.cut(after: start).printableJSON)
    }
    writer.write(raw: "\n")
  }
}

/// Identifies the record of an answer.
private struct RecordIdentity: Sendable {
  /// Whether records have an id.
  let hasEnvelope: Bool
  var number = 0
  /// The id in its own spelling.
  var id: [UInt8]?

  /// Writes the id, or the line number if records have none.
  func write(to writer: inout JSONWriter) {
    if let id {
      writer.write(raw: id)
    } else if hasEnvelope {
      writer.write(raw: "null")
    } else {
      writer.write(.integer(number))
    }
  }
}

extension JSONWriter {
  /// Writes the findings as a further member of an object.
  mutating func write(findings found: [Diagnostic]) {
    write(raw: ",\"findings\":")
    write(.array(found.map(\.json)))
  }

  /// Writes a further member of an object.
  mutating func write(_ name: StaticString, _ value: JSONValue) {
    write(raw: ",\"")
    write(raw: name)
    write(raw: "\":")
    write(value)
  }

  /// Writes a document, on one line, as a further member of an object.
  mutating func write(_ name: StaticString, document text: [UInt8]) {
    write(raw: ",\"")
    write(raw: name)
    write(raw: "\":")
    write(raw: OneLine.text(of: text))
  }
}
