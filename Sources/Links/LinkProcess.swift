import CLibrary
import Diagnostics
package import LinkProtocol
package import Reporting
import ScheduleFiles
import Synchronization

/// A process of `setpoint-link`, which handles one request, prints one answer and ends.
///
/// It ends with this program, when the pipe for the answer closes.
package struct LinkProcess {
  /// Pipes are created and inherited by one process at a time.
  private static let starting = Mutex(())

  private let id: pid_t
  private let input: Int32
  private let output: Int32
  private let messages: Int32

  /// The timeout of a whole request, as a multiple of that of the device's answer.
  private static let patienceForAll = 20
  /// How long setpoint-link may be silent besides the wait for an answer; it waits 3 s for complaints of a bridge.
  private static let silence = Duration.seconds(5)
  private static let longestComplaint = 2048

  private var unsent: ArraySlice<UInt8>
  private var received: [UInt8] = []
  /// The last messages.
  private var complaint: [UInt8] = []
  private var (isInputOpen, areMessagesOpen) = (true, true)
  private let pause: Duration
  private let lastDeadline: ContinuousClock.Instant
  private var deadline: ContinuousClock.Instant

  /// Sends a request and returns the answer, which is not a failure. `program` is the device's text for `write` and
  /// `plan`; a write replaces the program `old`. `patience` is the wait for one answer, in whole seconds. The process
  /// inherits `lock` and holds it.
  static func answer(
    to action: LinkAction, _ address: DeviceAddress, program: String = "",
    replacing old: String? = nil, patience: Duration, progress: Progress?,
    holding lock: DocumentLock? = nil
  ) throws(LinkFailure) -> LinkAnswer {
    let path = try Self.path()
    let words =
      [path, action.rawValue, address.text, "\(patience.components.seconds)"]
      + (old.map { [$0.utf8.digest] } ?? [])
    let started = starting.withLock { _ in
      LinkProcess(words, inheriting: lock?.descriptor, sending: Array(program.utf8), patience)
    }
    guard var process = started else {
      throw LinkFailure(.unreachable, "\(path) cannot be started")
    }
    defer { progress?.clear() }
    let problem = process.run(progress, of: address.shown)
    let outcome = process.end()
    while process.areMessagesOpen, let more = bytes(from: process.messages), !more.isEmpty {
      process.complaint += more
    }
    close(process.messages)
    switch problem == nil ? LinkAnswer(process.received) : nil {
    case .failed(let failure): throw failure
    case let answer?: return answer
    case nil:
      // The device may have been written to.
      var failure = LinkFailure(.malformed, problem ?? process.description(of: outcome))
      failure.isSent = true
      throw failure
    }
  }

  package static func readProgram(
    of address: DeviceAddress, patience: Duration, progress: Progress?
  ) throws(LinkFailure) -> (device: LinkedDevice, read: ReadProgram) {
    let answer: LinkAnswer
    do throws(LinkFailure) {
      answer = try Self.answer(to: .read, address, patience: patience, progress: progress)
    } catch  where error.reason == .refused {
      // Nothing is known about the program of a device that does not report it.
      throw LinkFailure(.malformed, error.message)
    }
    guard case .read(let read) = answer, read.program.utf8.count <= 1 << 20 else {
      throw LinkFailure(.malformed, "setpoint-link did not answer with a program")
    }
    var device = address.device
    device.kind = address.kind ?? read.kind ?? device.kind
    device.unit = read.unit ?? device.unit
    return (device, read)
  }

  /// Describes the process, which ended without an answer.
  private func description(of outcome: Int32) -> String {
    if !received.isEmpty {
      let shown = String(decoding: received.prefix(400), as: UTF8.self).quoted(limit: 80)
      return "setpoint-link is another version, or another program; it answered \(shown)"
    }
    // Before a signal, the last line is a stack frame.
    guard outcome & 0x7F == 0 else { return "setpoint-link ended by signal \(outcome & 0x7F)" }
    let complaint = lastLine(isWhole: false).map { ": \($0.printable)" } ?? ""
    return "setpoint-link ended with status \(outcome >> 8 & 0xFF)\(complaint)"
  }

  /// The last message that is not empty, including its line end if required.
  private func lastLine(isWhole: Bool) -> String? {
    let newline = UInt8(ascii: "\n")
    let end = isWhole ? complaint.lastIndex(of: newline) ?? 0 : complaint.count
    return complaint[..<end].split(separator: newline).last.map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  /// Reads available bytes; empty at the end, nil if there are none yet.
  private static func bytes(from descriptor: Int32) -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    let count = read(descriptor, &buffer, buffer.count)
    if count < 0 { return errno == EAGAIN || errno == EINTR ? nil : [] }
    return Array(buffer[..<count])
  }

  /// Waits for the process to end, then terminates it, then kills it; returns its status for waitpid(2).
  private func end() -> Int32 {
    var status: Int32 = 0
    for (signal, patience) in [(Int32?.none, 1000), (SIGTERM, 1000), (SIGKILL, 10_000)] {
      if let signal { kill(id, signal) }
      for _ in 0..<(patience / 10) {
        if waitpid(id, &status, WNOHANG) != 0 { return status }
        usleep(10_000)
      }
    }
    return SIGKILL
  }

  // MARK: The exchange

  /// Sends the request and receives the answer; returns what went wrong. Shows its messages as the progress of the
  /// device `title`, and the seconds since the last one.
  private mutating func run(_ progress: Progress?, of title: String) -> String? {
    defer {
      closeInput()
      close(output)
    }
    while true {
      if unsent.isEmpty { closeInput() }
      let left = ContinuousClock.now.duration(to: deadline)
      guard left > .zero else {
        return "setpoint-link did not answer in time; increase --timeout"
      }
      var watched = [
        pollfd(fd: output, events: Int16(POLLIN), revents: 0),
        pollfd(fd: areMessagesOpen ? messages : -1, events: Int16(POLLIN), revents: 0),
        pollfd(fd: isInputOpen ? input : -1, events: Int16(POLLOUT), revents: 0),
      ]
      let milliseconds = (min(left, .seconds(1)) / .milliseconds(1)).rounded(.up)
      guard poll(&watched, nfds_t(watched.count), Int32(milliseconds)) > 0 else {
        progress?.tick()
        continue
      }
      if watched[2].revents != 0 { send() }
      if watched[1].revents != 0, let message = receiveMessages() {
        progress?.show(message, of: title)
      }
      if watched[0].revents != 0, let more = Self.bytes(from: output) {
        received += more
        deadline = min(lastDeadline, .now + pause)
        if more.isEmpty { return nil }
        if received.count > LinkAnswer.largest {
          return "setpoint-link answered more than \(LinkAnswer.largest >> 20) MiB"
        }
      }
    }
  }

  private mutating func closeInput() {
    if isInputOpen { close(input) }
    isInputOpen = false
  }

  private mutating func send() {
    let (count, failure) = withoutBrokenPipeSignal {
      (unsent.withUnsafeBytes { write(input, $0.baseAddress, $0.count) }, errno)
    }
    unsent = count < 0 && failure == EPIPE ? [] : unsent.dropFirst(max(0, count))
  }

  /// Receives messages; returns the last one if it is complete.
  private mutating func receiveMessages() -> String? {
    guard let more = Self.bytes(from: messages) else { return nil }
    areMessagesOpen = !more.isEmpty
    complaint += more
    defer { complaint = Array(complaint.suffix(Self.longestComplaint)) }
    guard let last = lastLine(isWhole: true) else { return nil }
    deadline = min(lastDeadline, .now + pause)
    return last
  }

  // MARK: Starting

  /// Starts a program with pipes and `inherited` as descriptor 3; nil if that fails.
  private init?(
    _ words: [String], inheriting inherited: Int32?, sending program: [UInt8], _ patience: Duration
  ) {
    var (mine, its): ([Int32], [Int32]) = ([], [])
    defer { its.forEach { close($0) } }
    for number in 0..<3 {
      guard let (readEnd, writeEnd) = openPipe() else {
        mine.forEach { close($0) }
        return nil
      }
      mine.append(number == 0 ? writeEnd : readEnd)
      its.append(number == 0 ? readEnd : writeEnd)
      // A blocking read would ignore the deadline.
      _ = fcntl(mine[number], F_SETFL, O_NONBLOCK)
    }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (number, end) in its.enumerated() {
      posix_spawn_file_actions_adddup2(&actions, end, Int32(number))
    }
    // Duplicating a descriptor to its own number makes the child inherit it (POSIX.1-2024, posix_spawn).
    if let inherited { posix_spawn_file_actions_adddup2(&actions, inherited, 3) }
    // The child must not inherit this process's handling of signals, but keeps the effect of nohup(1).
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var (none, usual) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    sigemptyset(&usual)
    for signal in [SIGPIPE, SIGXFSZ] { sigaddset(&usual, signal) }
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &usual)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    let names: [UnsafeMutablePointer<CChar>?] =
      words.map { $0.withFileName { strdup($0) } } + [nil]
    defer { names.forEach { free($0) } }
    var id: pid_t = 0
    guard names[0].map({ posix_spawn(&id, $0, &actions, &attributes, names, environ) }) == 0 else {
      mine.forEach { close($0) }
      return nil
    }
    (self.id, input, output, messages) = (id, mine[0], mine[1], mine[2])
    unsent = program[...]
    pause = patience + max(patience, Self.silence)
    lastDeadline = .now + patience * Self.patienceForAll
    deadline = min(lastDeadline, .now + pause)
  }

  // MARK: The program

  private static let program = "setpoint-link"

  /// Finds the program: the one named by `SETPOINT_LINK`, or else one beside this program, in its
  /// `../libexec/setpoint`, or on the search path.
  private static func path() throws(LinkFailure) -> String {
    if let named = Environment["SETPOINT_LINK"] {
      guard isExecutable(named) else {
        throw LinkFailure(.unreachable, "\(named), which SETPOINT_LINK names, is not a program")
      }
      return named
    }
    var folders = (Environment["PATH"] ?? "").split(separator: ":").map(String.init)
    if let own = ownFolder { folders = [own, "\(own)/../libexec/setpoint"] + folders }
    for folder in folders where FilePath.isFromRoot(folder) {
      let path = "\(folder)/\(program)"
      if isExecutable(path) { return path }
    }
    throw LinkFailure(
      .unreachable,
      "cannot find \(program), which talks to devices; install it beside setpoint (make install or the "
        + "Debian package does)")
  }

  private static var ownFolder: String? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    #if os(Linux)
      let count = readlink("/proc/self/exe", &buffer, buffer.count)
    #else
      let count = Int(proc_pidpath(getpid(), &buffer, UInt32(buffer.count)))
    #endif
    guard count > 0 else { return nil }
    return FilePath.split(String(fileName: buffer[..<count].map(UInt8.init(bitPattern:)))).folder
  }

  private static func isExecutable(_ path: String) -> Bool {
    FileReading.isFile(at: path) && path.withFileName { access($0, X_OK) } == 0
  }
}
