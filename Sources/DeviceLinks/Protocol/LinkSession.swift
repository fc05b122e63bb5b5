import CLibrary
import Diagnostics
package import JSONText

/// Answers requests, one line each.
package struct LinkSession {
  private let waits: Waits
  private let environment: (String) -> String?
  private let tell: (JSONValue) -> Void

  /// The first line, which says what this is.
  package static let greeting: JSONValue = .object([
    "setpoint-link": .integer(1), "links": .array(LinkedDevices.schemes.map { .string($0) }),
  ])

  /// Begins a session; `environment` gives a variable by its name, and `tell` is given each answer.
  package init(
    _ waits: Waits = Waits(),
    environment: @escaping (String) -> String? = { getenv($0).map { String(cString: $0) } },
    tell: @escaping (JSONValue) -> Void
  ) {
    self.waits = waits
    self.environment = environment
    self.tell = tell
  }

  /// Carries out a request, and says how it ended.
  package func answer(_ line: [UInt8]) {
    let conversation = Conversation(waits, environment: environment, tell: tell)
    var isWrite = false
    do throws(LinkFailure) {
      let request = try LinkRequest(line)
      isWrite = request.action == .write
      tell(try Self.answer(request, conversation))
    } catch {
      tell(Self.failed(error, isWrite ? conversation.state : nil, conversation))
    }
  }

  /// The line for a request that is too long to be read.
  package static let tooLong: JSONValue = failed(
    LinkFailure(.unsupported, "the request is larger than \(JSONLimits.sizeText)"), nil, nil)

  private static func answer(
    _ request: LinkRequest, _ conversation: Conversation
  ) throws(LinkFailure) -> JSONValue {
    let device = try LinkedDevices.device(of: request.link)
    switch request.action {
    case .describe: return .object(["described": .object(device.description.members)])
    case .plan:
      let requests = try device.plan(request.program).map { JSONValue.string($0) }
      return .object(["planned": .object(["requests": .array(requests)])])
    case .read:
      let read = try device.read(conversation)
      var description = device.description
      description.device = read.device ?? description.device
      description.unit = read.unit ?? description.unit
      let members = description.members.filter { $0.key != "name" }
      return .object(["read": .object(members + [.init("program", .string(read.program))])])
    case .write:
      try device.write(request.program, conversation)
      return .object(["written": .object([JSONValue.Member]())])
    }
  }

  private static func failed(
    _ failure: LinkFailure, _ state: DeviceState?, _ conversation: Conversation?
  ) -> JSONValue {
    var members: [JSONValue.Member] = [
      .init("reason", .string(failure.reason.rawValue)),
      .init("message", .string(conversation?.hidden(failure.message) ?? failure.message)),
    ]
    if let state { members.append(.init("device", .string(state.rawValue))) }
    return .object(["failed": .object(members)])
  }
}
