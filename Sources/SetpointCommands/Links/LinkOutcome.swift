import DeviceFormats
import Diagnostics
import LinkProtocol

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

  var word: Word
  var status: ExitStatus
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

extension LinkFailure {
  /// The status that says what can be done: only what may change by waiting is `notProved`.
  var status: ExitStatus {
    switch reason {
    case .link: .usage
    case .unsupported, .refused: .problems
    case .missing: .noInput
    case .secret, .denied: .noPermission
    case .unreachable, .timeout, .busy, .malformed: .notProved
    }
  }
}

extension Failure {
  /// Says of a device, by its name for messages, why something was not done.
  init(_ failure: LinkFailure, of title: String) {
    self.init(failure.status, "\(title): \(failure.message)")
  }
}

extension LinkedDevice {
  /// The format, which has to be one that is read and written here.
  ///
  /// - Throws: `Failure`.
  func knownFormat() throws(Failure) -> any ImportableFormat {
    guard let found = DeviceFormats.named(format) as? any ImportableFormat,
      found.profiles.contains(where: { $0.isNamed(kind) })
    else {
      throw Failure(
        .notProved,
        "setpoint-link names the device \(kind.quoted()) of \(format.quoted()), which this setpoint does "
          + "not know; install both of one version")
    }
    return found
  }
}
