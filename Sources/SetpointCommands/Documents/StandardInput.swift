/// Standard input, which a second reader finds empty.
enum StandardInput {
  /// Refuses a command line that has it read for two things.
  ///
  /// - Throws: `Failure`.
  static func refuseTwice(in files: [String?]) throws(Failure) {
    guard files.count(where: { $0 == "-" }) < 2 else {
      throw Failure(.usage, "standard input can be read only once")
    }
  }
}
