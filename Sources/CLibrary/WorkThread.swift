/// A thread of the caller's own.
///
/// Dispatch lends threads: where it has none to spare, the work never starts, and nothing says so.
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

  /// Starts the thread; nil if the system has none to give, so that the caller does the work itself.
  package init?(_ run: @escaping @Sendable () -> Void) {
    let body = Unmanaged.passRetained(Body(run))
    // What somebody sends is for the first thread. What the thread itself does wrong, or writes to nobody, is its own.
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

  /// Waits until the work is done.
  package func join() {
    #if os(Linux)
      pthread_join(thread, nil)
    #else
      if let thread { pthread_join(thread, nil) }
    #endif
  }
}
