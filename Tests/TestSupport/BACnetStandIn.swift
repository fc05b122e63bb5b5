import CLibrary
import Synchronization

/// A BACnet/IP device on 127.0.0.1 with schedule objects, which can misbehave on request.
package final class BACnetStandIn: Sendable {
  /// How it answers.
  package enum Fault: Sendable {
    case silence
    /// An APDU in the place of the right one; the byte FE becomes the request's id.
    case says([UInt8])
    /// Wrong datagrams before the right one: other ids, other sizes, noise.
    case noise
    /// The right answer from another port.
    case otherPort
    /// A week that is acknowledged, and kept otherwise.
    case keepsSomethingElse
    /// A request that is carried out but not answered: the device is silent for a moment, or sends another answer.
    case takesAndCloses
    case takesAndSays([UInt8])
  }

  struct State {
    var weeks: [Int: [UInt8]]
    var requests: [[UInt8]] = []
    var faults: [(service: UInt8?, fault: Fault, left: Int)] = []
    var isStopped = false
  }

  /// The port that the system chose.
  package let port: UInt16
  private let device: Int
  private let shared: Shared
  private let file: Int32
  private let thread: Thread

  final class Shared: Sendable {
    let state: Mutex<State>
    /// The longest message that it takes and sends.
    let longest: Int
    /// Properties of other objects, and further ones of schedules: by type, instance and property.
    let properties: [[Int]: [UInt8]]
    init(_ weeks: [Int: [UInt8]], _ longest: Int, _ properties: [[Int]: [UInt8]]) {
      state = Mutex(State(weeks: weeks))
      (self.longest, self.properties) = (longest, properties)
    }
  }

  /// Begins to serve; every week holds one value, from midnight on: 20, or 68 where Units are 64 (°F).
  ///
  /// With `units`, each schedule writes to an analog value that has them. Other `properties` are by type, instance and
  /// number.
  package init(
    device: Int = 1234, schedules: [Int] = [1, 2], longest: Int = 1476, units: [UInt8] = [],
    properties others: [[Int]: [UInt8]] = [:]
  ) {
    let value: [UInt8] = units.first == 64 ? [0x42, 0x88, 0, 0] : [0x41, 0xA0, 0, 0]
    let week = Array(repeatElement([0x0E, 0xB4, 0, 0, 0, 0, 0x44] + value + [0x0F], count: 7))
    var properties = others
    for (schedule, unit) in zip(schedules, units) {
      properties[[17, schedule, 54]] = [0x0C, 0, 0x80, 0, UInt8(schedule), 0x19, 85]
      properties[[2, schedule, 117]] = [0x91, unit]
    }
    let shared = Shared(
      Dictionary(uniqueKeysWithValues: schedules.map { ($0, week.joined().map { UInt8($0) }) }),
      longest, properties)
    let file = socket(AF_INET, datagramSocket, 0)
    port = bindToLoopback(file)
    self.device = device
    self.shared = shared
    self.file = file
    thread = Thread { Self.serve(file, device, shared) }
  }

  /// The link to its schedules.
  package func link(_ schedules: String = "1,2", device: Int? = nil) -> String {
    "bacnet://127.0.0.1:\(port)/\(device ?? self.device)/schedule/\(schedules)"
  }

  /// The datagrams that came.
  package var requests: [[UInt8]] { shared.state.withLock(\.requests) }

  /// The week of a schedule.
  package func week(_ schedule: Int) -> [UInt8] {
    shared.state.withLock { $0.weeks[schedule] ?? [] }
  }

  /// Keeps another week for a schedule, as a person at the controller would.
  package func set(_ schedule: Int, _ week: [UInt8]) {
    shared.state.withLock { $0.weeks[schedule] = week }
  }

  /// Misbehaves for the next requests, all or those of a service (12 read, 15 write).
  package func fail(_ fault: Fault, on service: UInt8? = nil, times: Int = .max) {
    shared.state.withLock { $0.faults.append((service, fault, times)) }
  }

  /// Refuses what comes.
  package func goAway() { Self.goAway(file) }

  /// Connected to another address, the socket receives nothing, and its port stays in use.
  private static func goAway(_ file: Int32) { connectToLoopback(file, port: 9) }

  /// Listens again at the port that `takesAndCloses` made deaf.
  package func comeBack() {
    var isShared: Int32 = 1
    let other = socket(AF_INET, datagramSocket, 0)
    for socket in [file, other] {
      setsockopt(
        socket, SOL_SOCKET, SO_REUSEADDR, &isShared, socklen_t(MemoryLayout<Int32>.size))
    }
    bindToLoopback(other, port: port)
    dup2(other, file)
    close(other)
  }

  /// Stops serving.
  package func stop() {
    shared.state.withLock { $0.isStopped = true }
    thread.join()
    close(file)
  }
}

// MARK: Serving

extension BACnetStandIn {
  private static func serve(_ file: Int32, _ device: Int, _ shared: Shared) {
    var buffer = [UInt8](repeating: 0, count: 2048)
    while !shared.state.withLock(\.isStopped) {
      var polled = pollfd(fd: file, events: Int16(POLLIN), revents: 0)
      guard poll(&polled, 1, 50) > 0 else { continue }
      var sender = sockaddr_storage()
      var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
      let count = withUnsafeMutablePointer(to: &sender) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          recvfrom(file, &buffer, buffer.count, 0, $0, &length)
        }
      }
      guard count >= 10 else { continue }
      let send = { (apdu: [UInt8], isOtherPort: Bool) in
        let size = apdu.count + 6
        let datagram = [0x81, 0x0A, UInt8(size >> 8), UInt8(size & 0xFF), 1, 0] + apdu
        let from = isOtherPort ? socket(AF_INET, datagramSocket, 0) : file
        _ = withUnsafePointer(to: &sender) { pointer in
          pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            sendto(from, datagram, datagram.count, 0, $0, length)
          }
        }
        if isOtherPort { close(from) }
      }
      let request = Array(buffer[..<count])
      // Longer ones than it takes are lost.
      guard count <= shared.longest + 6, request[6] == 0 else { continue }
      let fault = shared.state.withLock { state -> Fault? in
        state.requests.append(request)
        guard
          let index = state.faults.firstIndex(where: {
            $0.left > 0 && ($0.service ?? request[9]) == request[9]
          })
        else { return nil }
        state.faults[index].left -= 1
        return state.faults[index].fault
      }
      answer(request, fault, device, file, shared) { apdu, isOtherPort in
        guard apdu.first == 0x30, apdu.count > shared.longest else {
          return send(apdu, isOtherPort)
        }
        send([0x71, request[8], 4], false)
      }
    }
  }

  private static func answer(
    _ request: [UInt8], _ fault: Fault?, _ device: Int, _ file: Int32, _ shared: Shared,
    send: ([UInt8], _ isOtherPort: Bool) -> Void
  ) {
    let id = request[8]
    switch fault {
    case nil: send(apdu(request, device, shared), false)
    case .silence: break
    case .takesAndSays(let bytes):
      _ = apdu(request, device, shared)
      send(bytes.map { $0 == 0xFE ? id : $0 }, false)
    case .takesAndCloses:
      _ = apdu(request, device, shared)
      goAway(file)
    case .says(let bytes): send(bytes.map { $0 == 0xFE ? id : $0 }, false)
    case .noise:
      send([0x20, id &+ 1, 0x0F], false)
      send([0x50, id &+ 7, request[9], 0x91, 0, 0x91, 25], false)
      send([], false)
      send([0x10, 8], false)
      send(apdu(request, device, shared), false)
    case .otherPort: send(apdu(request, device, shared), true)
    case .keepsSomethingElse:
      send(apdu(request, device, shared), false)
      shared.state.withLock { state in
        for schedule in state.weeks.keys { state.weeks[schedule]?[8] ^= 1 }
      }
    }
  }

  /// The right answer to a ReadProperty or WriteProperty.
  private static func apdu(_ request: [UInt8], _ device: Int, _ shared: Shared) -> [UInt8] {
    let (id, service) = (request[8], request[9])
    let object = request[11..<15].reduce(0) { $0 << 8 | Int($1) }
    let (type, instance) = (object >> 22, object & 0x3F_FFFF)
    let index = request.count > 18 && request[17] == 0x29 ? Int(request[18]) : nil
    let start = index == nil ? 17 : 19
    let head = [0x0C] + Array(request[11..<start])
    let unknown: [UInt8] = [0x50, id, service, 0x91, 1, 0x91, 31]
    if let value = shared.properties[[type, instance, Int(request[16])]] {
      return [0x30, id, 12] + head + [0x3E] + value + [0x3F]
    }
    if type == 8 {
      guard instance == device else { return unknown }
      let length = [0x22, UInt8(shared.longest >> 8), UInt8(shared.longest & 0xFF)]
      let values: [UInt8: [UInt8]] = [62: length, 75: [0xC4] + request[11..<15]]
      guard let value = values[request[16]] else { return unknown }
      return [0x30, id, 12] + head + [0x3E] + value + [0x3F]
    }
    return shared.state.withLock { state in
      guard type == 17, request[16] == 123, let week = state.weeks[instance] else { return unknown }
      let days = self.days(of: week)
      if service == 12 {
        return [0x30, id, 12] + head + [0x3E] + (index.map { days[$0 - 1] } ?? week) + [0x3F]
      }
      guard request.last == 0x3F, request[start] == 0x3E else { return [0x60, id, 4] }
      let value = Array(request[(start + 1)..<(request.count - 1)])
      guard let index else {
        state.weeks[instance] = value
        return [0x20, id, 15]
      }
      state.weeks[instance] = Array(
        (days[..<(index - 1)] + [value] + days[index...]).joined())
      return [0x20, id, 15]
    }
  }

  /// The days of a week of reals and NULL.
  private static func days(of week: [UInt8]) -> [[UInt8]] {
    var days: [[UInt8]] = []
    var rest = week[...]
    while rest.first == 0x0E {
      var end = rest.startIndex + 1
      // A time, and NULL or a real.
      while week[end] != 0x0F { end += week[end + 5] == 0 ? 6 : 10 }
      days.append(Array(rest[...end]))
      rest = rest[(end + 1)...]
    }
    return days
  }
}
