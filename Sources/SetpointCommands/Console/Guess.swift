import Diagnostics

/// Suggestions for names that do not exist.
enum Guess {
  /// Returns a usage failure with the nearest of `names`, or with the command that lists them if none is near.
  static func failure(
    _ kind: String, _ name: String, among names: [String], listedBy command: String
  ) -> Failure {
    let guess = Spelling.nearest(to: name, among: names).map { "did you mean \($0)?" }
    return Failure(
      .usage, "there is no \(kind) \(name.quoted()); \(guess ?? "`\(command)` lists them")")
  }
}
