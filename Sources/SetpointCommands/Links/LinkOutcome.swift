/// How it went with one device.
struct LinkOutcome: Sendable {
  /// What was found or done, in a word.
  enum Word: String, CaseIterable, Sendable {
    /// The device holds the schedule, as reading tells.
    case same
    /// The schedule was written, and reading tells that the device holds it.
    case written
    /// The device holds something else.
    case differs
    /// Nothing tells what the device holds.
    case unproved
    /// It was not written, since nobody said that it should be.
    case declined
    /// It was refused, or the device could not be reached.
    case failed
  }

  let word: Word
  let status: ExitStatus
  /// In what the device differs from what it is to hold.
  var difference: HeldDifference?
  /// Why, for those that are neither the same nor written.
  var reason: String?
  /// What a person has to know of the device beside its program.
  var notes: [String] = []
  /// The name of the schedule; nil where it was not read.
  var schedule: String?

  /// What is said of a device that could not be dealt with.
  init(_ failure: Failure, of title: String) {
    (word, status) = (.failed, failure.status)
    let line = failure.text.split(separator: "\n").first.map(String.init) ?? ""
    let start = ["setpoint: ", "\(title): "].reduce(line) { text, prefix in
      text.hasPrefix(prefix) ? String(text.dropFirst(prefix.count)) : text
    }
    reason = start
  }

  init(
    _ word: Word, _ status: ExitStatus, _ difference: HeldDifference? = nil, reason: String? = nil
  ) {
    (self.word, self.status, self.difference, self.reason) = (word, status, difference, reason)
  }
}
