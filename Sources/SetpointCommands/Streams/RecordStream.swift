import CLibrary
package import Diagnostics
package import ScheduleFiles
import ScheduleRules

/// What a command does with each record of a stream.
package protocol RecordWork: Sendable {
  /// How messages name the stream.
  var name: String { get }
  /// The texts that a record brings.
  var members: [StaticString] { get }
  /// Answers a record that has these texts, and counts what was found in them.
  func answer(_ texts: [UnsafeRawBufferPointer], _ answers: inout RecordAnswers)
  /// Answers a record without texts, for which `finding` is the reason.
  func refuse(_ finding: Diagnostic, _ answers: inout RecordAnswers)
}

/// Answers all records of a stream, in memory that does not grow with it.
package struct RecordStream {
  let work: any RecordWork
  let options: StreamOptions

  package init(_ work: any RecordWork, _ options: StreamOptions = StreamOptions()) {
    self.work = work
    self.options = options
  }

  /// What came of a stream.
  package struct Outcome {
    /// What was found.
    package fileprivate(set) var counts = FindingCounts()
    /// Whether every record got what it asked for.
    package fileprivate(set) var isWhole = true
    /// Why the rest could not be read: what came before it is answered.
    package fileprivate(set) var error: FileError?
  }

  /// Reads and answers all of `reader`, writing as it goes.
  package func run(_ reader: LineReader) -> Outcome {
    var outcome = Outcome()
    let (work, options) = (work, options)
    do throws(FileError) {
      try ParallelMap.forEach(
        threads: options.jobs, next: { () throws(FileError) in try reader.next() },
        // A chunk with a long line stands for several.
        weight: { max(1, $0.size / LineReader.usualSize) },
        work: { RecordStream(work, options).answers(to: $0) },
        emit: { chunk, answers in
          if !answers.text.isEmpty { Console.write(answers.text, to: .output) }
          outcome.counts.add(answers.counts)
          outcome.isWhole = outcome.isWhole && answers.isWhole
          reader.reuse(chunk)
        })
    } catch {
      outcome.error = error
    }
    return outcome
  }

  private func answers(to chunk: LineChunk) -> RecordAnswers {
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
      work.refuse(answers.placed(finding), &answers)
    } else {
      let size = record.texts.reduce(0) { $0 + $1.count }
      LargeDocuments.inTurn(size) { work.answer(record.texts, &answers) }
    }
    answers.end()
  }

  /// The answers to one line, without its end; nil stands for one that is too long.
  package func answers(to line: [UInt8]?, number: Int = 1) -> RecordAnswers {
    let shape = StreamRecord.Shape(work.members, hasEnvelope: options.hasEnvelope)
    var answers = RecordAnswers(hasEnvelope: options.hasEnvelope, closes: options.closes)
    let answer = { (line: UnsafeRawBufferPointer?) in
      guard let record = StreamRecord(number: number, line, shape) else { return }
      self.answer(record, &answers)
    }
    if let line { line.withUnsafeBytes { answer($0) } } else { answer(nil) }
    return answers
  }
}

/// How the records of a stream are read and answered.
package struct StreamOptions: Sendable {
  /// Whether an id stands before the texts of a record, and on its answers.
  package var hasEnvelope = false
  /// Whether an object stands behind the answers to each record.
  package var closes = false
  /// How many parts of the stream may be worked on at a time; nil for as many as keep all processors busy.
  package var jobs: Int?

  package init() {}
}
