import DeviceLinks
import Diagnostics
import JSONText
import LinkProtocol
import TestSupport
import Testing

/// What `setpoint-link` answers to a request.
struct Answers {
  /// The answer as sent through the pipe.
  let text: String
  /// The sentences about progress.
  let progress: [String]
  private let action: String
  private let json: ReadJSON

  /// Asks; waits are those of a busy machine where a test does not wait for what never comes. A token belongs to the
  /// server of the address, unless `HASS_SERVER` is there.
  init(
    _ action: String, _ link: String, program: String? = nil, replacing old: String? = nil,
    waits: Waits = .patient,
    environment: [String: String] = ["HASS_TOKEN": HomeAssistantStandIn.token]
  ) {
    var progress: [String] = []
    let host = link.split(separator: "/").dropFirst().first.map(String.init) ?? ""
    let environment = ["HASS_SERVER": host].merging(environment) { $1 }
    let conversation = Conversation(
      waits, environment: { environment[$0].flatMap { $0.isEmpty ? nil : $0 } },
      tell: { progress.append($0) })
    conversation.replaced = old?.utf8.digest
    let answer = conversation.answer(
      LinkAction(rawValue: action) ?? .read, link, program: program ?? "")
    text = answer.json.text()
    json = ReadJSON(Array(text.utf8))
    self.progress = progress
    self.action = action
    // The printed program reads back as the answer, whatever the device sent.
    #expect(LinkAnswer(Array(text.utf8)) == answer)
  }

  /// The answer's member.
  subscript(name: String) -> ReadJSON? { json[name] }

  /// All messages.
  var texts: [String] { progress + [text] }
  var program: String? { self["read"]?["program"]?.text }
  var notes: [String] { self["read"]?["notes"]?.elements.compactMap(\.text) ?? [] }
  var reason: String? { self["failed"]?["reason"]?.text }
  var message: String? { self["failed"]?["message"]?.text }
  /// What a write that failed leaves the device in.
  var device: String? {
    guard action == "write", let sent = self["failed"]?["sent"] else { return nil }
    return sent == .word("true") ? "unknown" : "unchanged"
  }
}

extension Waits {
  /// The usual waits, except the wait for messages of a bridge.
  static var patient: Waits {
    var waits = Waits()
    waits.complaint = .seconds(1)
    return waits
  }

  /// Short enough for tests of answers that never come, and much longer than a stand-in needs on a busy machine;
  /// the pause stays what thermostats need.
  static var short: Waits {
    var waits = patient
    waits.connect = .seconds(3)
    waits.answer = .seconds(4)
    waits.datagram = .seconds(1)
    return waits
  }
}
