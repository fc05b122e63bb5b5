import DeviceFormats
import JSONText
import LinkProtocol
import ScheduleModel

/// A Radio Thermostat CT30, CT50 or CT80.
///
/// It is slow and single-threaded, so requests are sequential. A value of `-1` means that it is busy (RTCOA Wi-Fi API
/// 1.3, section 2.7.3). It rejects a request with a member `error` or `error_msg` and a status of success, and accepts
/// it with `{"success":0}` or, with the oldest firmware, the text `Tstat Command Processed`.
struct RadioThermostat: DeviceLink {
  private let http: HTTPExchange
  /// The programs that the address names: both, or the one in its path.
  private let sides: [Side]

  init(_ address: DeviceAddress, _ conversation: Conversation) {
    http = HTTPExchange(address: address, conversation: conversation)
    sides = address.onlySide.map { [$0] } ?? Side.allCases
  }

  private var authority: String { http.address.authority }
  private var conversation: Conversation { http.conversation }

  func read() throws(LinkFailure) -> ReadProgram {
    conversation.progress("asking for the model")
    let model = try detail("model")?.string
    var programs: [JSONValue.Member] = []
    var most = 0
    for side in sides {
      conversation.progress("asking for the \(side.name) program")
      let what = "the \(side.name) program"
      let answer = try answer(Self.path(side), as: what)
      guard let program = answer.node else { throw .notJSON("\(what) from \(authority)") }
      most = max(most, try pairs(of: program, what))
      programs.append(.init(side.name, JSONValue(program)))
    }
    conversation.progress("checking for a hold")
    if let hold = try detail("hold"),
      hold.boolean ?? ((hold.number ?? hold.string.flatMap(Double.init) ?? 0) != 0)
    {
      conversation.note(
        "the thermostat is on hold; its program does not run until the hold ends")
    }
    let isCT80 = model?.uppercased().contains("CT80") ?? (most == 7)
    return ReadProgram(
      program: JSONValue.object(programs).text() + "\n", kind: isCT80 ? "ct80" : "radiotherm")
  }

  /// Reads a member of the thermostat's state; nil if the thermostat does not support it.
  private func detail(_ name: String) throws(LinkFailure) -> JSONNode? {
    do throws(LinkFailure) {
      return try answer("/tstat/\(name)", as: "its \(name)").node?[name]
    } catch  where error.reason == .refused {
      return nil
    }
  }

  /// Returns the most pairs of minutes and temperature in a day of a program with seven days.
  private func pairs(of program: JSONNode, _ what: String) throws(LinkFailure) -> Int {
    var most = 0
    for day in Weekday.allCases {
      guard let values = program["\(day.rawValue)"] else {
        throw malformed(what, "lacks \(day.title)")
      }
      let numbers = values.elements.compactMap(\.number)
      guard !numbers.isEmpty, numbers.count == values.count, numbers.count.isMultiple(of: 2) else {
        throw malformed(what, "has no pairs of numbers on \(day.title)")
      }
      most = max(most, numbers.count / 2)
    }
    return most
  }

  private func malformed(_ what: String, _ fault: String) -> LinkFailure {
    LinkFailure(.malformed, "\(what) from \(authority) \(fault)")
  }

  func write(_ program: String) throws(LinkFailure) {
    for (side, days) in try programs(program) {
      conversation.progress("writing the \(side.name) program")
      do throws(LinkFailure) {
        try post(Self.path(side), days, as: "the \(side.name) program")
      } catch  where error.reason == .refused {
        conversation.progress("\(error.message); writing it day by day")
        for (member, day) in zip(days, Weekday.allCases) {
          conversation.progress("writing the \(side.name) program of \(day.title)")
          try post(
            "\(Self.path(side))/\(day.name.prefix(3))", [member],
            as: "the \(side.name) program of \(day.title)")
        }
      }
    }
  }

  private func post(
    _ path: String, _ days: [JSONValue.Member], as what: String
  ) throws(LinkFailure) {
    let answer = try answer(path, sending: JSONValue.object(days).encoded(), as: what)
    guard let node = answer.node else {
      if String(decoding: answer.body, as: UTF8.self).contains("Tstat Command Processed") { return }
      throw .notJSON("the answer of \(authority) to \(what)")
    }
    guard node["success"]?.integer == 0 else {
      throw LinkFailure(.malformed, "the answer of \(authority) to \(what) does not confirm it")
    }
  }

  func plan(_ program: String) throws(LinkFailure) -> [String] {
    try programs(program).map { side, days in
      "POST http://\(authority)\(Self.path(side))\n\(JSONValue.object(days).text())"
    }
  }

  /// Parses the programs of a text, heat first, each with its seven days in order.
  ///
  /// A single program may be the whole text, as `setpoint export` writes it.
  private func programs(_ text: String) throws(LinkFailure) -> [(Side, [JSONValue.Member])] {
    let root = JSONNode.root(of: Array(text.utf8))
    let isWhole = sides.count == 1 && root?["0"] != nil
    guard let root, isWhole || Set(root.members.map(\.key)) == Set(sides.map(\.name)) else {
      throw .notExported
    }
    return try sides.map { side throws(LinkFailure) in
      let program = isWhole ? root : root[side.name]
      let days = Weekday.allCases.compactMap { day in
        program?["\(day.rawValue)"].map {
          JSONValue.Member("\(day.rawValue)", JSONValue($0))
        }
      }
      guard days.count == 7 else { throw .notExported }
      return (side, days)
    }
  }

  private static func path(_ side: Side) -> String { "/tstat/program/\(side.name)" }

  /// Returns an answer that is neither busy nor a rejection; its node is nil if it is not JSON.
  private func answer(
    _ path: String, sending body: [UInt8]? = nil, as what: String
  ) throws(LinkFailure) -> (body: [UInt8], node: JSONNode?) {
    if body != nil { conversation.pause(times: 1) }
    return try conversation.untilReady { () throws(LinkFailure) in
      if body != nil { try conversation.sends() }
      let answer = try http.answer(path, sending: body)
      let tree = try? JSONTree(parsing: answer.body.withoutByteOrderMark)
      if tree?.hasDuplicateKeys == true { throw .notJSON("the answer of \(authority) to \(what)") }
      let node = tree?.root
      if answer.status == 503 || node.map(Self.isBusy) == true {
        throw LinkFailure(.busy, "\(authority) is busy and does not answer the request for \(what)")
      }
      let reason = ["error", "error_msg"].lazy.compactMap { node?[$0] }.first
      if reason == nil, answer.status == 200 { return (answer.body, node) }
      let words =
        reason.map { $0.string.map { conversation.quoted($0, limit: 200) } ?? $0.words }
        ?? "HTTP status \(answer.status)"
      let advice = answer.status == 401 ? "; ~/.netrc can have its user and password" : ""
      throw LinkFailure(
        [401, 403].contains(answer.status) ? .denied : .refused,
        "\(authority) refuses the request for \(what): \(words)\(advice)")
    }
  }

  private static func isBusy(_ node: JSONNode) -> Bool {
    node.integer == -1 || node.children.contains(where: isBusy)
  }
}
