import CLibrary
import Diagnostics
import LinkProtocol

/// The progress, the timeouts and the secrets of a request.
package final class Conversation {
  let waits: Waits
  private let environment: (String) -> String?
  /// Whether the reader of the answer still exists.
  private let isHeard: () -> Bool
  private let tell: (String) -> Void
  private var secrets: [String] = []
  private var wasSent = false

  /// Remarks about the device for the user.
  private(set) var notes: [String] = []
  /// Whether a part of a program was sent. Then only reading shows the result: a device may reject what it has stored,
  /// or store what it never acknowledges.
  private(set) var isSent = false

  /// Creates a conversation; `environment` returns a variable by name, and `tell` receives progress messages.
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

  /// Reports progress.
  func progress(_ words: String) { tell(hidden(words.printable)) }

  /// Adds a remark about the device for the user.
  func note(_ words: String) { notes.append(hidden(words.printable)) }

  /// Call this before sending a part of a program.
  ///
  /// - Throws: `LinkFailure` if `setpoint` has ended, since the user may have started another write.
  func sends() throws(LinkFailure) {
    guard isHeard() else {
      throw LinkFailure(.unsupported, "setpoint has ended, and no more is written")
    }
    (wasSent, isSent) = (isSent, true)
  }

  /// Call this if the part was not sent after all because there was no connection.
  func didNotSend() { isSent = wasSent }

  /// Returns an environment variable; nil if it is empty or unset.
  func variable(_ name: String) -> String? {
    environment(name).flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Hides a secret in all messages.
  func hide(_ secret: String) {
    if !secret.isEmpty { secrets.append(secret) }
  }

  /// Quotes a device's text for a message, without secrets, cut and escaped. Secrets are hidden before cutting, so that
  /// no part of one remains.
  func quoted(_ text: String, limit: Int = 300) -> String { hidden(text).quoted(limit: limit) }

  /// Replaces secrets in a message.
  func hidden(_ message: String) -> String {
    secrets.reduce(message) { $0.replacing($1, with: "…") }
  }

  /// Waits for as long as a device needs between two requests.
  func pause(times: Int = 1) { Deadline(after: waits.pause * times).sleep() }
}
