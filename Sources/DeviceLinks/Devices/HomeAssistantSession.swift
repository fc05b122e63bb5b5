import Diagnostics
import JSONText
import LinkProtocol

/// A session with Home Assistant over its WebSocket: a login, then one request at a time.
///
/// Sources: developers.home-assistant.io/docs/api/websocket; components/websocket_api and components/schedule of
/// homeassistant 2025.4.4, tried on loopback.
final class HomeAssistantSession {
  private let socket: WebSocket
  private let authority: String
  private let conversation: Conversation
  private var lastID = 0

  /// Connects and logs in.
  init(
    _ server: DeviceAddress, authority: String, isEncrypted: Bool, _ conversation: Conversation
  ) throws(LinkFailure) {
    self.authority = authority
    self.conversation = conversation
    let token = try AccessToken.read(for: server, isEncrypted: isEncrypted, conversation)
    conversation.progress("connecting to \(authority)")
    socket = try WebSocket(
      authority, isEncrypted: isEncrypted, path: "/api/websocket", conversation)
    conversation.progress("waiting for its greeting")
    let deadline = Deadline(after: conversation.waits.answer)
    guard try type(of: message(by: deadline)) == "auth_required" else { throw unexpected }
    conversation.progress("logging in")
    let login: JSONValue = .object(["type": .string("auth"), "access_token": .string(token)])
    try socket.send(login.encoded())
    switch try type(of: message(by: deadline)) {
    case "auth_ok": break
    case "auth_invalid":
      throw LinkFailure(.denied, "Home Assistant does not take the access token")
    default: throw unexpected
    }
  }

  /// Sends a request and returns the result; nil for a rejection if `purpose` is nil.
  ///
  /// - Throws: `LinkFailure`, also for a rejection; `purpose` completes "Home Assistant refuses to".
  func ask(
    _ type: String, _ members: [JSONValue.Member] = [], to purpose: String? = nil
  ) throws(LinkFailure) -> JSONNode? {
    lastID += 1
    let question: [JSONValue.Member] =
      [.init("id", .integer(lastID)), .init("type", .string(type))] + members
    try socket.send(JSONValue.object(question).encoded())
    let deadline = Deadline(after: conversation.waits.answer)
    while true {
      let message = try message(by: deadline)
      // Skip events and answers to earlier requests.
      guard message["id"]?.integer == lastID, message["type"]?.string == "result" else { continue }
      switch message["success"]?.boolean {
      case true: return message["result"]
      case false:
        guard let purpose else { return nil }
        throw failure(message["error"], purpose)
      default: throw unexpected
      }
    }
  }

  /// Converts a rejection.
  private func failure(_ error: JSONNode?, _ what: String) -> LinkFailure {
    let code = conversation.hidden(error?["code"]?.string ?? "no code")
    let words = conversation.quoted(error?["message"]?.string ?? "no reason")
    return switch code {
    case "unauthorized":
      LinkFailure(
        .denied, "the user of the access token may not \(what); use an administrator's")
    case "not_found": LinkFailure(.missing, "Home Assistant does not find it: \(words)")
    case "invalid_format":
      LinkFailure(.refused, "Home Assistant rejects the week: \(words)")
    default:
      LinkFailure(.refused, "Home Assistant refuses to \(what): \(code.quoted()), \(words)")
    }
  }

  private func message(by deadline: Deadline) throws(LinkFailure) -> JSONNode {
    let text = try socket.message(by: deadline)
    do {
      return try JSONTree(parsing: text).root
    } catch {
      throw LinkFailure(.malformed, "\(authority) sends a message that is not JSON")
    }
  }

  private func type(of message: JSONNode) -> String? { message["type"]?.string }

  /// The error for an answer that is not valid for Home Assistant.
  var unexpected: LinkFailure {
    LinkFailure(.malformed, "\(authority) does not answer as Home Assistant does")
  }
}
