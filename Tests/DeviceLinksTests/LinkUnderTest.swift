import DeviceLinks
import JSONText
import TestSupport

/// What a session answered to a request.
struct Answers {
  /// All lines, as they go over the pipe.
  let lines: [ReadJSON]
  /// The same as texts.
  let texts: [String]

  /// Asks; waits are those of a busy machine where a test does not wait for what never comes.
  init(
    _ action: String, _ link: String, program: String? = nil, waits: Waits = .patient,
    environment: [String: String] = ["HASS_TOKEN": HomeAssistantStandIn.token]
  ) {
    var texts: [String] = []
    let session = LinkSession(waits, environment: { environment[$0] }) { texts.append($0.text()) }
    var members: [JSONValue.Member] = [
      .init("do", .string(action)), .init("link", .string(link)),
    ]
    if let program { members.append(.init("program", .string(program))) }
    session.answer(JSONValue.object(members).encoded())
    self.texts = texts
    lines = texts.map { ReadJSON(Array($0.utf8)) }
  }

  /// The closing line's member.
  subscript(name: String) -> ReadJSON? { lines.last?[name] }

  var program: String? { self["read"]?["program"]?.text }
  var reason: String? { self["failed"]?["reason"]?.text }
  var message: String? { self["failed"]?["message"]?.text }
  var device: String? { self["failed"]?["device"]?.text }
  var wrote: [String] { lines.compactMap { $0["wrote"]?.text } }
  var notes: [String] { lines.compactMap { $0["note"]?.text } }
  var progress: [String] { lines.compactMap { $0["progress"]?.text } }

  /// Whether there is one closing line, the last.
  var isClosedOnce: Bool {
    let isClosing = { (line: ReadJSON) in
      ["read", "written", "planned", "described", "failed"].contains { line[$0] != nil }
    }
    return lines.filter(isClosing).count == 1 && lines.last.map(isClosing) == true
  }
}

extension Waits {
  /// What programs wait, but for what a bridge may have to say.
  static var patient: Waits {
    var waits = Waits()
    waits.complaint = .milliseconds(300)
    return waits
  }

  /// Short enough for tests of what never comes; the pause stays what thermostats need.
  static var short: Waits {
    var waits = patient
    waits.connect = .seconds(1)
    waits.answer = .milliseconds(700)
    waits.datagram = .milliseconds(150)
    return waits
  }
}
