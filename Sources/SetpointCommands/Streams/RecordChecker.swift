import Diagnostics
import JSONText
import ScheduleFiles
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

  /// Reads and checks all of `reader`, writing as it goes; returns the counts.
  ///
  /// - Throws: `SystemError`.
  func run(_ reader: inout LineReader) throws(SystemError) -> FindingCounts {
    var counts = FindingCounts()
    try reader.forEachRecord(work: check) { text, part in
      if !text.isEmpty { Console.write(text, to: .output) }
      counts.add(part)
    }
    if output == .summary { Console.print(counts.json.text()) }
    return counts
  }

  private func check(_ records: [StreamRecord]) -> (text: [UInt8], counts: FindingCounts) {
    var text: [UInt8] = []
    var counts = FindingCounts()
    for record in records {
      if record.isBlank { continue }
      let found =
        record.bytes.map { bytes in
          LargeDocuments.inTurn(bytes.count) { findings(in: Array(bytes), record) }
        } ?? [tooLong(record)]
      counts.add(found)
      write(found, record, to: &text)
    }
    return (text, counts)
  }

  private func findings(in line: [UInt8], _ record: StreamRecord) -> [Diagnostic] {
    let check = DocumentCheck(bytes: line, file: name, options: options)
    return check.diagnostics.map { diagnostic in
      var placed = diagnostic
      placed.location = diagnostic.location.map { place(of: record, $0) }
      placed.fix = nil
      return placed
    }
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
      text += isJSON ? Array(record.bytes ?? []).printableJSON : Array("null".utf8)
      text += Array("}\n".utf8)
    }
  }
}
