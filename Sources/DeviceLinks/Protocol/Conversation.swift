import CLibrary
import Diagnostics
import JSONText
package import LinkProtocol

/// The progress, the timeouts and the secrets of a request.
package final class Conversation {
  let waits: Waits
  /// Returns an environment variable; nil if it is empty or unset.
  let variable: (String) -> String?
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

  /// The digest of the program that a write replaces, if known.
  package var replaced: String?

  /// Creates a conversation; `environment` returns a variable by name, and `tell` receives progress messages.
  package init(
    _ waits: Waits = Waits(),
    environment: @escaping (String) -> String? = { Environment[$0] },
    isHeard: @escaping () -> Bool = { true }, tell: @escaping (String) -> Void = { _ in }
  ) {
    self.waits = waits
    variable = environment
    self.isHeard = isHeard
    self.tell = tell
  }

  func progress(_ words: String) { tell(hidden(words.printable)) }

  func note(_ words: String) { notes.append(hidden(words.printable)) }

  /// Call this before sending a part of a program.
  ///
  /// - Throws: `LinkFailure` if `setpoint` has ended, since the user may have started another write.
  func sends() throws(LinkFailure) {
    guard isHeard() else {
      throw LinkFailure(.unsupported, "setpoint has ended; writing stopped")
    }
    (wasSent, isSent) = (isSent, true)
  }

  /// Call this if the part was not sent after all because there was no connection.
  func didNotSend() { isSent = wasSent }

  /// Hides a secret, also as our JSON spells it: the text of a device is parsed first, and a program is spelled anew.
  func hide(_ secret: String) {
    guard !secret.isEmpty else { return }
    secrets += [secret, String(JSONValue.string(secret).text().dropFirst().dropLast())]
  }

  /// Quotes a device's text for a message, cut and escaped. Secrets are hidden before cutting.
  func quoted(_ text: String, limit: Int = 300) -> String { hidden(text).quoted(limit: limit) }

  /// Replaces secrets in a message.
  func hidden(_ message: String) -> String {
    secrets.reduce(message) { $0.replacing($1, with: "…") }
  }

  /// Whether a program repeats a secret; of up to four characters, only as a whole string: a part may match by chance.
  private func repeatsSecret(_ program: String) -> Bool {
    secrets.contains { secret in
      secret.count > 4
        ? program.contains(secret)
        : [",", "}", "]"].contains { program.contains("\"\(secret)\"\($0)") }
    }
  }

  /// Waits for as long as a device needs between two requests.
  func pause(times: Int) {
    let deadline = Deadline(after: waits.pause * times)
    while !deadline.hasPassed { poll(nil, 0, deadline.milliseconds) }
  }

  /// Makes a request, and up to three more, after longer and longer pauses, while the device is busy.
  func untilReady<Answer>(
    _ request: () throws(LinkFailure) -> Answer
  ) throws(LinkFailure) -> Answer {
    for repetition in 1...3 {
      do throws(LinkFailure) {
        return try request()
      } catch  where error.reason == .busy {
        progress("\(error.message); retrying")
        pause(times: repetition)
      }
    }
    return try request()
  }

  /// Carries out a request to the device at an address; `program` is in the device's format, for `write` and `plan`.
  package func answer(_ action: LinkAction, _ address: String, program: String = "") -> LinkAnswer {
    do throws(LinkFailure) {
      let address = try DeviceAddress(address)
      let link: any DeviceLink =
        switch address.scheme {
        case .radiotherm: RadioThermostat(address, self)
        case .bacnet: BACnetSchedules(address, self)
        case .ha, .has: try HomeAssistantSchedule(address, self)
        case .mqtt, .mqtts: try ZigbeeValve(address, self)
        }
      switch action {
      case .plan: return .planned(try link.plan(program))
      case .read:
        var read = try link.read()
        guard !repeatsSecret(read.program) else {
          throw LinkFailure(
            .malformed, "the answer of \(address.authority) contains the password or token for it")
        }
        read.notes = notes
        return .read(read)
      case .write:
        try link.write(program)
        return .written
      }
    } catch {
      var failure = LinkFailure(error.reason, hidden(error.message))
      failure.isSent = isSent
      return .failed(failure)
    }
  }
}

protocol DeviceLink {
  func read() throws(LinkFailure) -> ReadProgram

  /// Writes a program in the text format of `setpoint export` or `read`.
  func write(_ program: String) throws(LinkFailure)

  /// Describes the requests that `write` would send, without sending them.
  func plan(_ program: String) throws(LinkFailure) -> [String]
}

package struct Waits: Sendable {
  /// For a connection.
  package var connect = Duration.seconds(5)
  /// For an answer, from its request to its last byte; a CT80 took up to 16 seconds.
  package var answer = Duration.seconds(30)
  /// Between two writes to a Radio Thermostat.
  package var pause = Duration.milliseconds(500)
  /// For the answer to a datagram before it is repeated; the usual APDU timeout of BACnet.
  package var datagram = Duration.seconds(3)
  /// For the bridge to report that a valve did not accept a message.
  package var complaint = Duration.seconds(3)

  package init() {}

  /// Creates waits for answers of `seconds`, 1 to 600; nil for another text.
  package init?(seconds: String) {
    guard let seconds = Int(seconds), (1...600).contains(seconds) else { return nil }
    answer = .seconds(seconds)
    connect = min(connect, answer)
    datagram = min(datagram, answer / BACnetExchange.attempts)
  }
}

extension Duration {
  var milliseconds: Int { Int(self / .milliseconds(1)) }

  /// The duration for messages, `30 s`.
  var words: String { "\(milliseconds / 1000) s" }
}

struct Deadline {
  private let end: ContinuousClock.Instant

  init(after duration: Duration) { end = .now + duration }

  var rest: Duration { max(.zero, ContinuousClock.now.duration(to: end)) }

  /// The remaining milliseconds, rounded up; 0 if it has passed.
  var milliseconds: Int32 { Int32((rest / .milliseconds(1)).rounded(.up)) }

  var hasPassed: Bool { rest == .zero }

  /// Waits until a descriptor is ready; returns false when the time is up.
  func waits(for file: Int32, _ events: Int32) -> Bool {
    while true {
      var polled = pollfd(fd: file, events: Int16(events), revents: 0)
      let count = poll(&polled, 1, milliseconds)
      if count > 0 { return true }
      if count == 0 && hasPassed || count < 0 && errno != EINTR { return false }
    }
  }
}
