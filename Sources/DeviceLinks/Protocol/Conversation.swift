import Diagnostics
import JSONText

/// What is told while a request is carried out, and how long is waited.
package final class Conversation {
  /// How long is waited.
  let waits: Waits
  private let environment: (String) -> String?
  private let tell: (JSONValue) -> Void
  private var secrets: [String] = []
  private var acknowledged = 0
  private var isAwaiting = false

  init(
    _ waits: Waits, environment: @escaping (String) -> String?, tell: @escaping (JSONValue) -> Void
  ) {
    self.waits = waits
    self.environment = environment
    self.tell = tell
  }

  /// What is known of the device's program.
  var state: DeviceState {
    isAwaiting ? .unknown : acknowledged > 0 ? .changed : .unchanged
  }

  /// Says what is being done.
  func progress(_ words: String) {
    tell(.object(["progress": .string(hidden(words.printable))]))
  }

  /// Says what a person has to know of the device beside its program.
  func note(_ words: String) {
    tell(.object(["note": .string(hidden(words.printable))]))
  }

  /// Notes that a part of a program is about to be sent.
  func sends() { isAwaiting = true }

  /// Notes that the part was not sent, or that the device answered and did not take it.
  func didNotWrite() { isAwaiting = false }

  /// Notes, and says, that the device acknowledged the part.
  func wrote(_ part: String) {
    isAwaiting = false
    acknowledged += 1
    tell(.object(["wrote": .string(hidden(part.printable))]))
  }

  /// A variable of the environment; nil where it is empty or not set.
  func variable(_ name: String) -> String? {
    environment(name).flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Notes a word that no message may show, whoever says it.
  func hide(_ secret: String) {
    if !secret.isEmpty { secrets.append(secret) }
  }

  /// A message without the secrets.
  func hidden(_ message: String) -> String {
    secrets.reduce(message) { $0.replacing($1, with: "…") }
  }

  /// Waits as long as a device needs between two requests.
  func pause(times: Int = 1) { Deadline(after: waits.pause * times).sleep() }
}
