import DeviceFormats
import Diagnostics
import LinkProtocol
import ScheduleModel

/// Schedule objects of a BACnet/IP controller: `bacnet://HOST[:PORT]/DEVICE/schedule/N[,M]`.
///
/// N drives the heating setpoint, M the cooling setpoint. The week of each is one property.
struct BACnetSchedules: DeviceLink {
  private let host: String
  private let port: UInt16
  private let authority: String
  private let device: Int
  let schedules: [(side: Side, instance: Int)]

  private static let usualPort: UInt16 = 47808
  static let weeklySchedule: UInt8 = 123
  private static let objectReferences: UInt8 = 54
  private static let units: UInt8 = 117
  private static let outOfService: UInt8 = 81
  private static let exceptionSchedule: UInt8 = 38
  private static let effectivePeriod: UInt8 = 32
  private static let scheduleDefault: UInt8 = 174
  private static let objectIdentifier: UInt8 = 75
  private static let maximumLength: UInt8 = 62
  private static let segmentation: UInt8 = 107
  /// The highest instance; the next number is a wildcard.
  private static let highest = 4_194_302

  init(_ address: DeviceAddress) throws(LinkFailure) {
    let numbers = address.path.last?.split(separator: ",", omittingEmptySubsequences: false) ?? []
    let instances = numbers.compactMap { DeviceAddress.number($0, upTo: Self.highest) }
    guard address.path.count == 3, address.path[1] == "schedule",
      let device = DeviceAddress.number(address.path[0], upTo: Self.highest),
      instances.count == numbers.count, Set(instances).count == instances.count,
      (1...2).contains(instances.count)
    else {
      throw LinkFailure(
        .link,
        "an address of BACnet schedules is bacnet://HOST[:PORT]/DEVICE/schedule/N[,M], N for heat and M "
          + "for cool")
    }
    host = address.host
    port = address.port ?? Self.usualPort
    authority = address.authority
    self.device = device
    schedules = zip(Side.allCases, instances).map { ($0, $1) }
  }
}

// MARK: Reading

extension BACnetSchedules {
  func read(_ conversation: Conversation) throws(LinkFailure) -> ReadProgram {
    let exchange = try exchange(conversation)
    let alone = schedules.count == 1 ? " alone" : ""
    var text = ""
    for (side, instance) in schedules {
      conversation.progress("asking for the \(side.name) week, schedule \(instance)")
      let week = try week(of: instance, side, exchange)
      let usual = try usualValue(of: instance, exchange).map { ", Schedule_Default \($0)" } ?? ""
      text +=
        "# \(side.name)\(alone): Weekly_Schedule, Monday first\(usual)\n\(HexText.text(week))\n"
    }
    for (_, instance) in schedules { try noteExceptions(of: instance, exchange) }
    return ReadProgram(program: text, unit: try unit(exchange))
  }

  /// Reads the week of a schedule: as a whole, or day by day if that is too long for the device.
  private func week(
    of instance: Int, _ side: Side, _ exchange: BACnetExchange
  ) throws(LinkFailure) -> [UInt8] {
    let what = "schedule \(instance)"
    let whole = BACnetRequest(
      reading: Self.weeklySchedule, of: .schedule(instance), id: Self.id(side))
    let answer = try exchange.answer(to: whole, as: what)
    guard case .tooLong = answer else { return try value(answer, what) }
    var week: [UInt8] = []
    for (number, day) in Weekday.allCases.enumerated() {
      exchange.conversation.progress("asking for \(day.title) of schedule \(instance)")
      let request = BACnetRequest(
        reading: Self.weeklySchedule, at: UInt8(number + 1), of: .schedule(instance),
        id: Self.id(side, number + 1))
      week += try value(try exchange.answer(to: request, as: what), what)
    }
    return week
  }

  /// Connects to the device and checks its instance against the address.
  private func exchange(_ conversation: Conversation) throws(LinkFailure) -> BACnetExchange {
    let wire = try DatagramExchange(host: host, port: port, authority, conversation)
    let exchange = BACnetExchange(wire: wire, conversation: conversation)
    conversation.progress("asking whether it is device \(device)")
    let request = BACnetRequest(reading: Self.objectIdentifier, of: .device(device), id: 1)
    let what = "device \(device)"
    guard
      try value(try exchange.answer(to: request, as: what), what) == [0xC4]
        + BACnetObject.device(device).bytes
    else { throw LinkFailure(.missing, "\(authority) is not BACnet device \(device)") }
    return exchange
  }

  /// The value that applies where the week has none; nil for a device that does not report it, and for NULL.
  private func usualValue(
    of instance: Int, _ exchange: BACnetExchange
  ) throws(LinkFailure) -> Float? {
    let request = BACnetRequest(reading: Self.scheduleDefault, of: .schedule(instance), id: 7)
    let answer = try exchange.answer(to: request, as: "schedule \(instance)")
    guard case .value(let value) = answer, value.count == 5, value[0] == 0x44 else { return nil }
    let number = Float(bitPattern: value[1...].reduce(0) { $0 << 8 | UInt32($1) })
    return abs(number) <= 1000 ? number : nil
  }

  /// Adds notes if exceptions, a limited period or being out of service override a week.
  private func noteExceptions(
    of instance: Int, _ exchange: BACnetExchange
  ) throws(LinkFailure) {
    let conversation = exchange.conversation
    let what = "schedule \(instance)"
    conversation.progress("asking what overrides \(what)")
    func property(_ number: UInt8, at index: UInt8? = nil) throws(LinkFailure) -> [UInt8]? {
      let request = BACnetRequest(reading: number, at: index, of: .schedule(instance), id: 6)
      guard case .value(let value) = try exchange.answer(to: request, as: what) else { return nil }
      return value
    }
    // A boolean application tag contains the value in its length.
    if try property(Self.outOfService) == [0x11] {
      conversation.note("\(what) is out of service, and its week is not in force")
    }
    // The size of the array, an unsigned number.
    if let size = try property(Self.exceptionSchedule, at: 0), size.count > 1, size[0] >> 4 == 2,
      size.dropFirst().contains(where: { $0 != 0 })
    {
      let count = size.dropFirst().prefix(4).reduce(0) { $0 << 8 | Int($1) }
      conversation.note("\(what) has an Exception_Schedule of \(count), which overrides its week")
    }
    // Two dates: year from 1900, month, day, weekday; 255 is a wildcard.
    if let period = try property(Self.effectivePeriod), period.count == 10, period[0] == 0xA4,
      period[5] == 0xA4, period != [0xA4, 255, 255, 255, 255, 0xA4, 255, 255, 255, 255]
    {
      func date(_ bytes: ArraySlice<UInt8>) -> String {
        let parts = bytes.prefix(3).enumerated().map { place, byte in
          byte == 255
            ? "any" : place == 0 ? "\(1900 + Int(byte))" : byte < 10 ? "0\(byte)" : "\(byte)"
        }
        return parts.joined(separator: "-")
      }
      conversation.note(
        "\(what) is in force from \(date(period[1...])) to \(date(period[6...])) (Effective_Period)"
      )
    }
  }

  /// Returns the unit of the objects that the schedules control (List_Of_Object_Property_References): their property
  /// Units, 62 for °C and 64 for °F; nil if the device does not report it.
  ///
  /// - Throws: `LinkFailure` for other units or several ones.
  private func unit(
    _ exchange: BACnetExchange
  ) throws(LinkFailure) -> TemperatureUnit? {
    exchange.conversation.progress("asking for the unit of the setpoints")
    var found: Set<Int> = []
    for (_, instance) in schedules {
      let request = BACnetRequest(
        reading: Self.objectReferences, of: .schedule(instance), id: 4)
      guard
        case .value(let value) = try exchange.answer(to: request, as: "schedule \(instance)"),
        let objects = BACnetObject.references(in: value, of: device)
      else { continue }
      for object in objects.prefix(8) {
        if let unit = try number(Self.units, 5, exchange, of: object), unit != 95 {
          found.insert(unit)
        }
      }
    }
    switch found {
    case []: return nil
    case [62]: return .celsius
    case [64]: return .fahrenheit
    default:
      let numbers = found.sorted().map { "\($0)" }.listed("and")
      throw LinkFailure(
        .unsupported,
        "the schedules write to objects whose Units are \(numbers); expected 62 (°C) or 64 (°F) alone"
      )
    }
  }

  /// The id of a request for a side and a day; ids below 8 are for other requests.
  static func id(_ side: Side, _ day: Int = 0) -> UInt8 {
    UInt8((side == .heat ? 8 : 16) + day)
  }

  private func value(_ answer: BACnetAnswer, _ what: String) throws(LinkFailure) -> [UInt8] {
    guard case .value(let value) = answer else { throw refusal(answer, what) }
    return value
  }

  private func refusal(_ answer: BACnetAnswer, _ what: String) -> LinkFailure {
    switch answer {
    case .no(let reason, let words):
      LinkFailure(reason, "\(authority) answers for \(what): \(words)")
    case .tooLong(let words):
      LinkFailure(.refused, "\(authority) answers for \(what): \(words)")
    case .done, .value, .segment, .acknowledged:
      LinkFailure(.malformed, "\(authority) answers for \(what) what was not asked")
    }
  }
}

// MARK: Writing

extension BACnetSchedules {
  /// A part of a week to send.
  private struct Part {
    let request: BACnetRequest
    let name: String
    let schedule: String
  }

  func write(_ program: String, _ conversation: Conversation) throws(LinkFailure) {
    let weeks = try weeks(program)
    let exchange = try exchange(conversation)
    let (longest, takesSegments) = try limits(exchange)
    var parts: [Part] = []
    for week in weeks { parts += try self.parts(of: week, longest, takesSegments) }
    for part in parts {
      conversation.progress("writing \(part.name) to \(part.schedule)")
      try conversation.sends()
      let answer = try exchange.answer(to: part.request, as: part.schedule, longest: longest)
      guard case .done = answer else { throw refusal(answer, part.schedule) }
    }
  }

  /// Returns the week in one message, in segments if the device supports them, or else day by day.
  private func parts(
    of week: WrittenWeek, _ longest: Int, _ takesSegments: Bool
  ) throws(LinkFailure) -> [Part] {
    let schedule = "schedule \(week.instance)"
    let whole = Part(
      request: week.request, name: "the \(week.side.name) week", schedule: schedule)
    if whole.request.length <= longest || takesSegments { return [whole] }
    let parts = zip(Weekday.allCases, week.days).enumerated().map { number, day in
      Part(
        request: BACnetRequest(
          writing: day.1, to: Self.weeklySchedule, at: UInt8(number + 1),
          of: .schedule(week.instance), id: Self.id(week.side, number + 1)),
        name: "\(week.side.name) \(day.0.title)", schedule: schedule)
    }
    guard let longestDay = parts.map(\.request.length).max(), longestDay <= longest else {
      throw LinkFailure(
        .unsupported,
        "device \(device) accepts messages of \(longest) bytes and no segments; a day of the "
          + "\(week.side.name) week is longer")
    }
    return parts
  }

  /// Returns the longest message that the device accepts, and whether it accepts segments.
  private func limits(_ exchange: BACnetExchange) throws(LinkFailure) -> (Int, Bool) {
    exchange.conversation.progress("asking which messages it supports")
    let length = try number(Self.maximumLength, 2, exchange)
    let segmentation = try number(Self.segmentation, 3, exchange)
    // 0: both directions, 2: receiving only.
    return (
      min(max(length ?? .max, 50), BACnetExchange.longest), [0, 2].contains(segmentation)
    )
  }

  /// Reads an unsigned or enumerated property of an object, by default of the device; nil if it does not exist.
  private func number(
    _ property: UInt8, _ id: UInt8, _ exchange: BACnetExchange, of object: BACnetObject? = nil
  ) throws(LinkFailure) -> Int? {
    let request = BACnetRequest(reading: property, of: object ?? .device(device), id: id)
    let answer = try exchange.answer(to: request, as: "device \(device)")
    guard case .value(let value) = answer, let tag = value.first, [2, 9].contains(tag >> 4),
      value.count == 1 + Int(tag & 7), value.count <= 5
    else { return nil }
    return value.dropFirst().reduce(0) { $0 << 8 | Int($1) }
  }

  func plan(_ program: String) throws(LinkFailure) -> [String] {
    try weeks(program).map { week in
      "WriteProperty schedule,\(week.instance) Weekly_Schedule (\(week.side.name)), one datagram to UDP "
        + "\(host):\(port), or in parts if the device accepts only \(week.request.length - 1) bytes or less\n"
        + HexText.text(week.request.bytes)
    }
  }
}
