import CLibrary
package import Diagnostics
package import ScheduleFiles

/// The operation of a command on each record of a stream.
package protocol RecordWork: Sendable {
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
  package var members: [StaticString] { ["document"] }

  package func refuse(_ found: [Diagnostic], _ answers: inout RecordAnswers) {
    answers.refuse(found)
  }
}

/// Processes all records of a stream, in bounded memory.
package struct RecordStream {
  let work: any RecordWork
  let options: StreamOptions

  package init(_ work: any RecordWork, _ options: StreamOptions = StreamOptions()) {
    self.work = work
    self.options = options
  }

  /// The result of a stream.
  package struct Outcome {
    package fileprivate(set) var counts = FindingCounts()
    /// Whether every record succeeded.
    package fileprivate(set) var isWhole = true
    /// Why the rest could not be read; all records before it were answered.
    package fileprivate(set) var error: FileError?
  }

  /// Processes all of `reader`, writing as it goes.
  package func run(_ reader: LineReader) -> Outcome {
    var outcome = Outcome()
    let (work, options) = (work, options)
    do throws(FileError) {
      try ParallelMap.forEach(
        threads: options.jobs, next: { () throws(FileError) in try reader.next() },
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
  package func answers(to chunk: LineChunk) -> RecordAnswers {
    let shape = StreamRecord.Shape(work.members, hasEnvelope: options.hasEnvelope)
    var answers = RecordAnswers(hasEnvelope: options.hasEnvelope, closes: options.closes)
    chunk.forEachLine { number, line in
      guard let record = StreamRecord(number: number, line, shape) else { return }
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
package struct StreamOptions: Sendable {
  /// Whether records and answers have an id.
  package var hasEnvelope = false
  /// Whether to write an object after the answers to each record.
  package var closes = false
  /// The most parts of the stream to process in parallel; nil for the number of processors.
  package var jobs: Int?

  package init() {}
}
