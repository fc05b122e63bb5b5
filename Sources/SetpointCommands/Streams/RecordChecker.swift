import Diagnostics
import JSONText
import ScheduleFiles
import ScheduleText
import ScheduleRules

/// Checks a stream with a document on every line, in memory that does not grow with it.
struct RecordChecker: Sendable {
  /// What is written for the records.
  enum Output: Sendable {
    /// An object for every finding.
    case findings
    /// An object for every record, with its findings.
    case annotated
    /// Nothing but the counts, at the end.
    case summary
  }

  let name: String
  let options: CheckOptions
  let output: Output
  private let clean: CleanDocument

  /// Prepares to check a stream; `name` is how findings name it.
  init(name: String, options: CheckOptions, output: Output) {
    self.name = name
    var options = options
    options.makesFixes = false
    self.options = options
    self.output = output
    clean = CleanDocument(options: options)
  }

  /// Reads and checks all of `reader`, writing as it goes; returns the counts.
  ///
  /// - Throws: `FileError`.
  func run(_ reader: LineReader) throws(FileError) -> FindingCounts {
    var counts = FindingCounts()
    try reader.forEachChunk(work: check) { text, part in
      if !text.isEmpty { Console.write(text, to: .output) }
      counts.add(part)
    }
    if output == .summary { Console.print(counts.json.text()) }
    return counts
  }

  private func check(_ chunk: LineChunk) -> (text: [UInt8], counts: FindingCounts) {
    var text: [UInt8] = []
    var counts = FindingCounts()
    var known = KnownShape()
    chunk.forEachLine { number, line in
      // Nearly every document is clean: the others get a record of their own.
      let isKnown = line.map { clean.read($0, into: &known) } ?? false
      if output != .annotated, isKnown, clean.isProved(known) {
        counts.addClean()
        return
      }
      let record = StreamRecord(number: number, text: line)
      if record.isBlank { return }
      let found =
        record.bytes.map { bytes in
          LargeDocuments.inTurn(bytes.count) { findings(in: bytes, isKnown ? known : nil, record) }
        } ?? CheckedFile(name: name, diagnostics: [tooLong(record)])
      counts.add(found.diagnostics, unlisted: found.unlisted)
      var report = found.report
      if !found.unlisted.isEmpty {
        let start = SourceLocation(line: 1, column: 1, offset: 0)
        report[report.count - 1].location = place(of: record, start)
      }
      write(report, record, to: &text)
    }
    return (text, counts)
  }

  private func findings(
    in line: [UInt8], _ known: KnownShape?, _ record: StreamRecord
  ) -> CheckedFile {
    let check = DocumentCheck(bytes: line, known: known, file: name, clean: clean)
    let placed = check.diagnostics.map { diagnostic in
      var placed = diagnostic
      placed.location = diagnostic.location.map { place(of: record, $0) }
      return placed
    }
    return CheckedFile(name: name, diagnostics: placed, unlisted: check.unlisted)
  }

  private func tooLong(_ record: StreamRecord) -> Diagnostic {
    Diagnostic(
      file: name, location: place(of: record, SourceLocation(line: 1, column: 1, offset: 0)),
      code: "SP101", message: "the line is longer than \(JSONLimits.sizeText)")
  }

  /// The place in the stream of a place in a record; the offset stays that within the record.
  private func place(of record: StreamRecord, _ location: SourceLocation) -> SourceLocation {
    SourceLocation(
      line: record.number, column: location.column, offset: location.offset)
  }

  private func write(
    _ found: [Diagnostic], _ record: StreamRecord, to text: inout [UInt8]
  ) {
    switch output {
    case .summary: return
    case .findings:
      for diagnostic in found {
        text += diagnostic.json.encoded().printableJSON
        text.append(UInt8(ascii: "\n"))
      }
    case .annotated:
      let isJSON = !found.contains { $0.code == "SP101" }
      text += Array("{\"line\":\(record.number),\"findings\":".utf8)
      text += JSONValue.array(found.map(\.json)).encoded().printableJSON
      text += Array(",\"record\":".utf8)
      text += isJSON ? (record.bytes ?? []).printableJSON : Array("null".utf8)
      text += Array("}\n".utf8)
    }
  }
}
