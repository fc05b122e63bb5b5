import CLibrary
import Synchronization

/// A Radio Thermostat on 127.0.0.1, as strict as the real ones, which can misbehave on request.
///
/// It serves one connection at a time, and notes what a thermostat would not have understood: a body without a
/// length or in chunks, `Expect`, a second connection beside the first, writes without a pause.
package final class StrictThermostat: Sendable {
  /// A request that came.
  package struct Request: Sendable {
    /// The method and the path, `GET /tstat/model`.
    package let line: String
    /// What was sent.
    package let body: String
  }

  /// How it misbehaves.
  package enum Fault: Sendable {
    /// `-1` instead of a value.
    case busy
    /// The connection breaks.
    case reset
    /// The connection is closed after half of the announced answer.
    case half
    /// No answer.
    case silence
    /// An answer of one byte at a time.
    case drip(milliseconds: Int32)
    /// An answer that does not end.
    case endless
    /// Lines before the answer that do not end.
    case endlessHead
    /// Another answer than the right one, with a status.
    case says(Int, String)
    /// A body that is taken, acknowledged, and kept otherwise.
    case keepsSomethingElse
    /// A body that is taken, with the acknowledgement lost, or another one in its place.
    case takesAndResets
    case takesAndSays(String)
    /// The right answer as soon as the file `on` is in the folder; when the request is done, the file `go` is made.
    case waits(folder: String)
  }

  private struct State {
    var programs: [String: [String: String]] = [:]
    var requests: [Request] = []
    var violations: [String] = []
    var faults: [(prefix: String, fault: Fault, after: Int, left: Int)] = []
    var lastWrite: ContinuousClock.Instant?
  }

  private final class Shared: Sendable {
    let state = Mutex(State())
    let model: String
    let hold: Int
    init(model: String, hold: Int) { (self.model, self.hold) = (model, hold) }
  }

  private let shared: Shared
  private let server: LoopbackServer

  /// Begins to serve a thermostat whose week holds 70 and 80 °F.
  package init(model: String = "CT50 V1.94", hold: Int = 0) {
    let shared = Shared(model: model, hold: hold)
    self.shared = shared
    let pairs = model.contains("CT80") ? 7 : 4
    for (side, value) in [("heat", 70), ("cool", 80)] {
      let day = (0..<pairs).map { "\(360 + 60 * $0),\(value)" }.joined(separator: ",")
      shared.state.withLock { state in
        state.programs[side] = Dictionary(
          uniqueKeysWithValues: (0..<7).map { ("\($0)", "[\(day)]") })
      }
    }
    server = LoopbackServer { connection in Self.serve(connection, shared) }
  }

  /// Where it is.
  package var authority: String { "127.0.0.1:\(server.port)" }
  /// The link to it.
  package var link: String { "radiotherm://\(authority)" }
  /// The requests so far.
  package var requests: [Request] { shared.state.withLock(\.requests) }
  /// What a thermostat would not have understood.
  package var violations: [String] { shared.state.withLock(\.violations) }

  /// The days of a program, `0` to `6`, as they are kept: `[360,70,…]`.
  package func program(_ side: String) -> [String: String] {
    shared.state.withLock { $0.programs[side] ?? [:] }
  }

  /// Keeps another program for a day, as a person at the thermostat would.
  package func set(_ side: String, day: Int, _ values: String) {
    shared.state.withLock { $0.programs[side]?["\(day)"] = values }
  }

  /// Misbehaves for the next requests that begin with a text, `GET /tstat/program/heat`, but the first `after` of them.
  package func fail(_ fault: Fault, on prefix: String, after: Int = 0, times: Int = .max) {
    shared.state.withLock { $0.faults.append((prefix, fault, after, times)) }
  }

  /// Behaves well again.
  package func behave() { shared.state.withLock { $0.faults = [] } }

  /// Stops serving.
  package func stop() { server.stop() }
}

// MARK: Serving

extension StrictThermostat {
  private static func serve(_ connection: LoopbackConnection, _ shared: Shared) {
    guard let request = request(connection, shared) else { return }
    if connection.hasAnotherClient { violate("a second connection beside the first", shared) }
    let fault = shared.state.withLock { state -> Fault? in
      state.requests.append(request)
      guard
        let index = state.faults.firstIndex(where: {
          $0.left > 0 && request.line.hasPrefix($0.prefix)
        })
      else { return nil }
      guard state.faults[index].after == 0 else {
        state.faults[index].after -= 1
        return nil
      }
      state.faults[index].left -= 1
      return state.faults[index].fault
    }
    switch fault {
    case nil: send(answer(to: request, shared), to: connection)
    case .busy:
      let isWrite = request.line.hasPrefix("POST")
      send(isWrite ? "{\"success\": -1}" : "{\"0\": [-1, -1]}", to: connection)
    case .reset: connection.reset()
    case .half:
      let answer = answer(to: request, shared)
      let half = answer.prefix(answer.utf8.count / 2)
      connection.send(head(200, answer.utf8.count) + half)
    case .silence: connection.waitForEnd()
    case .drip(let milliseconds):
      let answer = answer(to: request, shared)
      connection.drip(head(200, answer.utf8.count) + answer, milliseconds: milliseconds)
    case .endless:
      connection.send("HTTP/1.1 200 OK\r\n\r\n{\"0\": [")
      connection.flood("360, 70, ")
    case .endlessHead:
      connection.send("HTTP/1.1 200 OK\r\n")
      connection.flood("X-Thermostat: 70\r\n")
    case .says(let status, let text): send(text, status: status, to: connection)
    case .keepsSomethingElse:
      let answer = answer(to: request, shared)
      let side = request.line.contains("/heat") ? "heat" : "cool"
      shared.state.withLock { $0.programs[side]?["3"] = "[0,60,600,61,900,62,1200,63]" }
      send(answer, to: connection)
    case .takesAndSays(let text):
      _ = answer(to: request, shared)
      send(text, to: connection)
    case .takesAndResets:
      _ = answer(to: request, shared)
      connection.reset()
    case .waits(let folder):
      let answer = answer(to: request, shared)
      WholeFile.write([], "\(folder)/go")
      while access("\(folder)/on", F_OK) != 0 { poll(nil, 0, 5) }
      send(answer, to: connection)
    }
  }

  private static func violate(_ what: String, _ shared: Shared) {
    shared.state.withLock { $0.violations.append(what) }
  }

  /// Reads a request with the whole body that it announces.
  private static func request(
    _ connection: LoopbackConnection, _ shared: Shared
  ) -> Request? {
    var bytes: [UInt8] = []
    var text = ""
    while true {
      guard let more = connection.bytes() else { return nil }
      bytes += more
      text = String(decoding: bytes, as: UTF8.self)
      guard let end = text.firstRange(of: "\r\n\r\n") else { continue }
      let lines = text[..<end.lowerBound].split(separator: "\r\n").map { $0.lowercased() }
      let length = lines.lazy.compactMap { line in
        line.hasPrefix("content-length: ") ? Int(line.dropFirst(16)) : nil
      }.first
      let body = text[end.upperBound...]
      if body.utf8.count < length ?? 0 { continue }
      let words = (text.split(separator: "\r\n").first ?? "").split(separator: " ")
      judge(lines, words, length, shared)
      return Request(line: words.prefix(2).joined(separator: " "), body: String(body))
    }
  }

  private static func judge(
    _ lines: [String], _ words: [Substring], _ length: Int?, _ shared: Shared
  ) {
    if words.count != 3 || words[2] != "HTTP/1.1" { violate("no HTTP/1.1", shared) }
    for name in ["transfer-encoding", "expect"] where lines.contains(where: { $0.hasPrefix(name) })
    {
      violate(name, shared)
    }
    guard words.first == "POST" else { return }
    if length == nil { violate("a body without its length", shared) }
    let isHasty = shared.state.withLock { state in
      let last = state.lastWrite
      state.lastWrite = .now
      return last.map { ContinuousClock.now - $0 < .milliseconds(500) } ?? false
    }
    if isHasty { violate("two writes within half a second", shared) }
  }

  private static func answer(to request: Request, _ shared: Shared) -> String {
    switch request.line {
    case "GET /tstat/model": return "{\"model\":\"\(shared.model)\"}"
    case "GET /tstat/hold": return "{\"hold\":\(shared.hold)}"
    case "GET /tstat/program/heat", "GET /tstat/program/cool":
      let program = shared.state.withLock { $0.programs[String(request.line.suffix(4))] } ?? [:]
      let days = program.sorted { $0.key < $1.key }.map { "\"\($0.key)\":\($0.value)" }
      return "{\(days.joined(separator: ","))}"
    case let line where line.hasPrefix("POST /tstat/program/"):
      return store(request.body, line.contains("/heat") ? "heat" : "cool", shared)
    default: return "{\"error\":-2,\"error_msg\":\"unknown resource\"}"
    }
  }

  /// Keeps the days of a body, which may have white space.
  private static func store(_ body: String, _ side: String, _ shared: Shared) -> String {
    guard case .object(let days) = ReadJSON(Array(body.utf8)) else { return "{\"error\":-1}" }
    shared.state.withLock { state in
      for day in days {
        let numbers = day.value.elements.map {
          if case .number(let text) = $0 { text } else { "?" }
        }
        state.programs[side]?[String(decoding: day.name, as: UTF8.self)] =
          "[\(numbers.joined(separator: ","))]"
      }
    }
    return "{\"success\":0}"
  }

  private static func head(_ status: Int, _ length: Int) -> String {
    "HTTP/1.1 \(status) OK\r\nContent-Type: application/json\r\nContent-Length: \(length)\r\n\r\n"
  }

  private static func send(
    _ text: String, status: Int = 200, to connection: LoopbackConnection
  ) {
    connection.send(head(status, text.utf8.count) + text)
  }
}
