import CLibrary
import Diagnostics
import JSONText

/// What is told while a request is carried out, and how long is waited.
package final class Conversation {
  /// How long is waited.
  let waits: Waits
  private let tell: (JSONValue) -> Void
  private var secrets: [String] = []
  private var acknowledged = 0
  private var isAwaiting = false

  init(_ waits: Waits, tell: @escaping (JSONValue) -> Void) {
    self.waits = waits
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

/// How long is waited.
package struct Waits: Sendable {
  /// For a connection.
  package var connect = Duration.seconds(5)
  /// For an answer, from its request to its last byte; a CT80 was seen to take 16 seconds.
  package var answer = Duration.seconds(30)
  /// Between two writes to a Radio Thermostat.
  package var pause = Duration.milliseconds(500)
  /// For the answer to a datagram, before it is sent again; the usual APDU timeout of BACnet.
  package var datagram = Duration.seconds(3)
  /// For a bridge's word that a valve did not take a message.
  package var complaint = Duration.seconds(3)

  package init() {}
}

/// A moment at which waiting ends.
struct Deadline {
  private let end: ContinuousClock.Instant

  init(after duration: Duration) { end = .now + duration }

  /// The time that is left.
  private var rest: Duration { max(.zero, ContinuousClock.now.duration(to: end)) }

  /// The milliseconds that are left, rounded up; 0 when it has passed.
  var milliseconds: Int32 {
    let (seconds, fraction) = rest.components
    return Int32(
      clamping: seconds * 1000 + (fraction + 999_999_999_999_999) / 1_000_000_000_000_000)
  }

  /// Whether it has passed.
  var hasPassed: Bool { rest == .zero }

  /// Waits for it.
  func sleep() {
    while !hasPassed { poll(nil, 0, milliseconds) }
  }

  /// Waits until a descriptor is ready; returns whether it is.
  func waits(for file: Int32, _ events: Int32) -> Bool {
    while true {
      var polled = pollfd(fd: file, events: Int16(events), revents: 0)
      let count = poll(&polled, 1, milliseconds)
      if count > 0 { return true }
      if count == 0 && hasPassed || count < 0 && errno != EINTR { return false }
    }
  }
}
