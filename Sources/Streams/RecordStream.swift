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
package struct RecordStream: Sendable {
  let work: any RecordWork
  let options: StreamOptions

  package init(_ work: any RecordWork, _ options: StreamOptions = StreamOptions()) {
    (self.work, self.options) = (work, options)
  }

  /// The findings, whether every record succeeded, and why the rest could not be read, after all answers.
  package typealias Outcome = (counts: FindingCounts, isWhole: Bool, error: FileError?)

  /// Processes all of `reader`, and calls `write` with the answers as it goes.
  package func run(_ reader: LineReader, write: @escaping ([UInt8]) -> Void) -> Outcome {
    var outcome: Outcome = (FindingCounts(), true, nil)
    memory_keep()
    do throws(FileError) {
      try ParallelMap.forEach(
        threads: min(options.jobs ?? .max, ParallelMap.processors),
        next: { () throws(FileError) in try reader.next() },
        // A chunk with a long line counts as several.
        weight: { $0.size / LineReader.usualSize },
        work: answers,
        emit: { _, answers in
          if !answers.text.isEmpty { write(answers.text) }
          outcome.counts.add(answers.counts)
          outcome.isWhole = outcome.isWhole && answers.isWhole
        })
    } catch {
      outcome.error = error
    }
    return outcome
  }

  func answers(to chunk: LineChunk) -> RecordAnswers {
    var answers = RecordAnswers(options)
    chunk.forEachLine { number, line in
      guard
        let record = StreamRecord(
          number: number, line, work.members, hasEnvelope: options.hasEnvelope)
      else { return }
      answers.begin(record)
      if let fault = record.fault {
        let finding = Diagnostic(
          file: work.name, location: .start, code: "SP101", message: Sentence(fault))
        work.refuse([finding], &answers)
      } else {
        let size = record.texts.reduce(0) { $0 + $1.count }
        LargeDocuments.inTurn(size) { work.answer(record.texts, &answers) }
      }
      answers.end()
    }
    return answers
  }
}

/// How to read and answer the records of a stream.
package struct StreamOptions: Sendable {
  /// Whether records and answers have an id.
  var hasEnvelope = false
  /// Whether to write an object after the answers to each record.
  var closes = false
  /// The most parts of the stream to process in parallel; nil for the number of processors.
  var jobs: Int?
  /// The name that the front end gives an option, in findings.
  let naming: @Sendable (RequestOption) -> String

  package init(
    hasEnvelope: Bool = false, closes: Bool = false, jobs: Int? = nil,
    naming: @escaping @Sendable (RequestOption) -> String = { $0.rawValue }
  ) {
    (self.hasEnvelope, self.closes, self.jobs, self.naming) = (hasEnvelope, closes, jobs, naming)
  }
}
