import CLibrary
import ScheduleFiles

/// A program that was started with pipes for its input, its output and its messages.
///
/// Neither waits for the other for ever: writing and reading go on together, until a deadline.
final class ChildProcess {
  /// Why there is no further line.
  enum Trouble: Error {
    /// None came in time.
    case silent
    /// The program closed its output.
    case ended
    /// A line is longer than `longestLine`.
    case tooLong
  }

  /// The most bytes of a line.
  static let longestLine = 4 << 20
  private static let longestComplaint = 2048

  private let id: pid_t
  private var input: Int32
  private var output: Int32
  private var messages: Int32
  private var unsent: ArraySlice<UInt8> = []
  private var received: [UInt8] = []
  /// How far a line end was looked for.
  private var searched = 0
  private var hasEnded = false
  /// The beginning of what the program wrote to its standard error.
  private(set) var complaint: [UInt8] = []

  /// Starts the program at `path`; nil where that cannot be.
  init?(_ path: String) {
    var ends: [Int32] = []
    guard let id = RunningChildren.start({ Self.start(path, &ends) }) else { return nil }
    self.id = id
    (input, output, messages) = (ends[0], ends[1], ends[2])
  }

  deinit { end() }

  /// Adds to what is written to the program while lines of it are waited for.
  func send(_ bytes: [UInt8]) { unsent = ArraySlice(Array(unsent) + bytes) }

  /// Returns the next line without its end.
  ///
  /// - Throws: `Trouble`.
  func nextLine(until deadline: ContinuousClock.Instant) throws(Trouble) -> [UInt8] {
    while true {
      if let end = received[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        let line = Array(received[..<end])
        received.removeSubrange(...end)
        searched = 0
        guard line.count <= Self.longestLine else { throw .tooLong }
        return line
      }
      searched = received.count
      guard searched <= Self.longestLine else { throw .tooLong }
      try exchange(until: deadline)
    }
  }

  /// Closes the pipes and sees to it that the program ends; returns how it did, as waitpid(2) says it.
  @discardableResult
  func end() -> Int32 {
    guard !hasEnded else { return 0 }
    hasEnded = true
    close(input)
    close(output)
    let outcome = RunningChildren.end(id)
    complain()
    close(messages)
    return outcome
  }
}

// MARK: Pipes

extension ChildProcess {
  /// Waits until something can be read or written, and does so.
  private func exchange(until deadline: ContinuousClock.Instant) throws(Trouble) {
    let left = ContinuousClock.now.duration(to: deadline)
    guard left > .zero else { throw .silent }
    var watched = [
      pollfd(fd: output, events: Int16(POLLIN), revents: 0),
      pollfd(fd: messages, events: Int16(POLLIN), revents: 0),
      pollfd(fd: unsent.isEmpty ? -1 : input, events: Int16(POLLOUT), revents: 0),
    ]
    let milliseconds = Int32(clamping: Int((left / .milliseconds(1)).rounded(.up)))
    guard poll(&watched, nfds_t(watched.count), milliseconds) > 0 else { return }
    if watched[2].revents != 0 { sendSome() }
    if watched[1].revents != 0 { complain() }
    if watched[0].revents != 0 {
      guard let more = Self.bytes(from: output) else { return }
      guard !more.isEmpty else {
        complain()
        throw .ended
      }
      received += more
    }
  }

  /// Writes as much as the pipe takes. A program that reads no more is told of by its output, not by
  /// SIGPIPE.
  private func sendSome() {
    let (count, failure) = withoutBrokenPipeSignal {
      (unsent.withUnsafeBytes { write(input, $0.baseAddress, $0.count) }, errno)
    }
    if count > 0 { unsent = unsent.dropFirst(count) }
    if count < 0, failure == EPIPE { unsent = [] }
  }

  /// Takes in what the program wrote to its standard error.
  private func complain() {
    guard messages >= 0 else { return }
    while let more = Self.bytes(from: messages) {
      if more.isEmpty {
        close(messages)
        messages = -1
        return
      }
      complaint += more.prefix(Self.longestComplaint - complaint.count)
    }
  }

  /// What is there to be read; nothing at the end, nil where nothing is there yet.
  private static func bytes(from descriptor: Int32) -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    let count = read(descriptor, &buffer, buffer.count)
    if count < 0 { return errno == EAGAIN || errno == EINTR ? nil : [] }
    return Array(buffer[..<count])
  }
}

// MARK: Starting

extension ChildProcess {
  /// Starts the program; `ends` gets this side of its standard input, output and error.
  private static func start(_ path: String, _ ends: inout [Int32]) -> pid_t? {
    var (mine, its): ([Int32], [Int32]) = ([], [])
    defer { its.forEach { close($0) } }
    for number in 0..<3 {
      var pair: [Int32] = [-1, -1]
      let isMade = pipe(&pair) == 0
      if isMade {
        mine.append(number == 0 ? pair[1] : pair[0])
        its.append(number == 0 ? pair[0] : pair[1])
      }
      // A pipe that a read waits at would make no deadline heeded.
      guard isMade, pair.allSatisfy({ fcntl($0, F_SETFD, FD_CLOEXEC) == 0 }),
        fcntl(mine[number], F_SETFL, O_NONBLOCK) == 0
      else {
        mine.forEach { close($0) }
        return nil
      }
    }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (number, end) in its.enumerated() {
      posix_spawn_file_actions_adddup2(&actions, end, Int32(number))
    }
    let name = path.withFileName { strdup($0) }
    defer { free(name) }
    var id: pid_t = 0
    let words: [UnsafeMutablePointer<CChar>?] = [name, nil]
    // nohup(1) and the like go on to hold for what is started.
    let isStarted = withUsualSignals([SIGPIPE, SIGXFSZ]) { attributes in
      name.map { posix_spawn(&id, $0, &actions, attributes, words, environ) } == 0
    }
    guard isStarted else {
      mine.forEach { close($0) }
      return nil
    }
    ends = mine
    return id
  }
}
