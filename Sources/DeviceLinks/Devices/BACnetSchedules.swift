import DeviceFormats
import Diagnostics
import ScheduleModel

/// Schedule objects of a BACnet/IP controller: `bacnet://HOST[:PORT]/DEVICE/schedule/N[,M]`.
///
/// N drives the heating setpoint, M the cooling setpoint. The week of each is one property, and a message.
struct BACnetSchedules: LinkedDevice {
  private let host: String
  private let port: UInt16
  private let authority: String
  private let device: Int
  private let schedules: [(side: Side, instance: Int)]

  private static let usualPort: UInt16 = 47808
  private static let weeklySchedule: UInt8 = 123
  private static let objectIdentifier: UInt8 = 75
  /// The highest instance but one, which stands for any.
  private static let highest = 4_194_302

  init(_ parts: LinkParts) throws(LinkFailure) {
    try parts.refuseQuery()
    let numbers = parts.path.last?.split(separator: ",", omittingEmptySubsequences: false) ?? []
    let instances = numbers.compactMap { LinkParts.number($0, upTo: Self.highest) }
    guard parts.path.count == 3, parts.path[1] == "schedule",
      let device = LinkParts.number(parts.path[0], upTo: Self.highest),
      instances.count == numbers.count, Set(instances).count == instances.count,
      (1...2).contains(instances.count)
    else {
      throw LinkFailure(
        .link,
        "a link to BACnet schedules is bacnet://HOST[:PORT]/DEVICE/schedule/N[,M], N for heat and M "
          + "for cool")
    }
    host = parts.host
    port = parts.port ?? Self.usualPort
    authority = parts.authority
    self.device = device
    schedules = zip(Side.allCases, instances).map { ($0, $1) }
  }

  var description: DeviceDescription {
    DeviceDescription(
      format: "bacnet", device: "bacnet", unit: nil, isVerifiable: true,
      name: "\(device) schedule \(schedules.map { "\($0.instance)" }.joined(separator: ","))")
  }
}

// MARK: Reading and writing

extension BACnetSchedules {
  func read(_ conversation: Conversation) throws(LinkFailure) -> ReadProgram {
    let wire = try wire(conversation)
    var text = ""
    for (index, (side, instance)) in schedules.enumerated() {
      let what = "schedule \(instance)"
      conversation.progress("asking for the \(side.name) week, \(what)")
      let request = try BACnetRequest(
        reading: Self.weeklySchedule, of: .schedule(instance), id: UInt8(index + 2))
      guard case .value(let week) = try ask(wire, request, what) else { continue }
      text += "# \(side.name): Weekly_Schedule, Monday first\n\(HexText.text(week))\n"
    }
    return ReadProgram(program: text)
  }

  func write(_ program: String, _ conversation: Conversation) throws(LinkFailure) {
    let requests = try requests(program)
    let wire = try wire(conversation)
    for (side, instance, request) in requests {
      conversation.progress("writing the \(side.name) week to schedule \(instance)")
      conversation.sends()
      do throws(LinkFailure) {
        _ = try ask(wire, request, "schedule \(instance)")
      } catch {
        if [.refused, .denied, .busy].contains(error.reason) { conversation.didNotWrite() }
        throw error
      }
      conversation.wrote("the \(side.name) week")
    }
  }

  func plan(_ program: String) throws(LinkFailure) -> [String] {
    try requests(program).map { side, instance, request in
      "WriteProperty schedule,\(instance) Weekly_Schedule (\(side.name)), one datagram to UDP "
        + "\(host):\(port)\n\(HexText.text(request.bytes))"
    }
  }

  /// A wire to the device, once it said that it is the one that the link names.
  private func wire(_ conversation: Conversation) throws(LinkFailure) -> DatagramExchange {
    let wire = try DatagramExchange(host: host, port: port, authority, conversation)
    conversation.progress("asking whether it is device \(device)")
    let request = try BACnetRequest(reading: Self.objectIdentifier, of: .device(device), id: 1)
    let answer = try ask(wire, request, "device \(device)")
    guard case .value(let id) = answer, id == [0xC4] + BACnetObject.device(device).bytes else {
      throw LinkFailure(.refused, "\(authority) is not BACnet device \(device)")
    }
    return wire
  }

  private func ask(
    _ wire: DatagramExchange, _ request: BACnetRequest, _ what: String
  ) throws(LinkFailure) -> BACnetAnswer {
    let answer = try wire.answer(to: request.bytes, as: what) { datagram throws(LinkFailure) in
      try request.answer(in: datagram)
    }
    if case .no(let reason, let words) = answer {
      throw LinkFailure(reason, "\(authority) answers for \(what): \(words)")
    }
    return answer
  }
}

// MARK: Text

extension BACnetSchedules {
  /// The requests that write a text: comments that name the side, and a line of hex for each.
  private func requests(
    _ text: String
  ) throws(LinkFailure) -> [(side: Side, instance: Int, request: BACnetRequest)] {
    var announced: Side?
    var requests: [(side: Side, instance: Int, request: BACnetRequest)] = []
    for line in text.split(whereSeparator: \.isNewline) {
      if line.hasPrefix("#") {
        let words = line.split { " :,#".contains($0) }
        announced = Side.allCases.first { words.contains(Substring($0.name)) }
        continue
      }
      guard let side = announced, let week = Self.bytes(line), week.first == 0x0E,
        week.last == 0x0F, !requests.contains(where: { $0.side == side })
      else {
        throw LinkFailure(.unsupported, "the text is no week as setpoint export writes it")
      }
      guard let instance = schedules.first(where: { $0.side == side })?.instance else {
        throw LinkFailure(
          .unsupported,
          "the link names one schedule, which is for heat; schedule/N,M has one for cool too")
      }
      let request = try BACnetRequest(
        writing: week, to: Self.weeklySchedule, of: .schedule(instance),
        id: UInt8(requests.count + 2))
      requests.append((side, instance, request))
      announced = nil
    }
    guard !requests.isEmpty else { throw LinkFailure(.unsupported, "the text has no week") }
    return requests
  }

  private static func bytes(_ line: Substring) -> [UInt8]? {
    let digits = line.compactMap(\.hexDigitValue)
    guard digits.count == line.count, digits.count.isMultiple(of: 2), digits.count < 1 << 16 else {
      return nil
    }
    return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
  }
}
