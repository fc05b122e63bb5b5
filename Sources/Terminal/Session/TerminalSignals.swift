import CLibrary

/// The signals of one session on a terminal: installed by `init`, put back by `restore`.
struct TerminalSignals {
  /// The read end of the pipe that becomes readable when a signal was noted.
  let pipe: Int32

  private let previous: [(number: Int32, action: sigaction)]
  private let writeEnd: Int32
  private let output: Int32
  private let flagsBefore: Int32
  private let previousStack: stack_t
  private let alternateStack: UnsafeMutableRawPointer

  /// Those that the event loop answers: what happens to the terminal, and every signal by which
  /// somebody may end a program.
  private static let noted: [Int32] = {
    var numbers = [
      SIGWINCH, SIGCONT, SIGTSTP, SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGUSR1, SIGUSR2, SIGPIPE,
      SIGALRM, SIGVTALRM, SIGPROF, SIGXCPU,
    ]
    #if os(Linux)
      // SIGSTKFLT, SIGPOLL, SIGPWR by their numbers: not every C library names them.
      numbers += [16, 29, 30] + Array(__libc_current_sigrtmin()...__libc_current_sigrtmax())
    #endif
    return numbers
  }()
  /// Those that a Swift trap, a memory error, abort(3) or a forbidden system call raises.
  private static let fatal = [SIGABRT, SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGSYS]
  /// Enough for the handler and the frame the kernel stores, on every machine Swift runs on.
  private static let alternateStackSize = 65_536

  /// Opens the pipe and installs the handlers.
  ///
  /// What the parent decided to ignore, as nohup does with SIGHUP, stays ignored. `output` is where
  /// pictures are written to.
  init(output: Int32) throws(TerminalError) {
    var ends: [Int32] = [-1, -1]
    guard Self.makePipe(&ends) else { throw .setUpFailed(errno: errno) }
    pipe = ends[0]
    writeEnd = ends[1]
    for end in ends {
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
    isResizePending = false
    isContinuePending = false
    isStopPending = false
    pendingTermination = 0
    isEnding = false
    flagsBefore = fileFlags(output)
    self.output = output
    outputDescriptor = output
    wakeDescriptor = writeEnd

    // A stack overflow leaves no stack for its own handler.
    alternateStack = .allocate(byteCount: Self.alternateStackSize, alignment: 16)
    var stack = stack_t()
    stack.ss_sp = alternateStack
    stack.ss_size = Self.alternateStackSize
    var previousStack = stack_t()
    sigaltstack(&stack, &previousStack)
    self.previousStack = previousStack

    var previous: [(number: Int32, action: sigaction)] = []
    for number in Self.noted {
      previous.append((number, Self.install(noteSignal, for: number, keepsIgnored: true)))
    }
    for number in Self.fatal {
      previous.append((number, Self.install(restoreAndDie, for: number, keepsIgnored: false)))
    }
    self.previous = previous
  }

  /// Puts back what the signals did before, and closes the pipe.
  func restore() {
    for (number, action) in previous {
      var action = action
      sigaction(number, &action, nil)
    }
    // Often that of the Swift run-time, whose own crash handlers are back by now.
    var stack = previousStack
    sigaltstack(&stack, nil)
    alternateStack.deallocate()
    wakeDescriptor = -1
    outputDescriptor = -1
    if isEnding { setFileFlags(output, flagsBefore) }
    _ = close(pipe)
    _ = close(writeEnd)
  }

  /// Empties the pipe; to be called before the notes are read, so that none is missed.
  func drain() {
    var bytes: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
    while read(pipe, &bytes, 32) == 32 {}
  }

  /// Stops this process and the rest of its group, as the terminal's own suspend key would.
  ///
  /// The whole group, so that a `make` or `sudo` in front of the program stops with it and the
  /// shell takes over. Returns when the program goes on; at once when there is no shell to go back
  /// to, or when SIGTSTP is ignored.
  func stop() {
    var standard = sigaction()
    var ours = sigaction()
    sigaction(SIGTSTP, nil, &ours)
    if ours.isIgnoring { return }
    standard.setHandler(SIG_DFL)
    sigaction(SIGTSTP, &standard, nil)
    kill(0, SIGTSTP)
    sigaction(SIGTSTP, &ours, nil)
  }
}

extension TerminalSignals {
  private static func makePipe(_ ends: inout [Int32]) -> Bool {
    CLibrary.pipe(&ends) == 0
  }

  private static func install(
    _ handler: @escaping @convention(c) (Int32) -> Void, for number: Int32, keepsIgnored: Bool
  ) -> sigaction {
    var previous = sigaction()
    sigaction(number, nil, &previous)
    if keepsIgnored, previous.isIgnoring { return previous }
    var action = sigaction()
    action.setHandler(handler)
    // Restarted, so that a resize does not fail a file being written.
    action.sa_flags = Int32(SA_RESTART | SA_ONSTACK)
    sigaction(number, &action, nil)
    return previous
  }
}

extension sigaction {
  fileprivate var isIgnoring: Bool {
    #if os(Linux)
      let handler = __sigaction_handler.sa_handler
    #else
      let handler = __sigaction_u.__sa_handler
    #endif
    // SIG_IGN is the address 1 on every system, and functions cannot be compared.
    return unsafeBitCast(handler, to: UInt.self) == 1
  }

  fileprivate mutating func setHandler(_ handler: (@convention(c) (Int32) -> Void)?) {
    #if os(Linux)
      __sigaction_handler.sa_handler = handler
    #else
      __sigaction_u.__sa_handler = handler
    #endif
  }
}
