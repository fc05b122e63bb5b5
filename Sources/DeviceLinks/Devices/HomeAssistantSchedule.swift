import DeviceFormats
import Diagnostics
import JSONText
import LinkProtocol
import ScheduleModel

/// A schedule helper of Home Assistant: `ha://HOST[:PORT]/schedule.NAME`, `has://` over TLS.
///
/// Only helpers created in the browser can be written; those defined in YAML are read-only. `schedule/update` requires
/// the name and clears omitted days, so the helper is read first and written as a whole with its new days.
struct HomeAssistantSchedule: DeviceLink {
  private let server: DeviceAddress
  private let conversation: Conversation
  private let entity: String

  /// The known members of a block's data; others would be lost.
  private static let known: Set = ["temperature", "target_temp_low", "target_temp_high"]

  init(_ address: DeviceAddress, _ conversation: Conversation) throws(LinkFailure) {
    guard address.path.count == 1, let name = address.path.first, name.hasPrefix("schedule."),
      name.isHomeAssistantEntity, name.utf8.count <= "schedule.".utf8.count + 255
    else {
      throw LinkFailure(
        .link,
        "an address of Home Assistant is \(address.scheme.rawValue)://HOST[:PORT]/schedule.NAME, with NAME in lower case"
      )
    }
    (server, self.conversation) = (address, conversation)
    entity = name
  }

  // MARK: Reading

  func read() throws(LinkFailure) -> ReadProgram {
    let session = try HomeAssistantSession(server, conversation)
    conversation.progress("asking for the unit")
    let unit = try session.ask("get_config", to: "report its unit")["unit_system"]?["temperature"]?
      .string
    let (found, others) = try helper(session)
    let week = if let found { found } else { try weekOfYAML(session, others) }
    let blocks = Weekday.allCases.flatMap { found?[$0.name]?.elements ?? [] }
    if !blocks.isEmpty, blocks.allSatisfy({ $0["data"]?.members.isEmpty ?? true }) {
      conversation.note(
        "it only switches on and off; a schedule fills every day, so it would stay on all week")
    }
    if let unknown = unknownData(in: week) {
      conversation.note("\(unknown), which setpoint does not compare")
    }
    return ReadProgram(
      program: text(of: week), unit: unit.flatMap { ["°C": .celsius, "°F": .fahrenheit][$0] })
  }

  /// The text of a helper for `setpoint import`.
  private func text(of helper: JSONNode) -> String {
    let week = helper.members.filter { $0.key != "id" }.map {
      JSONValue.Member($0.key, JSONValue($0.value))
    }
    return JSONValue.object([.init(entity, .object(week))]).text() + "\n"
  }

  /// Returns the helper in Home Assistant's storage, nil if it is not there, and the ids that are.
  private func helper(
    _ session: HomeAssistantSession
  ) throws(LinkFailure) -> (helper: JSONNode?, ids: [String]) {
    // The name of an entity can change, its id cannot; without a registry entry, the name is the id.
    conversation.progress("looking up \(entity)")
    let name: [JSONValue.Member] = [.init("entity_id", .string(entity))]
    var id = String(entity.dropFirst("schedule.".count))
    do throws(LinkFailure) {
      let entry = try session.ask("config/entity_registry/get", name, to: "look up \(entity)")
      guard let found = entry["unique_id"]?.string else { throw session.unexpected }
      id = found
    } catch  where error.reason == .refused {
      throw LinkFailure(.malformed, error.message)
    } catch  where error.reason == .missing {}
    conversation.progress("asking for the schedules")
    let list = try session.ask("schedule/list", to: "list its schedules")
    guard list.kind == .array else { throw session.unexpected }
    let ids = list.elements.compactMap { $0["id"]?.string }
    return (list.elements.first { $0["id"]?.string == id }, ids)
  }

  private func weekOfYAML(
    _ session: HomeAssistantSession, _ others: [String]
  ) throws(LinkFailure) -> JSONNode {
    conversation.progress("asking for the program of \(entity)")
    let request: [JSONValue.Member] = [
      .init("domain", .string("schedule")), .init("service", .string("get_schedule")),
      .init("target", ["entity_id": .string(entity)]),
      .init("return_response", .boolean(true)),
    ]
    var week: JSONNode?
    do throws(LinkFailure) {
      let answer = try session.ask("call_service", request, to: "report the program of \(entity)")
      week = answer["response"]?[entity]
    } catch  where error.reason == .missing {}
    guard let week else {
      let shown = others.prefix(10).map { "schedule.\($0)" }.joined(separator: ", ")
      throw LinkFailure(
        .missing,
        "Home Assistant has no \(entity)"
          + (others.isEmpty ? "" : "; its helpers are \(conversation.quoted(shown))"))
    }
    guard week.kind == .object else { throw session.unexpected }
    return week
  }

  // MARK: Writing

  func write(_ program: String) throws(LinkFailure) {
    let week = try Self.week(of: program)
    let session = try HomeAssistantSession(server, conversation)
    let (found, others) = try helper(session)
    guard let helper = found else {
      _ = try weekOfYAML(session, others)
      throw LinkFailure(
        .unsupported,
        "\(entity) is defined in YAML and cannot be written; export the schedule into that "
          + "YAML file")
    }
    guard let id = helper["id"]?.string else { throw session.unexpected }
    if let replaced = conversation.replaced, replaced != text(of: helper).utf8.digest {
      throw LinkFailure(.malformed, "\(entity) was changed meanwhile")
    }
    if let unknown = unknownData(in: helper, besides: week) {
      throw LinkFailure(.unsupported, "\(unknown), which setpoint does not know and would remove")
    }
    let kept = helper.members.filter { $0.key != "id" && Weekday(exactly: $0.key) == nil }
      .map { JSONValue.Member($0.key, JSONValue($0.value)) }
    conversation.progress("writing \(entity)")
    try conversation.sends()
    _ = try session.ask(
      "schedule/update", [.init("schedule_id", .string(id))] + kept + Self.days(of: week),
      to: "change \(entity)")
  }

  /// Describes a block with a member that is neither known nor in `other`; nil if there is none.
  private func unknownData(in week: JSONNode, besides other: JSONNode? = nil) -> String? {
    func names(_ week: JSONNode?, _ day: Weekday) -> [String] {
      (week?[day.name]?.elements ?? []).flatMap { $0["data"]?.members.map(\.key) ?? [] }
    }
    let known = Self.known.union(Weekday.allCases.flatMap { names(other, $0) })
    return Weekday.allCases.lazy.compactMap { day in
      names(week, day).first { !known.contains($0) }.map {
        "a block of \(day.title) contains \(conversation.quoted($0))"
      }
    }.first
  }

  func plan(_ program: String) throws(LinkFailure) -> [String] {
    let days = Self.days(of: try Self.week(of: program))
    let address =
      "\(server.scheme.isEncrypted ? "wss" : "ws")://\(server.authorityWithPort)/api/websocket"
    let update: [JSONValue.Member] =
      [
        .init("type", .string("schedule/update")),
        .init("schedule_id", .string("(as read)")), .init("name", .string("(as read)")),
      ] + days
    let question: JSONValue = [
      "type": .string("config/entity_registry/get"), "entity_id": .string(entity),
    ]
    return [
      "\(address)\n\(question.text())", "\(address)\n{\"type\":\"schedule/list\"}",
      "\(address)\n\(JSONValue.object(update).text())",
    ]
  }

  /// Parses the only week in a text, YAML or JSON; it has all days.
  private static func week(of text: String) throws(LinkFailure) -> JSONNode {
    guard let root = DeviceText.root(of: Array(text.utf8)), let week = week(in: root),
      Weekday.allCases.allSatisfy({ week[$0.name]?.kind == .array })
    else { throw .notExported }
    return week
  }

  private static func days(of week: JSONNode) -> [JSONValue.Member] {
    Weekday.allCases.compactMap { day in week[day.name].map { .init(day.name, JSONValue($0)) } }
  }

  private static func week(in node: JSONNode, depth: Int = 0) -> JSONNode? {
    guard node.kind == .object, depth < 4 else { return nil }
    if node[Weekday.monday.name] != nil { return node }
    return node.members.lazy.compactMap { week(in: $0.value, depth: depth + 1) }.first
  }
}

/// A session with Home Assistant over its WebSocket: a login, then one request at a time.
///
/// Sources: developers.home-assistant.io/docs/api/websocket; components/websocket_api and components/schedule of
/// homeassistant 2025.4.4, tried on loopback.
final class HomeAssistantSession {
  private let socket: WebSocket
  private let authority: String
  private let conversation: Conversation
  private var lastID = 0

  init(_ server: DeviceAddress, _ conversation: Conversation) throws(LinkFailure) {
    authority = server.authorityWithPort
    self.conversation = conversation
    let token = try AccessToken.read(for: server, conversation)
    conversation.progress("connecting to \(authority)")
    socket = try WebSocket(
      authority, isEncrypted: server.scheme.isEncrypted, path: "/api/websocket", conversation)
    conversation.progress("waiting for its greeting")
    let deadline = Deadline(after: conversation.waits.answer)
    guard try message(by: deadline)["type"]?.string == "auth_required" else { throw unexpected }
    conversation.progress("logging in")
    let login: JSONValue = ["type": .string("auth"), "access_token": .string(token.text)]
    try socket.send(login.encoded())
    switch try message(by: deadline)["type"]?.string {
    case "auth_ok": break
    case "auth_invalid":
      throw LinkFailure(
        .denied, "Home Assistant rejects the token in \(token.source); create one in your profile")
    default: throw unexpected
    }
  }

  /// Sends a request and returns the result; `purpose` completes "Home Assistant refuses to".
  ///
  /// - Throws: `LinkFailure`, also for a rejection.
  func ask(
    _ type: String, _ members: [JSONValue.Member] = [], to purpose: String
  ) throws(LinkFailure) -> JSONNode {
    lastID += 1
    let question: [JSONValue.Member] =
      [.init("id", .integer(lastID)), .init("type", .string(type))] + members
    try socket.send(JSONValue.object(question).encoded())
    let deadline = Deadline(after: conversation.waits.answer)
    while true {
      let message = try message(by: deadline)
      // Skip events and answers to earlier requests.
      guard message["id"]?.integer == lastID, message["type"]?.string == "result" else { continue }
      if message["success"]?.boolean == false { throw failure(message["error"], purpose) }
      guard message["success"]?.boolean == true, let result = message["result"] else {
        throw unexpected
      }
      return result
    }
  }

  private func failure(_ error: JSONNode?, _ what: String) -> LinkFailure {
    let code = conversation.hidden(error?["code"]?.string ?? "no code")
    let words = conversation.quoted(error?["message"]?.string ?? "no reason")
    return switch code {
    case "unauthorized":
      LinkFailure(.denied, "the access token has no permission to \(what); use an administrator's")
    case "not_found": LinkFailure(.missing, "Home Assistant cannot find it: \(words)")
    case "invalid_format":
      LinkFailure(.refused, "Home Assistant rejects the program: \(words)")
    default:
      LinkFailure(.refused, "Home Assistant refuses to \(what): \(code.quoted()), \(words)")
    }
  }

  private func message(by deadline: Deadline) throws(LinkFailure) -> JSONNode {
    guard let message = JSONNode.root(of: try socket.message(by: deadline)) else {
      throw .notJSON("a message of \(authority)")
    }
    return message
  }

  var unexpected: LinkFailure {
    LinkFailure(.malformed, "\(authority) does not answer like Home Assistant")
  }
}
