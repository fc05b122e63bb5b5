package import Diagnostics
package import JSONText

/// The answers to some records of a stream, one line of JSON each.
package struct RecordAnswers: Sendable {
  private let options: StreamOptions
  /// The number of the record's line, and its id, or that number if records have none.
  private var (line, identity) = (0, JSONValue.null)
  /// What was written and counted before the record.
  private var before = (bytes: 0, errors: 0, warnings: 0)
  private var writer = JSONWriter()
  private(set) var counts = FindingCounts()
  /// Whether every record succeeded and no two texts differ.
  private(set) var isWhole = true

  init(_ options: StreamOptions) { self.options = options }

  var text: [UInt8] { writer.bytes }

  mutating func begin(_ record: StreamRecord) {
    line = record.number
    identity = options.hasEnvelope ? record.id.map { .raw($0) } ?? .null : .integer(line)
    before = (writer.bytes.count, counts.errors, counts.warnings)
  }

  mutating func end() {
    if options.closes {
      open("id")
      writer.write("done", .boolean(true))
      writer.write("errors", .integer(counts.errors - before.errors))
      writer.write("warnings", .integer(counts.warnings - before.warnings))
      close()
    }
    if writer.bytes.holdsSpecialBytes(from: before.bytes) {
      let answers = Array(writer.bytes[before.bytes...]).printableJSON
      writer.bytes.replaceSubrange(before.bytes..., with: answers)
    }
  }

  /// Records that a record failed, or that its texts differ.
  package mutating func fail() { isWhole = false }

  package mutating func count(_ found: [Diagnostic], unlisted: FindingTally = FindingTally()) {
    counts.add(found, unlisted: unlisted)
  }

  /// Writes an object that begins with the identity of the record and, unless nil, ends with its findings.
  package mutating func object(
    _ members: KeyValuePairs<StaticString, JSONValue>, findings: [Diagnostic]? = nil
  ) {
    open(options.hasEnvelope ? "id" : "line")
    for (name, value) in members { writer.write(name, value) }
    if let findings { writer.write("findings", list(findings)) }
    close()
  }

  /// Writes and counts the findings of a record that failed.
  package mutating func refuse(
    _ found: [Diagnostic], _ members: KeyValuePairs<StaticString, JSONValue> = [:]
  ) {
    count(found)
    fail()
    object(members, findings: found)
  }

  /// Writes an object for each finding, preceded by the id if records have one.
  package mutating func findings(_ found: [Diagnostic]) {
    let id = options.hasEnvelope ? identity : nil
    for finding in found {
      finding.write(to: &writer, id: id, line: line(of: finding), fix: nil, naming: options.naming)
      writer.bytes.append(UInt8(ascii: "\n"))
    }
  }

  /// The findings with their places in the stream.
  private func list(_ found: [Diagnostic]) -> JSONValue {
    var writer = JSONWriter()
    writer.open(UInt8(ascii: "["))
    for finding in found {
      writer.beginElement()
      finding.write(to: &writer, line: line(of: finding), fix: nil, naming: options.naming)
    }
    writer.close(UInt8(ascii: "]"))
    return .raw(writer.bytes)
  }

  /// The line of a finding: without ids, the number of the record.
  private func line(of finding: Diagnostic) -> Int? {
    finding.location.map { options.hasEnvelope ? $0.line : line }
  }

  /// Begins an object with the identity of the record.
  private mutating func open(_ id: StaticString) {
    writer.open(UInt8(ascii: "{"))
    writer.write(id, identity)
  }

  private mutating func close() {
    writer.close(UInt8(ascii: "}"))
    writer.bytes.append(UInt8(ascii: "\n"))
  }
}

extension Diagnostic {
  /// Writes the finding as a JSON object, in the JSON formats and in streams.
  package func write(
    to writer: inout JSONWriter, id: JSONValue? = nil, line: Int?, fix: Fix?,
    naming name: (RequestOption) -> String
  ) {
    writer.open(UInt8(ascii: "{"))
    if let id { writer.write("id", id) }
    writer.write("file", .string(file))
    writer.write("line", .optional(line))
    writer.write("column", .optional(location?.column))
    writer.write("offset", .optional(location?.offset))
    writer.write("code", .optional(code))
    writer.write("severity", .string(severity.name))
    writer.write("message", .string(sentence.text(naming: name)))
    writer.write("path", .string(path))
    writer.write("schedule", .optional(schedule))
    writer.write("tag", .optional(tag))
    writer.write("fix", fix?.json ?? .null)
    writer.close(UInt8(ascii: "}"))
  }
}

extension Fix {
  fileprivate var json: JSONValue {
    let edits = edits.map { edit in
      [
        "offset": .integer(edit.offset), "length": .integer(edit.length),
        "text": .string(String(decoding: edit.text, as: UTF8.self)),
      ] as JSONValue
    }
    return ["applicability": .string(applicability.rawValue), "edits": .array(edits)]
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
