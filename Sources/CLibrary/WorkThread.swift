/// A thread owned by the caller.
///
/// Dispatch may have no thread to spare, and then the work never starts.
package final class WorkThread {
  private final class Body {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  #if os(Linux)
    private var thread = pthread_t()
  #else
    private var thread: pthread_t?
  #endif

  /// Starts the thread; nil if the system has none left, so that the caller has to do the work itself.
  package init?(_ run: @escaping @Sendable () -> Void) {
    let body = Unmanaged.passRetained(Body(run))
    // Block signals sent to the process: the first thread handles them. Keep faults and SIGPIPE unblocked.
    var (sent, before) = (sigset_t(), sigset_t())
    sigfillset(&sent)
    for number in [SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT, SIGSYS, SIGPIPE, SIGXFSZ] {
      sigdelset(&sent, number)
    }
    pthread_sigmask(SIG_BLOCK, &sent, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    let number = pthread_create(
      &thread, nil,
      { context in
        #if os(Linux)
          guard let context else { return nil }
        #endif
        Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
        return nil
      }, body.toOpaque())
    if number != 0 {
      body.release()
      return nil
    }
  }

  package func join() {
    #if os(Linux)
      pthread_join(thread, nil)
    #else
      if let thread { pthread_join(thread, nil) }
    #endif
  }
}
