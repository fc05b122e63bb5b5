import CLibrary
import Diagnostics
import JSONText
import ScheduleFiles

/// The operation of a command on each record of a stream.
protocol RecordWork: Sendable {
  /// The name of the stream in messages.
  var name: String { get }
  /// The names of the texts in a record.
  var members: [StaticString] { get }
  /// Answers a record with these texts, and counts their findings.
  func answer(_ texts: [UnsafeRawBufferPointer], _ answers: inout RecordAnswers)
  /// Answers and counts an invalid record, as explained by `found`.
  func refuse(_ found: [Diagnostic], _ answers: inout RecordAnswers)
}

extension RecordWork {
  var members: [StaticString] { ["document"] }

  func refuse(_ found: [Diagnostic], _ answers: inout RecordAnswers) {
    answers.refuse(found)
  }
}

/// Processes all records of a stream, in bounded memory.
struct RecordStream {
  let work: any RecordWork
  let options: StreamOptions

  init(_ work: any RecordWork, _ options: StreamOptions = StreamOptions()) {
    (self.work, self.options) = (work, options)
  }

  /// The findings, whether every record succeeded, and why the rest could not be read; all records before it were
  /// answered.
  typealias Outcome = (counts: FindingCounts, isWhole: Bool, error: FileError?)

  /// Processes all of `reader`, writing as it goes.
  func run(_ reader: LineReader) -> Outcome {
    var outcome: Outcome = (FindingCounts(), true, nil)
    let (work, options) = (work, options)
    do throws(FileError) {
      try ParallelMap.forEach(
        threads: min(options.jobs ?? .max, ParallelMap.processors),
        next: { () throws(FileError) in try reader.next() },
        // A chunk with a long line counts as several.
        weight: { max(1, $0.size / LineReader.usualSize) },
        work: { RecordStream(work, options).answers(to: $0) },
        emit: { _, answers in
          if !answers.text.isEmpty { Console.write(answers.text, to: .output) }
          outcome.counts.add(answers.counts)
          outcome.isWhole = outcome.isWhole && answers.isWhole
        })
    } catch {
      outcome.error = error
    }
    return outcome
  }

  /// The answers to some lines.
  func answers(to chunk: LineChunk) -> RecordAnswers {
    var answers = RecordAnswers(options)
    chunk.forEachLine { number, line in
      guard
        let record = StreamRecord(
          number: number, line, work.members, hasEnvelope: options.hasEnvelope)
      else { return }
      answer(record, &answers)
    }
    return answers
  }

  private func answer(_ record: StreamRecord, _ answers: inout RecordAnswers) {
    answers.begin(record)
    if let fault = record.fault {
      let finding = Diagnostic(file: work.name, location: .start, code: "SP101", message: fault)
      work.refuse([finding], &answers)
    } else {
      let size = record.texts.reduce(0) { $0 + $1.count }
      LargeDocuments.inTurn(size) { work.answer(record.texts, &answers) }
    }
    answers.end()
  }
}

/// How to read and answer the records of a stream.
struct StreamOptions: Sendable {
  /// Whether records and answers have an id.
  var hasEnvelope = false
  /// Whether to write an object after the answers to each record.
  var closes = false
  /// The most parts of the stream to process in parallel; nil for the number of processors.
  var jobs: Int?
}

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
  mutating func fail() { isWhole = false }

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
      let members = members(of: finding)
      write(options.hasEnvelope ? [.init("id", identity)] + members : members)
    }
  }

  /// The findings with their places in the stream.
  func list(_ found: [Diagnostic]) -> JSONValue {
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
