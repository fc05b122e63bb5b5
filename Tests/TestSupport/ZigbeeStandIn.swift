import CLibrary
import Synchronization

/// A broker on 127.0.0.1 that plays zigbee2mqtt for one client and can misbehave on request.
///
/// It speaks as much of MQTT 3.1.1 as one client needs. A valve keeps a text for each day, as
/// `{"transitions": …}`; asked, it reports each day in a message, as the bridge does.
package final class ZigbeeStandIn: Sendable {
  /// How it answers.
  package enum Fault: Sendable {
    case silence, reset
    /// Bytes in the place of the right packet.
    case bytes([UInt8])
    /// Bytes again and again.
    case flood([UInt8])
    /// The right packet, a byte at a time.
    case drip(milliseconds: Int32)
    /// A report in the place of the right ones.
    case reports(String)
    /// The bridge's word that it could not.
    case complains(String)
    /// A week that is taken, and kept otherwise.
    case keepsSomethingElse
    /// Some days only.
    case forgets(Int)
  }

  /// Packets as faults name them: `connect`, `subscribe`, `set`, `get`.
  private struct State {
    var days: [String: String] = [:]
    var payloads: [String] = []
    var topics: [String] = []
    var login: String?
    var faults: [(on: String, fault: Fault, left: Int)] = []
  }

  private final class Shared: Sendable {
    let state = Mutex(State())
    let password: String?
    let availability: String?
    init(_ password: String?, _ availability: String?) {
      (self.password, self.availability) = (password, availability)
    }
  }

  private static let names = [
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
  ]

  private let shared: Shared
  private let server: LoopbackServer

  /// Begins to serve; with a password, `anna` alone may connect.
  package init(password: String? = nil, availability: String? = nil) {
    let shared = Shared(password, availability)
    self.shared = shared
    for name in Self.names {
      shared.state.withLock {
        $0.days[name] =
          "[{\"time\":360,\"heating_setpoint\":21.5},{\"time\":1320,\"heating_setpoint\":17}]"
      }
    }
    server = LoopbackServer { connection in
      var session = Session(connection: connection, shared: shared)
      session.run()
    }
  }

  /// The link to a valve.
  package func link(_ name: String = "Hall/valve", kind: String = "zigbee2mqtt") -> String {
    "mqtt://127.0.0.1:\(server.port)/zigbee2mqtt/\(name)?kind=\(kind)"
  }

  /// What was published, and where.
  package var payloads: [String] { shared.state.withLock(\.payloads) }
  package var topics: [String] { shared.state.withLock(\.topics) }
  /// What the valve has for a day.
  package func day(_ name: String) -> String? { shared.state.withLock { $0.days[name] } }

  /// Misbehaves at a kind of packet.
  package func fail(_ fault: Fault, on: String, times: Int = .max) {
    shared.state.withLock { $0.faults.append((on, fault, times)) }
  }

  /// Stops serving.
  package func stop() { server.stop() }
}

extension ZigbeeStandIn {
  private struct Session {
    let connection: LoopbackConnection
    let shared: Shared
    var received: [UInt8] = []

    mutating func run() {
      while let (kind, body) = packet() {
        switch kind >> 4 {
        case 1: guard connect(body) else { return }
        case 8: guard subscribe(body) else { return }
        case 3: guard publish(kind, body) else { return }
        case 12: connection.send([0xD0, 0])
        case 14: return
        default: break
        }
      }
    }

    /// The next packet: its first byte, and the bytes after its length.
    private mutating func packet() -> (UInt8, [UInt8])? {
      while true {
        var (length, place) = (0, 1)
        while place < received.count, place <= 4 {
          length |= Int(received[place] & 0x7F) << (7 * (place - 1))
          place += 1
          if received[place - 1] & 0x80 == 0 {
            guard received.count >= place + length else { break }
            defer { received.removeSubrange(..<(place + length)) }
            return (received[0], Array(received[place..<(place + length)]))
          }
        }
        guard let more = connection.bytes() else { return nil }
        received += more
      }
    }

    private func connect(_ body: [UInt8]) -> Bool {
      var rest = body[10...]
      let client = Self.field(&rest)
      let user = body[7] & 0x80 != 0 ? Self.field(&rest) : ""
      let password = body[7] & 0x40 != 0 ? Self.field(&rest) : ""
      _ = client
      let isKnown = shared.password.map { user == "anna" && password == $0 } ?? true
      return send([0x20, 2, 0, isKnown ? 0 : 5], on: "connect") && isKnown
    }

    private func subscribe(_ body: [UInt8]) -> Bool {
      var rest = body[2...]
      let topic = Self.field(&rest)
      guard send([0x90, 3, body[0], body[1], 1], on: "subscribe") else { return false }
      if topic.hasSuffix("/availability"), let state = shared.availability {
        return connection.send(Self.publication(topic, state, isRetained: true))
      }
      if topic.hasSuffix("/valve") {
        // What the broker kept from before is stale.
        let stale =
          "{\"weekly_schedule\":{\"days\":[\"sunday\"],\"transitions\":[{\"time\":0,\"heating_setpoint\":5}]}}"
        return connection.send(Self.publication(topic, stale, isRetained: true))
      }
      return true
    }

    private func publish(_ kind: UInt8, _ body: [UInt8]) -> Bool {
      var rest = body[...]
      let topic = Self.field(&rest)
      let acknowledgement: [UInt8] =
        kind & 0x06 == 0 ? [] : [0x40, 2] + [rest.removeFirst(), rest.removeFirst()]
      let payload = String(decoding: rest, as: UTF8.self)
      shared.state.withLock { state in
        state.payloads.append(payload)
        state.topics.append(topic)
      }
      let state = topic.replacing("/set", with: "").replacing("/get", with: "")
      return topic.hasSuffix("/set")
        ? set(payload, state, acknowledgement) : get(state, acknowledgement)
    }

    private func set(_ payload: String, _ topic: String, _ acknowledgement: [UInt8]) -> Bool {
      let weekly = ReadJSON(Array(payload.utf8))["weekly_schedule"]
      var fault: Fault?
      if case .complains = peek("set") { fault = take("set") }
      if case .keepsSomethingElse = peek("set") { fault = take("set") }
      shared.state.withLock { state in
        for day in weekly?["dayofweek"]?.elements.compactMap(\.text) ?? [] {
          let points = weekly?["transitions"]?.elements.map { point in
            let time = (point["transitionTime"]?.text ?? "").split(separator: ":").compactMap {
              Int($0)
            }
            let isWrong = if case .keepsSomethingElse = fault { true } else { false }
            let heat = isWrong ? "5" : point["heatSetpoint"]?.json ?? "0"
            return
              "{\"time\":\((time.first ?? 0) * 60 + (time.last ?? 0)),\"heating_setpoint\":\(heat)}"
          }
          state.days[day] = "[\(points?.joined(separator: ",") ?? "")]"
        }
      }
      guard fault != nil || send(acknowledgement, on: "set") else { return false }
      if fault != nil { connection.send(acknowledgement) }
      if case .complains(let words) = fault {
        return connection.send(Self.publication("zigbee2mqtt/bridge/logging", words))
      }
      return true
    }

    private func get(_ topic: String, _ acknowledgement: [UInt8]) -> Bool {
      connection.send(acknowledgement)
      var days = ZigbeeStandIn.names
      switch take("get") {
      case nil: break
      case .reports(let report): return connection.send(Self.publication(topic, report))
      case .complains(let words):
        return connection.send(Self.publication("zigbee2mqtt/bridge/logging", words))
      case .forgets(let count): days.removeLast(count)
      case .silence: return connection.bytes() != nil
      case .reset:
        connection.reset()
        return false
      case .flood(let bytes):
        while connection.send(bytes) {}
        return false
      case .bytes(let bytes):
        connection.send(bytes)
        connection.waitForEnd()
        return false
      case .drip(let milliseconds):
        connection.drip(Self.publication(topic, "{}"), milliseconds: milliseconds)
        return false
      case .keepsSomethingElse: break
      }
      for day in days {
        let points = shared.state.withLock { $0.days[day] ?? "[]" }
        connection.send(
          Self.publication(
            topic,
            "{\"battery\":90,\"weekly_schedule\":{\"days\":[\"\(day)\"],\"transitions\":\(points)}}"
          ))
      }
      return true
    }

    private func peek(_ on: String) -> Fault? {
      shared.state.withLock { state in state.faults.first { $0.on == on && $0.left > 0 }?.fault }
    }

    private func take(_ on: String) -> Fault? {
      shared.state.withLock { state in
        guard let index = state.faults.firstIndex(where: { $0.on == on && $0.left > 0 }) else {
          return nil
        }
        state.faults[index].left -= 1
        return state.faults[index].fault
      }
    }

    private func send(_ packet: [UInt8], on: String) -> Bool {
      switch take(on) {
      case nil: return connection.send(packet)
      case .bytes(let bytes):
        connection.send(bytes)
        connection.waitForEnd()
      case .reset: connection.reset()
      case .flood(let bytes): while connection.send(bytes) {}
      case .drip(let milliseconds): connection.drip(packet, milliseconds: milliseconds)
      default: connection.waitForEnd()
      }
      return false
    }

    private static func field(_ rest: inout ArraySlice<UInt8>) -> String {
      let count = Int(rest.removeFirst()) << 8 | Int(rest.removeFirst())
      defer { rest = rest.dropFirst(count) }
      return String(decoding: rest.prefix(count), as: UTF8.self)
    }

    /// A message of quality 0.
    static func publication(_ topic: String, _ payload: String, isRetained: Bool = false) -> [UInt8]
    {
      let body =
        [UInt8(topic.utf8.count >> 8), UInt8(topic.utf8.count & 0xFF)] + topic.utf8 + payload.utf8
      var length: [UInt8] = []
      var rest = body.count
      repeat {
        length.append(UInt8(rest & 0x7F) | (rest > 0x7F ? 0x80 : 0))
        rest >>= 7
      } while rest > 0
      return [isRetained ? 0x31 : 0x30] + length + body
    }
  }

  /// A message in its bytes on the wire.
  package static func publication(_ topic: String, _ payload: String) -> [UInt8] {
    Session.publication(topic, payload)
  }
}
