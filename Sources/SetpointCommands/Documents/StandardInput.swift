/// Standard input, which can be read only once.
enum StandardInput {
  /// Checks that at most one file is standard input.
  ///
  /// - Throws: `Failure`.
  static func refuseTwice(in files: [String?]) throws(Failure) {
    guard files.count(where: { $0 == "-" }) < 2 else {
      throw Failure(.usage, "standard input can be read only once")
    }
  }
}
