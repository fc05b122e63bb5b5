import CLibrary

/// The signal handlers of a session, installed by `init` and removed by `restore`.
struct TerminalSignals {
  /// The read end of the pipe that becomes readable when a signal arrives.
  let pipe: Int32

  private let previous: [(number: Int32, action: sigaction)]
  private let writeEnd: Int32
  private let output: Int32
  private let flagsBefore: Int32
  private let previousStack: stack_t
  private let alternateStack: UnsafeMutableRawPointer

  /// The signals for the event loop: terminal events and every signal that can end the program.
  private static let noted: [Int32] = {
    var numbers = [
      SIGWINCH, SIGCONT, SIGTSTP, SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGUSR1, SIGUSR2, SIGPIPE,
      SIGALRM, SIGVTALRM, SIGPROF, SIGXCPU,
    ]
    #if os(Linux)
      // SIGSTKFLT, SIGPOLL, SIGPWR by number: not every C library defines them.
      numbers += [16, 29, 30] + Array(__libc_current_sigrtmin()...__libc_current_sigrtmax())
    #endif
    return numbers
  }()
  /// The signals of a Swift trap, a memory error, abort(3) or a forbidden system call.
  private static let fatal = [SIGABRT, SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGSYS]
  /// Enough for the handler and the kernel's frame on every platform of Swift.
  private static let alternateStackSize = 65_536

  /// Opens the pipe and installs the handlers.
  ///
  /// Signals that the parent ignores, as nohup does with SIGHUP, stay ignored. `output` is the descriptor for drawing.
  /// - Throws: `TerminalError.isInUse` while others exist, since the state of handlers is one per process.
  init(output: Int32) throws(TerminalError) {
    guard wakeDescriptor < 0 else { throw .isInUse }
    guard let ends = openPipe() else { throw .setUpFailed(errno: errno) }
    (pipe, writeEnd) = ends
    for end in [pipe, writeEnd] { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
    isResizePending = false
    isContinuePending = false
    isStopPending = false
    pendingTermination = 0
    isEnding = false
    flagsBefore = fileFlags(output)
    self.output = output
    outputDescriptor = output
    wakeDescriptor = writeEnd

    // After a stack overflow, the handler needs a stack of its own.
    alternateStack = .allocate(byteCount: Self.alternateStackSize, alignment: 16)
    var stack = stack_t()
    stack.ss_sp = alternateStack
    stack.ss_size = Self.alternateStackSize
    var previousStack = stack_t()
    sigaltstack(&stack, &previousStack)
    self.previousStack = previousStack

    let noted = Self.noted.map { number in
      (number: number, action: Self.install(noteSignal, for: number, keepsIgnored: true))
    }
    let fatal = Self.fatal.map { number in
      (number: number, action: Self.install(restoreAndDie, for: number, keepsIgnored: false))
    }
    previous = noted + fatal
  }

  /// Restores the previous handlers and closes the pipe.
  func restore() {
    for (number, action) in previous {
      var action = action
      sigaction(number, &action, nil)
    }
    // Often the stack of the Swift run-time, whose crash handlers are restored by now.
    var stack = previousStack
    sigaltstack(&stack, nil)
    alternateStack.deallocate()
    wakeDescriptor = -1
    outputDescriptor = -1
    if isEnding { setFileFlags(output, flagsBefore) }
    _ = close(pipe)
    _ = close(writeEnd)
  }

  /// Empties the pipe. Call it before reading the flags, so that no signal is missed.
  func drain() {
    var bytes: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
    while read(pipe, &bytes, 32) == 32 {}
  }

  /// Stops the process group, like the terminal's suspend key.
  ///
  /// The whole group, so that a `make` or `sudo` in front of the program stops too and the shell takes over. Returns
  /// when the program continues; at once if there is no shell or SIGTSTP is ignored.
  func stop() {
    var standard = sigaction()
    var ours = sigaction()
    sigaction(SIGTSTP, nil, &ours)
    if handlerAddress(of: SIGTSTP) == 1 { return }
    standard.setHandler(SIG_DFL)
    sigaction(SIGTSTP, &standard, nil)
    kill(0, SIGTSTP)
    sigaction(SIGTSTP, &ours, nil)
  }

  private static func install(
    _ handler: @escaping @convention(c) (Int32) -> Void, for number: Int32, keepsIgnored: Bool
  ) -> sigaction {
    var previous = sigaction()
    sigaction(number, nil, &previous)
    if keepsIgnored, handlerAddress(of: number) == 1 { return previous }
    var action = sigaction()
    action.setHandler(handler)
    // SA_RESTART, so that a resize does not fail a file write.
    action.sa_flags = Int32(SA_RESTART | SA_ONSTACK)
    sigaction(number, &action, nil)
    return previous
  }
}

extension sigaction {
  fileprivate mutating func setHandler(_ handler: (@convention(c) (Int32) -> Void)?) {
    #if os(Linux)
      __sigaction_handler.sa_handler = handler
    #else
      __sigaction_u.__sa_handler = handler
    #endif
  }
}
