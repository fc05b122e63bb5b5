import Diagnostics
import ScheduleRules

/// What somebody may have meant who gave a name that there is not.
enum Guess {
  /// A usage failure that names the nearest of `names`, where one is near, and all of them.
  static func failure(_ kind: String, _ name: String, among names: [String]) -> Failure {
    let known = names.joined(separator: ", ")
    let guess =
      Spelling.nearest(to: name, among: names).map { "did you mean \($0)? There" } ?? "there"
    return Failure(.usage, "there is no \(kind) \(name.quoted()); \(guess) is \(known)")
  }
}
