import CLibrary
import Diagnostics
import JSONText

/// A conversation with `setpoint-link` about one device.
final class LinkSession {
  /// The version of what is spoken.
  private static let version = 1
  /// How many times the patience for one line a whole request may take.
  private static let patienceForAll = 10
  /// The largest program, in bytes.
  private static let largestProgram = 1 << 20

  private let link: LinkName
  private let child: ChildProcess
  private let patience: Duration
  private let progress: LinkProgress?
  /// What the device has acknowledged of the last program that was written.
  private(set) var acknowledged: [String] = []
  /// What a person has to know of the device beside its program, said once each.
  private(set) var notes: [String] = []

  /// Starts the program.
  ///
  /// - Parameters:
  ///   - link: the device.
  ///   - patience: how long a line is waited for.
  ///   - showsProgress: whether what goes on is shown on a terminal.
  /// - Throws: `Failure` where it is not there; `LinkFailure`.
  init(_ link: LinkName, patience: Duration, showsProgress: Bool) throws {
    let path = try LinkExecutable.path()
    guard let child = ChildProcess(path) else {
      throw LinkFailure(status: .notProved, sentence: "\(path) cannot be started")
    }
    self.link = link
    self.child = child
    self.patience = patience
    progress = showsProgress ? LinkProgress() : nil
    guard case .greeting(let version) = try nextAnswer(until: .now + patience) else {
      throw LinkFailure(status: .notProved, sentence: "\(path) is no setpoint-link")
    }
    guard version == Self.version else {
      throw LinkFailure(
        status: .notProved,
        sentence: "\(path) speaks version \(version), and this setpoint \(Self.version); install "
          + "both of one version")
    }
  }

  deinit { progress?.clear() }

  /// Asks what the link leads to; nothing is sent to it.
  func describe() throws(LinkFailure) -> LinkedDevice {
    guard case .described(let device) = try answer(to: "describe") else { throw Self.junk }
    return device
  }

  /// Reads what the device holds.
  func read() throws(LinkFailure) -> (device: LinkedDevice, program: String) {
    guard case .read(let device, let program) = try answer(to: "read") else { throw Self.junk }
    guard program.utf8.count <= Self.largestProgram else {
      throw LinkFailure(
        status: .notProved,
        sentence: "what it answers is larger than \(Self.largestProgram >> 20) MiB")
    }
    return (device, program)
  }

  /// Writes a program.
  func write(_ program: String) throws(LinkFailure) {
    guard case .written = try answer(to: "write", program) else { throw Self.junk }
  }

  /// Asks which requests would write a program; nothing is sent.
  func plan(_ program: String) throws(LinkFailure) -> [String] {
    guard case .planned(let requests) = try answer(to: "plan", program) else { throw Self.junk }
    return requests
  }
}

// MARK: Lines

extension LinkSession {
  private static let junk = LinkFailure(
    status: .notProved, sentence: "setpoint-link answered something else than what was asked")

  /// Sends a request and returns what closes the answer to it.
  private func answer(to request: String, _ program: String? = nil) throws(LinkFailure)
    -> LinkAnswer
  {
    var members: [JSONValue.Member] = [
      .init("do", .string(request)), .init("link", .string(link.text)),
    ]
    if let program { members.append(.init("program", .string(program))) }
    child.send(JSONValue.object(members).encoded() + [UInt8(ascii: "\n")])
    acknowledged = []
    defer { progress?.clear() }
    let end = ContinuousClock.now + patience * Self.patienceForAll
    while true {
      switch try nextAnswer(until: min(end, .now + patience)) {
      case .progress(let text): progress?.show(text, of: link.shown)
      case .note(let text):
        if notes.count < 10, !notes.contains(text) { notes.append(text) }
      case .wrote(let part):
        // One for each day and side is what there may be; more is not kept.
        if acknowledged.count < 50 { acknowledged.append(part) }
      case .failed(let reason, let message, let device):
        throw LinkFailure(
          status: Self.status(of: reason), sentence: message.isEmpty ? reason : message,
          device: device)
      case let answer: return answer
      }
    }
  }

  private func nextAnswer(until deadline: ContinuousClock.Instant) throws(LinkFailure) -> LinkAnswer
  {
    let line: [UInt8]
    do throws(ChildProcess.Trouble) {
      line = try nextLine(until: deadline)
    } catch {
      throw failure(error)
    }
    if let answer = LinkAnswer(line) { return answer }
    let shown = String(decoding: line, as: UTF8.self).quoted(limit: 80)
    throw LinkFailure(
      status: .notProved, sentence: "setpoint-link said what is none of its words: \(shown)")
  }

  /// Waits for a line; a person who watches sees each second that it takes.
  private func nextLine(until deadline: ContinuousClock.Instant) throws(ChildProcess.Trouble)
    -> [UInt8]
  {
    while let progress, .now + .seconds(1) < deadline {
      do throws(ChildProcess.Trouble) {
        return try child.nextLine(until: .now + .seconds(1))
      } catch {
        guard error == .silent else { throw error }
        progress.tick()
      }
    }
    return try child.nextLine(until: deadline)
  }

  private func failure(_ trouble: ChildProcess.Trouble) -> LinkFailure {
    let sentence: String
    switch trouble {
    case .silent: sentence = "setpoint-link had no answer in time; --timeout gives it more"
    case .tooLong: sentence = "setpoint-link sent a line of more than 4 MiB"
    case .ended:
      let outcome = child.end()
      let how =
        outcome & 0x7F == 0
        ? "with status \(outcome >> 8 & 0xFF)" : "by signal \(outcome & 0x7F)"
      let complaint = String(decoding: child.complaint, as: UTF8.self)
        .split(separator: "\n").first.map { ": \($0)" }
      sentence = "setpoint-link ended \(how)\(complaint ?? "")"
    }
    return LinkFailure(status: .notProved, sentence: sentence)
  }

  private static func status(of reason: String) -> ExitStatus {
    switch reason {
    case "unsupported", "link": .usage
    case "secret", "denied": .noPermission
    default: .notProved
    }
  }
}

/// What goes on, on a line of standard error that is wiped away; nothing where that is no terminal.
final class LinkProgress {
  private static let longest = 78
  private var width = 0
  private var sentence = ""
  private var title: String?
  private var start = ContinuousClock.now

  /// Shows a sentence, about a device where there is one, in the place of the one before.
  func show(_ sentence: String, of title: String?) {
    (self.sentence, self.title, start) = (sentence.printable, title?.printable, .now)
    write(sentence.printable)
  }

  /// Shows how long the sentence has been there.
  func tick() {
    let seconds = Int(start.duration(to: .now).components.seconds)
    if !sentence.isEmpty { write("\(sentence) (\(seconds) s)") }
  }

  /// Writes a line; where it is too long, the end of the device's name goes first.
  private func write(_ sentence: String) {
    guard Console.isTerminal(.error) else { return }
    let room = max(12, Self.longest - sentence.count - 2)
    let name = title.map { $0.count > room ? "\($0.prefix(room - 1))…: " : "\($0): " } ?? ""
    let line = String("\(name)\(sentence)".prefix(Self.longest))
    let rest = String(repeating: " ", count: max(0, width - line.count))
    Console.write("\r\(line)\(rest)", to: .error)
    width = line.count
  }

  /// Wipes the line away.
  func clear() {
    guard width > 0 else { return }
    Console.write("\r\(String(repeating: " ", count: width))\r", to: .error)
    width = 0
  }
}
