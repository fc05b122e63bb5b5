import Synchronization

/// What answers on 127.0.0.1 as Home Assistant 2025.4.4 answered in a recorded session, and can be told to
/// misbehave.
package final class HomeAssistantStandIn: Sendable {
  /// What comes in the place of an answer.
  package enum Fault: Sendable {
    /// Raw bytes, frames or not; then the right answer.
    case before([UInt8])
    /// Bytes as they are; then silence.
    case bytes([UInt8])
    case reset
    case silence
    /// Bytes again and again.
    case flood([UInt8])
    /// The right answer, a byte at a time.
    case drip(milliseconds: Int32)
    /// A refusal with a code and a message.
    case refuses(String, String)
    /// The right answer in so many fragments, with a ping between them.
    case fragments(Int)
  }

  /// A message or another way to begin, as faults name it: a `type`, `hello`, `handshake`.
  fileprivate struct State {
    var items: [(id: String, item: ReadJSON)] = []
    var yaml: [String: String] = [:]
    var uniqueIDs: [String: String] = [:]
    var messages: [ReadJSON] = []
    var violations: [String] = []
    var faults: [(on: String, fault: Fault, left: Int)] = []
  }

  fileprivate final class Shared: Sendable {
    let state = Mutex(State())
    let unit: String
    let accept: @Sendable (String) -> String
    init(_ unit: String, _ accept: @escaping @Sendable (String) -> String) {
      (self.unit, self.accept) = (unit, accept)
    }
  }

  /// The token of an administrator.
  package static let token = "eyJ.secret-of-the-house.sig"
  /// The token of a user without write access.
  package static let guest = "eyJ.secret-of-a-guest.sig"

  private let shared: Shared
  private let server: LoopbackServer

  /// Begins to serve; `accept` makes a handshake's answer of its key.
  package init(unit: String = "°C", accept: @escaping @Sendable (String) -> String) {
    let shared = Shared(unit, accept)
    self.shared = shared
    server = LoopbackServer { connection in
      var session = Session(connection: connection, shared: shared)
      session.run()
    }
  }

  /// Where it is.
  package var authority: String { "127.0.0.1:\(server.port)" }
  /// The link to a schedule.
  package func link(_ name: String = "hall") -> String { "ha://\(authority)/schedule.\(name)" }
  /// The messages that came.
  package var messages: [ReadJSON] { shared.state.withLock(\.messages) }
  /// What Home Assistant would not have understood.
  package var violations: [String] { shared.state.withLock(\.violations) }

  /// Keeps a helper, as JSON.
  package func keep(_ id: String, _ item: String) {
    shared.state.withLock { $0.items.append((id, ReadJSON(Array(item.utf8)))) }
  }

  /// Has a schedule in YAML, as JSON.
  package func keepYAML(_ name: String, _ week: String) {
    shared.state.withLock { $0.yaml["schedule.\(name)"] = week }
  }

  /// Calls a helper otherwise than its id.
  package func rename(_ id: String, to name: String) {
    shared.state.withLock { $0.uniqueIDs["schedule.\(name)"] = id }
  }

  /// The helper with an id, as JSON.
  package func item(_ id: String) -> ReadJSON? {
    shared.state.withLock { state in state.items.first { $0.id == id }?.item }
  }

  /// Misbehaves when a message of a type comes, or at `handshake` and `hello`.
  package func fail(_ fault: Fault, on: String, times: Int = .max) {
    shared.state.withLock { $0.faults.append((on, fault, times)) }
  }

  /// Stops serving.
  package func stop() { server.stop() }
}

// MARK: A session

extension HomeAssistantStandIn {
  fileprivate struct Session {
    let connection: LoopbackConnection
    let shared: Shared
    var received: [UInt8] = []
    var isAdministrator = false

    mutating func run() {
      guard handshake() else { return }
      guard answer("{\"type\": \"auth_required\", \"ha_version\": \"2025.4.4\"}", on: "hello")
      else {
        return
      }
      while let message = message() {
        shared.state.withLock { $0.messages.append(message) }
        let type = message["type"]?.text ?? ""
        guard answer(reply(to: message, type), on: type, message["id"]) else { return }
      }
    }

    private mutating func handshake() -> Bool {
      var text = ""
      while !text.contains("\r\n\r\n") {
        guard let more = connection.bytes() else { return false }
        text += String(decoding: more, as: UTF8.self)
      }
      let lines = text.split(separator: "\r\n").map(String.init)
      let key = lines.first { $0.lowercased().hasPrefix("sec-websocket-key: ") }?.dropFirst(19)
      guard let key, lines[0] == "GET /api/websocket HTTP/1.1", key.count == 24 else {
        shared.state.withLock { $0.violations.append("no handshake") }
        return false
      }
      if let fault = fault("handshake") { return misbehave(fault, Array("HTTP".utf8)) }
      connection.send(
        "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
          + "Sec-WebSocket-Accept: \(shared.accept(String(key)))\r\n\r\n")
      return true
    }

    private func fault(_ on: String) -> Fault? {
      shared.state.withLock { state in
        guard let index = state.faults.firstIndex(where: { $0.on == on && $0.left > 0 }) else {
          return nil
        }
        state.faults[index].left -= 1
        return state.faults[index].fault
      }
    }

    /// Sends an answer, or misbehaves; returns whether the session continues.
    private func answer(_ text: String, on: String, _ id: ReadJSON? = nil) -> Bool {
      guard let fault = fault(on) else { return connection.send(Frame.text(text)) }
      switch fault {
      case .refuses(let code, let message):
        return connection.send(
          Frame.text(
            "{\"id\": \(id?.json ?? "0"), \"type\": \"result\", \"success\": false, \"error\": "
              + "{\"code\": \"\(code)\", \"message\": \"\(message)\"}}"))
      case .fragments(let count):
        let bytes = Array(text.utf8)
        for index in 0..<count {
          let part = bytes[(bytes.count * index / count)..<(bytes.count * (index + 1) / count)]
          connection.send(
            Frame.bytes((index == count - 1 ? 0x80 : 0) | (index == 0 ? 1 : 0), Array(part)))
          if index < count - 1 { connection.send(Frame.bytes(0x89, Array("tick".utf8))) }
        }
        return true
      default: return misbehave(fault, Frame.text(text))
      }
    }

    private func misbehave(_ fault: Fault, _ right: [UInt8]) -> Bool {
      switch fault {
      case .before(let bytes): return connection.send(bytes) && connection.send(right)
      case .bytes(let bytes):
        connection.send(bytes)
        connection.waitForEnd()
      case .reset: connection.reset()
      case .flood(let bytes): while connection.send(bytes) {}
      case .drip(let milliseconds): connection.drip(right, milliseconds: milliseconds)
      default: connection.waitForEnd()
      }
      return false
    }

    /// The next message of the client; its frames have to be masked, and whole.
    private mutating func message() -> ReadJSON? {
      while true {
        if let (opcode, payload) = Frame.masked(&received) {
          if opcode == 0x81 { return ReadJSON(payload) }
          if opcode != 0x8A {
            shared.state.withLock { $0.violations.append("a frame of kind \(opcode)") }
          }
          continue
        }
        guard let more = connection.bytes() else { return nil }
        received += more
      }
    }
  }
}

// MARK: Answers

extension HomeAssistantStandIn.Session {
  fileprivate mutating func reply(to message: ReadJSON, _ type: String) -> String {
    let id = message["id"]?.json ?? "null"
    func result(_ value: String) -> String {
      "{\"id\": \(id), \"type\": \"result\", \"success\": true, \"result\": \(value)}"
    }
    func refusal(_ code: String, _ words: String) -> String {
      "{\"id\": \(id), \"type\": \"result\", \"success\": false, \"error\": {\"code\": \"\(code)\", "
        + "\"message\": \"\(words)\"}}"
    }
    let entity = (message["entity_id"] ?? message["target"]?["entity_id"])?.text ?? ""
    switch type {
    case "auth":
      let token = message["access_token"]?.text ?? ""
      isAdministrator = token == HomeAssistantStandIn.token
      guard isAdministrator || token == HomeAssistantStandIn.guest else {
        return
          "{\"type\": \"auth_invalid\", \"message\": \"Invalid access token or password: \(token)\"}"
      }
      return "{\"type\": \"auth_ok\", \"ha_version\": \"2025.4.4\"}"
    case "get_config":
      return result("{\"unit_system\": {\"temperature\": \"\(shared.unit)\"}}")
    case "config/entity_registry/get":
      guard let own = shared.state.withLock({ $0.uniqueIDs[entity] }) else {
        return refusal("not_found", "Entity not found")
      }
      return result("{\"entity_id\": \"\(entity)\", \"unique_id\": \"\(own)\"}")
    case "schedule/list":
      let items = shared.state.withLock { state in state.items.map(\.item.json) }
      return result("[\(items.joined(separator: ", "))]")
    case "call_service":
      guard let week = shared.state.withLock({ $0.yaml[entity] }) else {
        return result("{\"context\": {}, \"response\": {}}")
      }
      return result("{\"context\": {}, \"response\": {\"\(entity)\": \(week)}}")
    case "schedule/update":
      guard isAdministrator else { return refusal("unauthorized", "Unauthorized") }
      let own = message["schedule_id"]?.text ?? ""
      guard case .object(let members) = message, message["name"]?.text != nil else {
        return refusal("invalid_format", "required key not provided @ data['name']. Got None")
      }
      let kept = members.filter { !["id", "type", "schedule_id"].contains($0.text) }
      let item = ReadJSON.object([.init("id", .string(Array(own.utf8)))] + kept)
      let isKnown = shared.state.withLock { state in
        guard let index = state.items.firstIndex(where: { $0.id == own }) else { return false }
        state.items[index].item = item
        return true
      }
      return isKnown ? result(item.json) : refusal("not_found", "Unable to find schedule_id \(own)")
    default: return refusal("unknown_command", "Unknown command.")
    }
  }
}

extension ReadJSON.Member {
  fileprivate init(_ name: String, _ value: ReadJSON) {
    self.init(name: Array(name.utf8), value: value)
  }

  fileprivate var text: String { String(decoding: name, as: UTF8.self) }
}
