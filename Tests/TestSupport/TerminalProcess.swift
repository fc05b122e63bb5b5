package import CLibrary

/// A program that runs on a pseudo-terminal, in a session of its own; killed when nobody holds it.
package final class TerminalProcess {
  /// How a program ended, and its resource usage.
  package struct Outcome: Hashable, Sendable {
    /// The two ways to end.
    package enum End: Hashable, Sendable {
      /// By exit, with this status.
      case exited(Int32)
      /// By this signal.
      case killed(signal: Int32)
    }

    /// How it ended.
    package let end: End
    /// The largest resident set, in KiB.
    package let peakMemory: Int
    /// Processor time in user and system mode, in microseconds.
    package let processorTime: Int
    /// The number of voluntary sleeps; an idle program adds none.
    package let voluntarySwitches: Int
  }

  /// The environment of a plain terminal: nothing of the tests' own gets through.
  ///
  /// Without the Swift run-time's crash reports, whose signal stack would hide that ours is missing.
  package static let plainEnvironment = [
    "TERM": "xterm-256color", "LANG": "C.UTF-8", "PATH": "/usr/bin:/bin",
    "SWIFT_BACKTRACE": "enable=no",
  ]

  /// The process, also the leader of its session and process group.
  package let id: pid_t
  private var outcome: Outcome?

  /// Starts the program at `path` in `folder`, with `terminal` as its input, output, error output and
  /// controlling terminal.
  /// - Throws: `SystemCallError` when it cannot be started.
  package init(
    _ path: String, _ arguments: [String] = [],
    environment: [String: String] = TerminalProcess.plainEnvironment, in folder: String? = nil,
    on terminal: PseudoTerminal
  ) throws(SystemCallError) {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // The first terminal that a session leader opens becomes its controlling terminal.
    posix_spawn_file_actions_addopen(&actions, 0, terminal.path, O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, 0, 1)
    posix_spawn_file_actions_adddup2(&actions, 0, 2)
    var process: pid_t = 0
    let variables = environment.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    // The shell becomes the program: the process stays the same.
    let goes = folder.map { ["/bin/sh", "-c", "cd \"$0\" && exec \"$@\"", $0] } ?? []
    let words = goes + [path] + arguments
    let status = Self.withCStrings(words) { arguments in
      Self.withCStrings(variables) { variables in
        withDefaultSignals(flags: Self.startsSession) {
          posix_spawn(&process, words[0], &actions, $0, arguments, variables)
        }
      }
    }
    guard status == 0 else { throw SystemCallError("posix_spawn", number: status) }
    id = process
    terminal.program = process
  }

  deinit {
    if outcome == nil {
      kill(id, SIGKILL)
      waitpid(id, nil, 0)
    }
  }

  /// Whether the program sleeps, such as in poll(2) or write(2); false if the system has no such file.
  package var isSleeping: Bool { status("State")?.contains("S (sleeping)") ?? false }

  /// A line of /proc/ID/status, such as `voluntary_ctxt_switches`, if any.
  package func status(_ name: String) -> String? {
    WholeFile.bytes("/proc/\(id)/status").flatMap { bytes in
      String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        .first { $0.hasPrefix(name + ":") }.map(String.init)
    }
  }

  /// The processor time of the program, independent of the load; nil if it is unknown.
  package var processorTime: Duration? {
    #if os(Linux)
      var clock = clockid_t()
      var time = timespec()
      guard clock_getcpuclockid(id, &clock) == 0, clock_gettime(clock, &time) == 0 else {
        return nil
      }
      return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    #else
      return nil
    #endif
  }

  /// How often each thread of the program has slept, and so woken up; nil while one runs or could run.
  package var sleeps: [String]? { ProcessTree(below: id).sleeps }

  /// Sends a signal to the program alone.
  package func send(signal: Int32) {
    if outcome == nil { kill(id, signal) }
  }

  /// Waits for the end and returns it, nil when the program sleeps for good instead.
  package func waitForEnd() -> Outcome? {
    wait {
      collect()
      return outcome != nil
    }
    return outcome
  }

  /// Waits until the program is stopped by a signal; false when it ends or sleeps for good instead.
  package func waitForStop() -> Bool {
    var status: Int32 = 0
    wait { waitpid(id, &status, WNOHANG | WUNTRACED) == id }
    return status & 0xFF == 0x7F
  }

  /// Waits until the program reads, or waits for something else.
  ///
  /// Returns false when it ended.
  package func waitForSleep() -> Bool {
    wait {
      collect()
      return outcome != nil || isSleeping
    }
    return outcome == nil
  }

  private func wait(until holds: () -> Bool) {
    var idleness = Idleness(of: id)
    while !holds(), !idleness.lasts() { poll(nil, 0, 5) }
  }
}

extension TerminalProcess {
  /// POSIX_SPAWN_SETSID, which glibc declares for GNU programs only and Darwin numbers otherwise.
  private static var startsSession: Int16 {
    #if os(Linux)
      0x80
    #else
      0x400
    #endif
  }

  private func collect() {
    var status: Int32 = 0
    var usage = rusage()
    guard wait4(id, &status, WNOHANG, &usage) == id else { return }
    // <sys/wait.h> takes these apart with macros, which are not imported.
    let signal = status & 0x7F
    #if os(Linux)
      let peakMemory = Int(usage.ru_maxrss)
    #else
      let peakMemory = Int(usage.ru_maxrss) / 1024
    #endif
    let seconds = Int(usage.ru_utime.tv_sec) + Int(usage.ru_stime.tv_sec)
    outcome = Outcome(
      end: signal == 0 ? .exited(status >> 8 & 0xFF) : .killed(signal: signal),
      peakMemory: peakMemory,
      processorTime: seconds * 1_000_000 + Int(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec),
      voluntarySwitches: Int(usage.ru_nvcsw))
  }

  private static func withCStrings<Result>(
    _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
  ) -> Result {
    let copies = strings.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    return body(copies + [nil])
  }
}
