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

  /// A record and its place in the stream.
  private struct Record: Sendable {
    let line: LineReader.Line
    let number: Int
  }

  let name: String
  let options: CheckOptions
  let output: Output

  /// Reads and checks all of `reader`, writing as it goes; returns the counts.
  ///
  /// - Throws: `SystemError`.
  func run(_ reader: inout LineReader) throws(SystemError) -> FindingCounts {
    var counts = FindingCounts()
    var number = 0
    while let lines = try reader.next() {
      let records = lines.map { line in
        number += 1
        return Record(line: line, number: number)
      }
      // Pieces small enough to keep all processors busy, large enough not to be felt.
      let pieces = stride(from: 0, to: records.count, by: 64).map {
        Array(records[$0..<min($0 + 64, records.count)])
      }
      for (text, part) in ParallelMap.map(pieces, { check($0) }) {
        if !text.isEmpty { Console.write(text, to: .output) }
        counts.add(part)
      }
    }
    if output == .summary { Console.print(counts.json.text()) }
    return counts
  }

  private func check(_ records: [Record]) -> (text: [UInt8], counts: FindingCounts) {
    var text: [UInt8] = []
    var counts = FindingCounts()
    for record in records {
      let found: [Diagnostic]
      var bytes: ArraySlice<UInt8>?
      switch record.line {
      case .text(let line):
        if line.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) { continue }
        found = findings(in: Array(line), record)
        bytes = line
      case .tooLong:
        let message = "the line is longer than 64 MiB"
        found = [
          Diagnostic(
            file: name, location: place(of: record, SourceLocation(line: 1, column: 1, offset: 0)),
            code: "SP101", message: message)
        ]
      }
      counts.add(found)
      write(found, bytes, record, to: &text)
    }
    return (text, counts)
  }

  private func findings(in line: [UInt8], _ record: Record) -> [Diagnostic] {
    let check = DocumentCheck(bytes: line, file: name, options: options)
    return check.diagnostics.map { diagnostic in
      var placed = diagnostic
      placed.location = diagnostic.location.map { place(of: record, $0) }
      placed.fix = nil
      return placed
    }
  }

  /// The place in the stream of a place in a record; the offset stays that within the record.
  private func place(of record: Record, _ location: SourceLocation) -> SourceLocation {
    SourceLocation(
      line: record.number, column: location.column, offset: location.offset)
  }

  private func write(
    _ found: [Diagnostic], _ bytes: ArraySlice<UInt8>?, _ record: Record, to text: inout [UInt8]
  ) {
    switch output {
    case .summary: return
    case .findings:
      for diagnostic in found {
        text += diagnostic.json.encoded()
        text.append(UInt8(ascii: "\n"))
      }
    case .annotated:
      let isJSON = !found.contains { $0.code == "SP101" }
      text += Array("{\"line\":\(record.number),\"findings\":".utf8)
      text += JSONValue.array(found.map(\.json)).encoded()
      text += Array(",\"record\":".utf8)
      text += isJSON ? bytes ?? [] : Array("null".utf8)[...]
      text += Array("}\n".utf8)
    }
  }
}
