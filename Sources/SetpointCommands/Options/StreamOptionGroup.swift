import ArgumentParser
import ScheduleFiles

/// The options of commands that process streams of records.
struct StreamOptionGroup: ParsableArguments {
  @Flag(help: "The input holds a record on every line; answers come as JSON Lines.")
  var ndjson = false

  @Flag(
    help: ArgumentHelp(
      "With --ndjson: every line is an object with an id, which its answers repeat.",
      discussion: """
        {"id": …, "document": …}, for diff {"id": …, "old": …, "new": …}, for import {"id": …, "text": \
        "…"}, in this order. An id is any JSON; what stands behind it is cut out as it is, so that a \
        document which is no JSON is told by its id, too. Without this, the number of the line is the id.
        """))
  var envelope = false

  @Flag(help: "With --ndjson: say behind the answers to every record that it is done.")
  var ack = false

  @Option(help: "With --ndjson: how many threads work; enough for all processors when left out.")
  var jobs: Int?

  @Flag(help: "Exit with status 0 whatever is found; not where an input cannot be read.")
  var exitZero = false

  func validate() throws {
    if !ndjson && (envelope || ack || jobs != nil) {
      throw ValidationError("--envelope, --ack and --jobs go with --ndjson")
    }
    if let jobs, jobs < 1 { throw ValidationError("--jobs takes a number from 1 on") }
  }

  /// Throws for several inputs of a stream, and for `--exit-zero` without a stream.
  func check(_ files: [String]) throws {
    if ndjson && files.count > 1 { throw ValidationError("--ndjson reads one file") }
    if exitZero && !ndjson { throw ValidationError("--exit-zero goes with --ndjson") }
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
