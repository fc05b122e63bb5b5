/// Calls `body` with SIGPIPE blocked: writing to a closed pipe fails with `EPIPE` instead of ending the program.
///
/// Affects only this thread. `body` has to check `errno` itself.
package func withoutBrokenPipeSignal<Result>(_ body: () throws -> Result) rethrows -> Result {
  var pipe = sigset_t()
  sigemptyset(&pipe)
  sigaddset(&pipe, SIGPIPE)
  var mask = sigset_t()
  pthread_sigmask(SIG_BLOCK, &pipe, &mask)
  let wasPending = isBrokenPipePending
  defer {
    var number: Int32 = 0
    if !wasPending, isBrokenPipePending { sigwait(&pipe, &number) }
    pthread_sigmask(SIG_SETMASK, &mask, nil)
  }
  return try body()
}

private var isBrokenPipePending: Bool {
  var pending = sigset_t()
  sigpending(&pending)
  return sigismember(&pending, SIGPIPE) == 1
}

/// Opens a pipe that other programs do not inherit; nil and errno if that fails.
package func openPipe() -> (readEnd: Int32, writeEnd: Int32)? {
  var ends: [Int32] = [-1, -1]
  guard pipe(&ends) == 0 else { return nil }
  for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
  return (ends[0], ends[1])
}
