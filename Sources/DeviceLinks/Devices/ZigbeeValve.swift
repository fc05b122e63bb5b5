import DeviceFormats
import Diagnostics
import JSONText
import LinkProtocol
import ScheduleModel

/// A device connected by zigbee2mqtt: `mqtt://HOST[:PORT]/BASE/NAME?kind=ID`, `mqtts://` over TLS.
///
/// A message to `BASE/NAME/set` is not answered; errors of the bridge appear on `BASE/bridge/logging`. Devices with a
/// member `weekly_schedule` report their days on request. For the others, the bridge only repeats what was requested
/// (zigbee-herdsman-converters, devices/sonoff.ts, lib/tuya.ts), which proves nothing.
struct ZigbeeValve: DeviceLink {
  private let address: DeviceAddress
  private let conversation: Conversation
  private let base: String
  private let device: String
  private let spelling: ZigbeeSpelling
  private let request: String
  private let isReporting: Bool

  init(_ address: DeviceAddress, _ conversation: Conversation) throws(LinkFailure) {
    let names = address.path
    let profile = address.kind.flatMap { DeviceFormats.device(named: $0)?.profile }
    guard let spelling = profile?.zigbee, let request = spelling.request, names.count >= 2,
      !names.contains(""), !names.contains(where: { $0.contains { "+#".contains($0) } }),
      names.joined(separator: "/").utf8.count <= 1024
    else {
      throw LinkFailure(
        .link,
        "an address of zigbee2mqtt is \(address.scheme.rawValue)://HOST[:PORT]/BASE/NAME?kind=KIND")
    }
    if ["set", "get"].contains(names[names.count - 1]), names.count > 2 {
      let own = address.shown.dropLast(4)
      throw LinkFailure(.link, "write the topic of the device without its last part: \(own)")
    }
    (self.address, self.conversation) = (address, conversation)
    (self.spelling, self.request) = (spelling, request)
    base = names[0]
    device = names.dropFirst().joined(separator: "/")
    isReporting = address.device.isVerifiable
  }

  private var topic: String { "\(base)/\(device)" }
  private var logging: String { "\(base)/bridge/logging" }
  private var availability: String { "\(topic)/availability" }

  /// Connects and subscribes to the device's topics; throws if the bridge reports the device as unavailable.
  private func connect() throws(LinkFailure) -> MQTTConnection {
    let wire = try MQTTConnection(address, conversation)
    // Subscribe to the state last: retained messages of the others have then arrived.
    try wire.subscribe([availability, logging, topic])
    return wire
  }

  // MARK: Reading

  func read() throws(LinkFailure) -> ReadProgram {
    let wire = try connect()
    conversation.progress("asking \(device) for its program")
    try wire.publish(Array("{\"\(request)\":\"\"}".utf8), to: "\(topic)/get")
    let patience = conversation.waits.answer.words
    conversation.progress(
      isReporting
        ? "waiting up to \(patience) for \(device) to report its days; a battery device may be asleep"
        : "waiting up to \(patience) for the bridge to report the program of \(device)")
    var week = ZigbeeWeek(in: spelling, isReporting: isReporting)
    var deadline = Deadline(after: conversation.waits.answer)
    var hasState = false
    while !week.isWhole, !deadline.hasPassed {
      let isState = try take(try wire.messages(by: deadline), into: &week)
      // The bridge publishes the whole state at once; missing members will not follow.
      guard isState, !hasState else { continue }
      hasState = true
      if !isReporting {
        deadline = Deadline(after: min(conversation.waits.complaint, deadline.rest))
      }
    }
    guard week.isWhole else {
      let missing = week.isEmpty ? "" : "; missing: \(week.missing.listed("and"))"
      throw LinkFailure(
        .timeout,
        !hasState
          ? "no answer from \(topic) within \(patience); check the name, and that the device is awake"
          : isReporting
            ? "\(device) did not report its program within \(patience)\(missing)"
            : "the bridge has no program for \(device): none was set through it\(missing)")
    }
    // The bridge repeats the last known days with every message, perhaps before the device answers: later values win.
    let settled = Deadline(after: conversation.waits.complaint)
    while isReporting, !settled.hasPassed {
      try take(try wire.messages(by: settled), into: &week)
    }
    return ReadProgram(program: week.text)
  }

  /// Collects the days in messages; returns whether one of them is a current state of the device.
  @discardableResult
  private func take(
    _ messages: [MQTTConnection.Message], into week: inout ZigbeeWeek
  ) throws(LinkFailure) -> Bool {
    try judge(messages)
    var isState = false
    for message in messages {
      // A retained message is not an answer of the device.
      guard message.topic == topic, !(message.isRetained && isReporting) else { continue }
      guard let state = JSONNode.root(of: message.payload) else {
        throw .notJSON("a message for \(device)")
      }
      try week.take(state)
      isState = isState || !message.isRetained
    }
    return isState
  }

  /// Throws if the bridge reports the device as unavailable or a failed request.
  private func judge(_ messages: [MQTTConnection.Message]) throws(LinkFailure) {
    for message in messages where [availability, logging].contains(message.topic) {
      let node = JSONNode.root(of: message.payload)
      if message.topic == availability {
        let state = node?["state"]?.string ?? String(decoding: message.payload, as: UTF8.self)
        guard state != "offline" else {
          throw LinkFailure(.unreachable, "the bridge reports that \(device) is offline")
        }
      } else if !message.isRetained, node?["level"]?.string == "error",
        let words = node?["message"]?.string, words.contains("'\(device)'")
      {
        throw LinkFailure(.refused, "the bridge reports: \(conversation.quoted(words))")
      }
    }
  }

  // MARK: Writing

  func write(_ program: String) throws(LinkFailure) {
    let messages = try messages(of: program)
    let wire = try connect()
    // The availability has arrived before the last topic was granted.
    try judge(try wire.messages(by: Deadline(after: .zero)))
    for (index, message) in messages.enumerated() {
      conversation.progress("publishing message \(index + 1) of \(messages.count)")
      try conversation.sends()
      try wire.publish(message.encoded(), to: "\(topic)/set")
      try judge(try wire.messages(by: Deadline(after: .zero)))
    }
    conversation.progress("checking whether the bridge reports an error")
    let deadline = Deadline(after: conversation.waits.complaint)
    while !deadline.hasPassed {
      try judge(try wire.messages(by: deadline))
    }
  }

  func plan(_ program: String) throws(LinkFailure) -> [String] {
    try messages(of: program).map {
      "PUBLISH \(topic)/set to \(address.authorityWithPort)\n\($0.text())"
    }
  }

  /// Parses the messages of a text, one JSON object per line.
  private func messages(of text: String) throws(LinkFailure) -> [JSONValue] {
    let lines = text.split(whereSeparator: \.isNewline)
    let messages = lines.compactMap { JSONNode.root(of: Array($0.utf8)) }
    guard !messages.isEmpty, messages.count == lines.count,
      messages.allSatisfy({ node in
        node.kind == .object && node.members.allSatisfy { ZigbeeWeek.isAboutSchedule($0.key) }
      })
    else { throw .notExported }
    return messages.map { JSONValue($0) }
  }
}

/// Collects the days that a device connected by zigbee2mqtt reports, as messages that set them.
struct ZigbeeWeek {
  private let spelling: ZigbeeSpelling
  private let isReporting: Bool
  private var days: [Weekday: JSONValue] = [:]
  /// The members of a device with one text for workdays and one for days off.
  private var workdays: [String: JSONValue] = [:]

  /// Starts without days, for a device that reports its days or does not.
  init(in spelling: ZigbeeSpelling, isReporting: Bool) {
    (self.spelling, self.isReporting) = (spelling, isReporting)
  }

  private static let workdayTexts = ["workdays_schedule", "holidays_schedule"]

  /// Whether a member of a state is part of the week.
  static func isAboutSchedule(_ key: String) -> Bool {
    ["weekly_schedule", "week", "schedule", "working_day"].contains(key)
      || workdayTexts.contains(key)
      || Weekday(zigbeeMember: key) != nil && key.contains("_")
  }

  var missing: [String] {
    spelling == .workdays
      ? (["week"] + Self.workdayTexts).filter { workdays[$0] == nil }
      : Weekday.allCases.filter { days[$0] == nil }.map(\.title)
  }
  var isWhole: Bool { missing.isEmpty }
  var isEmpty: Bool { days.isEmpty && workdays.isEmpty }

  /// A message for each day in the order of the week, or for each text.
  var text: String {
    let texts = Self.workdayTexts.compactMap { name -> JSONValue? in
      guard let week = workdays["week"], let text = workdays[name] else { return nil }
      return .object([.init("week", week), .init(name, text)])
    }
    let messages = spelling == .workdays ? texts : Weekday.allCases.compactMap { days[$0] }
    return messages.map { $0.text() + "\n" }.joined()
  }

  /// Collects the days of a state; later values of a day win.
  mutating func take(_ state: JSONNode) throws(LinkFailure) {
    for (key, value) in state.members where value.kind != .null {
      if spelling == .workdays {
        if key == "week" || Self.workdayTexts.contains(key) { workdays[key] = JSONValue(value) }
      } else if let day = Weekday(zigbeeMember: key) {
        days[day] =
          spelling == .endTimes
          ? ["schedule": ["week_day": .string(day.name), "schedule": JSONValue(value)]]
          : .object([.init(key, JSONValue(value))])
      } else if key == "weekly_schedule" {
        try take(weekly: value)
      }
    }
  }

  private mutating func take(weekly: JSONNode) throws(LinkFailure) {
    guard weekly.kind == .object else { throw Self.unknown }
    if !isReporting {
      // The older format of a TRVZB: a text for each day.
      for (key, value) in weekly.members {
        guard let day = Weekday(exactly: key) else { continue }
        days[day] = .object([.init("weekly_schedule", .object([.init(key, JSONValue(value))]))])
      }
      return
    }
    guard let names = weekly["days"] ?? weekly["dayofweek"], names.kind == .array,
      let transitions = weekly["transitions"], transitions.kind == .array
    else { throw Self.unknown }
    let points = try transitions.elements.map { point throws(LinkFailure) in try Self.point(point) }
    for name in names.elements {
      guard let text = name.string ?? name["day"]?.string else { throw Self.unknown }
      // A program for holidays is not a part of the week.
      guard let day = Weekday(exactly: text) else { continue }
      days[day] = .object([
        .init(
          "weekly_schedule",
          ["dayofweek": .array([.string(day.name)]), "transitions": .array(points)])
      ])
    }
  }

  /// Converts a transition from the format of reports to that of requests.
  private static func point(_ node: JSONNode) throws(LinkFailure) -> JSONValue {
    guard node.kind == .object else { throw unknown }
    return .object(
      node.members.map { key, value in
        switch key {
        case "time", "transitionTime":
          let time = value.integer.flatMap(TimeOfDay.init(minutes:))
          return .init("transitionTime", time.map { .string("\($0)") } ?? JSONValue(value))
        case "heating_setpoint": return .init("heatSetpoint", JSONValue(value))
        case "cooling_setpoint": return .init("coolSetpoint", JSONValue(value))
        default: return .init(key, JSONValue(value))
        }
      })
  }

  private static let unknown = LinkFailure(
    .malformed, "the bridge reports a weekly_schedule in an unknown form")
}
