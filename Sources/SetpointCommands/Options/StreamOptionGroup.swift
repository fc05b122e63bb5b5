import ArgumentParser
import ScheduleFiles

extension ArgumentHelp {
  /// The help of an option for a few users: in `--help-hidden` only.
  static func detail(_ abstract: String) -> ArgumentHelp {
    ArgumentHelp(abstract, visibility: .hidden)
  }
}

/// The options of commands that process streams of records.
struct StreamOptionGroup: ParsableArguments {
  @Flag(help: "Read a stream of records (options: --help-hidden).")
  var ndjson = false

  @Flag(help: .detail("With --ndjson: each record is an object with an id."))
  var envelope = false

  @Flag(help: .detail("With --ndjson: print a \"done\" line after each record."))
  var ack = false

  @Option(help: .detail("With --ndjson: number of threads (default: one per processor)."))
  var jobs: Int?

  @Flag(help: .detail("With --ndjson: exit with 0 even if records fail."))
  var exitZero = false

  func validate() throws {
    try refuse(
      if: !ndjson && (envelope || ack || jobs != nil),
      "--envelope, --ack and --jobs require --ndjson")
    if let jobs, jobs < 1 { throw ValidationError("--jobs must be at least 1") }
  }

  /// Throws for several inputs of a stream, and for `--exit-zero` without a stream.
  func check(_ files: [String]) throws {
    try refuse(if: ndjson && files.count > 1, "--ndjson reads one file")
    try refuse(if: exitZero && !ndjson, "--exit-zero requires --ndjson")
  }

  var options: StreamOptions {
    var options = StreamOptions()
    options.hasEnvelope = envelope
    options.closes = ack
    options.jobs = jobs
    return options
  }

  /// Processes the stream that `files` name (default: standard input); the exit status is 1 if a record is rejected or
  /// something differs.
  func run(_ files: [String], _ work: (String) throws -> any RecordWork) throws {
    let file = files.first ?? "-"
    let stream = RecordStream(try work(file), options)
    let isWhole = try Failure.about(file) {
      let outcome = stream.run(try LineReader(file))
      if let error = outcome.error { throw error }
      return outcome.isWhole
    }
    if !isWhole && !exitZero { throw Failure(.problems) }
  }
}
