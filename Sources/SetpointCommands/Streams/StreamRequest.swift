import ScheduleFiles

/// What a command line says about streams.
struct StreamRequest: Sendable {
  /// Whether the input is one.
  var isStream = false
  /// Whether the exit status is 0 whatever is found.
  var exitsZero = false
  var options = StreamOptions()

  /// Answers the stream that `files` name, standard input where they name none; the exit status is 1 when a
  /// record did not get what it asked for, or something differs.
  func run(_ files: [String], _ work: (String) throws -> any RecordWork) throws {
    let file = files.first ?? "-"
    let stream = RecordStream(try work(file), options)
    let isWhole = try Failure.about(file) {
      let outcome = stream.run(try LineReader(file))
      if let error = outcome.error { throw error }
      return outcome.isWhole
    }
    if !isWhole && !exitsZero { throw Failure(.problems) }
  }
}

extension StreamRequest {
  /// Takes the flags of a plain line; false where one would do nothing without a stream.
  mutating func take(from line: PlainLine) -> Bool {
    isStream = line.has("--ndjson")
    options.hasEnvelope = line.has("--envelope")
    options.closes = line.has("--ack")
    return isStream || !options.hasEnvelope && !options.closes
  }
}
