import DeviceFormats
import Diagnostics
import ScheduleModel

/// Schedule objects of a BACnet/IP controller: `bacnet://HOST[:PORT]/DEVICE/schedule/N[,M]`.
///
/// N drives the heating setpoint, M the cooling setpoint. The week of each is one property.
struct BACnetSchedules: LinkedDevice {
  private let host: String
  private let port: UInt16
  private let authority: String
  private let device: Int
  private let schedules: [(side: Side, instance: Int)]

  private static let usualPort: UInt16 = 47808
  private static let weeklySchedule: UInt8 = 123
  private static let objectIdentifier: UInt8 = 75
  private static let maximumLength: UInt8 = 62
  private static let segmentation: UInt8 = 107
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

// MARK: Reading

extension BACnetSchedules {
  func read(_ conversation: Conversation) throws(LinkFailure) -> ReadProgram {
    let exchange = try exchange(conversation)
    var text = ""
    for (side, instance) in schedules {
      conversation.progress("asking for the \(side.name) week, schedule \(instance)")
      let week = try week(of: instance, side, exchange)
      text += "# \(side.name): Weekly_Schedule, Monday first\n\(HexText.text(week))\n"
    }
    return ReadProgram(program: text)
  }

  /// The week of a schedule: at once, or day by day from a device for which that is too long.
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
      exchange.conversation.progress("asking for \(day.name) of schedule \(instance)")
      let request = BACnetRequest(
        reading: Self.weeklySchedule, at: UInt8(number + 1), of: .schedule(instance),
        id: Self.id(side, number + 1))
      week += try value(try exchange.answer(to: request, as: what), what)
    }
    return week
  }

  /// A way to the device, once it said that it is the one that the link names.
  private func exchange(_ conversation: Conversation) throws(LinkFailure) -> BACnetExchange {
    let wire = try DatagramExchange(host: host, port: port, authority, conversation)
    let exchange = BACnetExchange(wire: wire, conversation: conversation)
    conversation.progress("asking whether it is device \(device)")
    let request = BACnetRequest(reading: Self.objectIdentifier, of: .device(device), id: 1)
    let what = "device \(device)"
    guard
      try value(try exchange.answer(to: request, as: what), what) == [0xC4]
        + BACnetObject.device(device).bytes
    else { throw LinkFailure(.refused, "\(authority) is not BACnet device \(device)") }
    return exchange
  }

  /// The id of a request for a side, and a day of it; those below 8 are for other questions.
  private static func id(_ side: Side, _ day: Int = 0) -> UInt8 {
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
  /// A part of a week on its way to the device.
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
      conversation.sends()
      do throws(LinkFailure) {
        let answer = try exchange.answer(to: part.request, as: part.schedule, longest: longest)
        guard case .done = answer else { throw refusal(answer, part.schedule) }
      } catch {
        if [.refused, .denied, .busy].contains(error.reason) { conversation.didNotWrite() }
        throw error
      }
      conversation.wrote(part.name)
    }
  }

  /// The week in one message, in segments where the device takes those, else day by day.
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
        "device \(device) takes messages of \(longest) bytes and no segments; a day of the "
          + "\(week.side.name) week is longer")
    }
    return parts
  }

  /// The longest message that the device takes, and whether it takes longer ones in segments.
  private func limits(_ exchange: BACnetExchange) throws(LinkFailure) -> (Int, Bool) {
    exchange.conversation.progress("asking which messages it takes")
    let length = try number(Self.maximumLength, 2, exchange)
    let segmentation = try number(Self.segmentation, 3, exchange)
    // 0: both ways, 2: those that come in.
    return (
      min(max(length ?? .max, 50), BACnetExchange.longest), [0, 2].contains(segmentation)
    )
  }

  /// An unsigned or enumerated property of the device; nil where it has none.
  private func number(
    _ property: UInt8, _ id: UInt8, _ exchange: BACnetExchange
  ) throws(LinkFailure) -> Int? {
    let request = BACnetRequest(reading: property, of: .device(device), id: id)
    let answer = try exchange.answer(to: request, as: "device \(device)")
    guard case .value(let value) = answer, let tag = value.first, [2, 9].contains(tag >> 4),
      value.count == 1 + Int(tag & 7), value.count <= 5
    else { return nil }
    return value.dropFirst().reduce(0) { $0 << 8 | Int($1) }
  }

  func plan(_ program: String) throws(LinkFailure) -> [String] {
    try weeks(program).map { week in
      "WriteProperty schedule,\(week.instance) Weekly_Schedule (\(week.side.name)), one datagram to UDP "
        + "\(host):\(port), or in parts where the device takes \(week.request.length - 1) bytes or less\n"
        + HexText.text(week.request.bytes)
    }
  }
}

// MARK: Text

extension BACnetSchedules {
  /// A week that is to be written.
  private struct WrittenWeek {
    let side: Side
    let instance: Int
    /// What writes it at once.
    let request: BACnetRequest
    /// Its days, Monday first.
    let days: [[UInt8]]
  }

  /// The weeks of a text: comments that name the side, and a line of hex for each.
  private func weeks(_ text: String) throws(LinkFailure) -> [WrittenWeek] {
    var announced: Side?
    var weeks: [WrittenWeek] = []
    for line in text.split(whereSeparator: \.isNewline) {
      if line.hasPrefix("#") {
        let words = line.split { " :,#".contains($0) }
        announced = Side.allCases.first { words.contains(Substring($0.name)) }
        continue
      }
      guard let side = announced, let week = Self.bytes(line), let days = Self.days(of: week),
        !weeks.contains(where: { $0.side == side })
      else {
        throw LinkFailure(.unsupported, "the text is no week as setpoint export writes it")
      }
      guard let instance = schedules.first(where: { $0.side == side })?.instance else {
        throw LinkFailure(
          .unsupported,
          "the link names one schedule, which is for heat; schedule/N,M has one for cool too")
      }
      let request = BACnetRequest(
        writing: week, to: Self.weeklySchedule, of: .schedule(instance), id: Self.id(side))
      weeks.append(WrittenWeek(side: side, instance: instance, request: request, days: days))
      announced = nil
    }
    guard !weeks.isEmpty else { throw LinkFailure(.unsupported, "the text has no week") }
    return weeks
  }

  private static func bytes(_ line: Substring) -> [UInt8]? {
    let digits = line.compactMap(\.hexDigitValue)
    guard digits.count == line.count, digits.count.isMultiple(of: 2), digits.count < 1 << 16 else {
      return nil
    }
    return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
  }

  /// The seven days of a week, each in its opening and closing tag; nil where there are not seven.
  private static func days(of week: [UInt8]) -> [[UInt8]]? {
    var days: [[UInt8]] = []
    var start = 0
    while start < week.count, week[start] == 0x0E {
      var end = start + 1
      while end < week.count, week[end] != 0x0F {
        let tag = week[end]
        // An application tag: its type, and its length; the length of a boolean is its value.
        guard tag & 0x08 == 0, tag & 7 <= 5 else { return nil }
        let isLong = tag & 7 == 5
        guard !isLong || end + 1 < week.count else { return nil }
        end += isLong ? 2 + Int(week[end + 1]) : 1 + (tag >> 4 == 1 ? 0 : Int(tag & 7))
      }
      guard end < week.count else { return nil }
      days.append(Array(week[start...end]))
      start = end + 1
    }
    return days.count == 7 && start == week.count ? days : nil
  }
}
