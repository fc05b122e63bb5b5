import DeviceFormats
import Diagnostics
import LinkProtocol
import ScheduleModel

/// Schedule objects of a BACnet/IP controller: `bacnet://HOST[:PORT]/DEVICE/schedule/N[,M]`.
///
/// N drives the heating setpoint and may be empty, M the cooling setpoint. The week of each is one property.
struct BACnetSchedules: DeviceLink {
  private let address: DeviceAddress
  private let conversation: Conversation
  private let device: Int
  let schedules: [(side: Side, instance: Int)]

  static let weeklySchedule: UInt8 = 123
  private static let objectReferences: UInt8 = 54
  private static let units: UInt8 = 117
  private static let outOfService: UInt8 = 81
  private static let exceptionSchedule: UInt8 = 38
  private static let effectivePeriod: UInt8 = 32
  private static let scheduleDefault: UInt8 = 174
  private static let objectIdentifier: UInt8 = 75
  private static let maximumLength: UInt8 = 62

  init(_ address: DeviceAddress, _ conversation: Conversation) {
    (self.address, self.conversation) = (address, conversation)
    (device, schedules) = address.bacnetObjects ?? (0, [])
  }

  // MARK: Reading

  func read() throws(LinkFailure) -> ReadProgram {
    let exchange = try exchange()
    let alone = schedules.count == 1 ? " alone" : ""
    var text = ""
    for (side, instance) in schedules {
      conversation.progress("asking for the \(side.name) program, schedule \(instance)")
      let week = try week(of: instance, exchange)
      let usual = try usualValue(of: instance, exchange).map { ", Schedule_Default \($0)" } ?? ""
      text +=
        "# \(side.name)\(alone): Weekly_Schedule, Monday first\(usual)\n\(week.hexText)\n"
    }
    for (_, instance) in schedules { try noteExceptions(of: .schedule(instance), exchange) }
    return ReadProgram(program: text, unit: try unit(exchange))
  }

  /// Reads the week of a schedule: as a whole, or day by day if that is too long for the device.
  private func week(
    of instance: Int, _ exchange: BACnetExchange
  ) throws(LinkFailure) -> [UInt8] {
    func request(_ day: Int? = nil) -> BACnetRequest {
      BACnetRequest(Self.weeklySchedule, at: day.map { UInt8($0) }, of: .schedule(instance))
    }
    let answer = try exchange.answer(to: request())
    if case .value(let week) = answer { return week }
    guard case .no(_, _, isTooLong: true) = answer else {
      throw exchange.refusal(answer, to: request())
    }
    var week: [UInt8] = []
    for (number, day) in Weekday.allCases.enumerated() {
      conversation.progress("reading \(day.title) of schedule \(instance)")
      week += try exchange.value(of: request(number + 1))
    }
    return week
  }

  /// Connects to the device and checks its instance against the address.
  private func exchange() throws(LinkFailure) -> BACnetExchange {
    let exchange = try BACnetExchange(address, conversation)
    conversation.progress("checking that it is device \(device)")
    let request = BACnetRequest(Self.objectIdentifier, of: .device(device))
    let identifier = try exchange.value(of: request)
    guard identifier == [0xC4] + BACnetObject.device(device).bytes else {
      throw LinkFailure(.missing, "\(address.authority) is not BACnet device \(device)")
    }
    return exchange
  }

  /// The value that applies where the week has none; nil for a device that does not report it, and for NULL.
  private func usualValue(
    of instance: Int, _ exchange: BACnetExchange
  ) throws(LinkFailure) -> Float? {
    let value = try exchange.valueIfAny(Self.scheduleDefault, of: .schedule(instance))
    guard let value, value.count == 5, value[0] == 0x44 else { return nil }
    let number = Float(bitPattern: value[1...].reduce(0) { $0 << 8 | UInt32($1) })
    return abs(number) <= 1000 ? number : nil
  }

  /// Adds notes if exceptions, a limited period or being out of service override a week.
  private func noteExceptions(
    of schedule: BACnetObject, _ exchange: BACnetExchange
  ) throws(LinkFailure) {
    let what = schedule.words
    conversation.progress("checking what overrides \(what)")
    // A boolean application tag contains the value in its length.
    if try exchange.valueIfAny(Self.outOfService, of: schedule) == [0x11] {
      conversation.note("\(what) is out of service, so its program does not apply")
    }
    // The size of the array.
    let count = try exchange.number(Self.exceptionSchedule, at: 0, of: schedule)
    if let count, count > 0 {
      conversation.note(
        "\(what) has \(counted(count, "exception")) (Exception_Schedule), which override it")
    }
    // Two dates: year from 1900, month, day, weekday; 255 is a wildcard.
    if let period = try exchange.valueIfAny(Self.effectivePeriod, of: schedule),
      period.count == 10, period[0] == 0xA4, period[5] == 0xA4,
      period != [0xA4, 255, 255, 255, 255, 0xA4, 255, 255, 255, 255]
    {
      func date(_ bytes: ArraySlice<UInt8>) -> String {
        let parts = bytes.prefix(3).enumerated().map { place, byte in
          byte == 255 ? "any" : place == 0 ? "\(1900 + Int(byte))" : byte.digits(2)
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
  private func unit(_ exchange: BACnetExchange) throws(LinkFailure) -> TemperatureUnit? {
    conversation.progress("asking for the unit of the setpoints")
    var found: Set<Int> = []
    for (_, instance) in schedules {
      guard
        let value = try exchange.valueIfAny(Self.objectReferences, of: .schedule(instance)),
        let objects = BACnetObject.references(in: value, of: device)
      else { continue }
      for object in objects.prefix(8) {
        if let unit = try exchange.number(Self.units, of: object), unit != 95 {
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

  // MARK: Writing

  func write(_ program: String) throws(LinkFailure) {
    let weeks = try weeks(program)
    let exchange = try exchange()
    conversation.progress("reading the maximum length of its messages")
    let length = try exchange.number(Self.maximumLength, of: .device(device))
    let longest = min(max(length ?? .max, 50), BACnetExchange.longestAPDU)
    var parts: [(name: String, request: BACnetRequest)] = []
    for week in weeks { parts += try self.parts(of: week, longest) }
    for (name, request) in parts {
      conversation.progress("writing \(name) to \(request.object.words)")
      try conversation.sends()
      let answer = try exchange.answer(to: request)
      guard case .done = answer else { throw exchange.refusal(answer, to: request) }
    }
  }

  /// Returns the week in one message, or day by day if that is too long for the device.
  private func parts(
    of week: WrittenWeek, _ longest: Int
  ) throws(LinkFailure) -> [(name: String, request: BACnetRequest)] {
    if week.request.length <= longest {
      return [("the \(week.side.name) program", week.request)]
    }
    let parts = zip(Weekday.allCases, week.days).enumerated().map { number, day in
      let request = BACnetRequest(
        Self.weeklySchedule, at: UInt8(number + 1), of: week.request.object, writing: day.1)
      return (name: "\(week.side.name) \(day.0.title)", request: request)
    }
    guard parts.allSatisfy({ $0.request.length <= longest }) else {
      throw LinkFailure(
        .unsupported,
        "device \(device) accepts messages of \(longest) bytes; a day of the \(week.side.name) program is "
          + "longer")
    }
    return parts
  }

  func plan(_ program: String) throws(LinkFailure) -> [String] {
    try weeks(program).map { week in
      "WriteProperty schedule,\(week.request.object.instance) Weekly_Schedule (\(week.side.name)), "
        + "one datagram to UDP \(address.authorityWithPort), or in parts if the device accepts "
        + "only \(week.request.length - 1) bytes or less\n\(week.request.bytes.hexText)"
    }
  }

  struct WrittenWeek {
    let side: Side
    /// The request that writes the whole week.
    let request: BACnetRequest
    /// The days, Monday first.
    let days: [[UInt8]]
  }

  /// Parses the weeks of a text: comments that name the side, and a line of hex for each.
  func weeks(_ text: String) throws(LinkFailure) -> [WrittenWeek] {
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
        throw .notExported
      }
      guard let instance = schedules.first(where: { $0.side == side })?.instance else {
        throw LinkFailure(
          .unsupported, "the address does not name the \(side.name) schedule: schedule/HEAT,COOL")
      }
      let request = BACnetRequest(Self.weeklySchedule, of: .schedule(instance), writing: week)
      weeks.append(WrittenWeek(side: side, request: request, days: days))
      announced = nil
    }
    guard !weeks.isEmpty else { throw .notExported }
    return weeks
  }

  private static func bytes(_ line: Substring) -> [UInt8]? {
    let digits = line.compactMap(\.hexDigitValue)
    guard digits.count == line.count, digits.count.isMultiple(of: 2), digits.count < 1 << 16 else {
      return nil
    }
    return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
  }

  /// Splits a week into its seven days, with their opening and closing tags; nil if there are not seven.
  private static func days(of week: [UInt8]) -> [[UInt8]]? {
    var days: [[UInt8]] = []
    var start = 0
    while start < week.count, week[start] == 0x0E {
      var end = start + 1
      while end < week.count, week[end] != 0x0F {
        let tag = week[end]
        // An application tag: its type and its length; a boolean has its value in place of the length.
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
