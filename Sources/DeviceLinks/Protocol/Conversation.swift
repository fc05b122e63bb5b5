import CLibrary
import Diagnostics
import LinkProtocol

/// What is told while a request is carried out, how long is waited, and what must not be told.
package final class Conversation {
  let waits: Waits
  private let environment: (String) -> String?
  /// Whether somebody still reads the answer.
  private let isHeard: () -> Bool
  private let tell: (String) -> Void
  private var secrets: [String] = []
  private var wasSent = false

  /// What a person has to know of the device besides its program.
  private(set) var notes: [String] = []
  /// Whether a part of a program was sent. Then reading alone shows what became of it: a device may refuse what it has
  /// stored, or store what it never acknowledges.
  private(set) var isSent = false

  /// Begins; `environment` returns a variable by its name, and `tell` is called with each sentence about progress.
  package init(
    _ waits: Waits = Waits(),
    environment: @escaping (String) -> String? = { getenv($0).map { String(cString: $0) } },
    isHeard: @escaping () -> Bool = { true }, tell: @escaping (String) -> Void = { _ in }
  ) {
    self.waits = waits
    self.environment = environment
    self.isHeard = isHeard
    self.tell = tell
  }

  /// Says what is being done.
  func progress(_ words: String) { tell(hidden(words.printable)) }

  /// Notes what a person has to know of the device besides its program.
  func note(_ words: String) { notes.append(hidden(words.printable)) }

  /// Notes that a part of a program is about to be sent.
  ///
  /// - Throws: `LinkFailure` where nobody reads the answer any more: whoever asked for the write was ended, and
  ///   may since have asked for another one.
  func sends() throws(LinkFailure) {
    guard isHeard() else {
      throw LinkFailure(.unsupported, "setpoint has ended, and no more is written")
    }
    (wasSent, isSent) = (isSent, true)
  }

  /// Notes that the part was not sent after all: there was no connection.
  func didNotSend() { isSent = wasSent }

  /// A variable of the environment; nil where it is empty or not set.
  func variable(_ name: String) -> String? {
    environment(name).flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Notes a word that no message may show, whoever says it.
  func hide(_ secret: String) {
    if !secret.isEmpty { secrets.append(secret) }
  }

  /// A device's text for a message: without the secrets, cut and escaped. They are hidden before the text is cut,
  /// so that no part of one is left.
  func quoted(_ text: String, limit: Int = 300) -> String { hidden(text).quoted(limit: limit) }

  /// A message without the secrets.
  func hidden(_ message: String) -> String {
    secrets.reduce(message) { $0.replacing($1, with: "…") }
  }

  /// Waits as long as a device needs between two requests.
  func pause(times: Int = 1) { Deadline(after: waits.pause * times).sleep() }
}
