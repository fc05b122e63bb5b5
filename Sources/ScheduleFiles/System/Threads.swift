import CLibrary

/// A thread for a call that blocks, which the rest of the program must not.
enum BlockingThread {
  private final class Body {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Runs `body` beside everything else; nobody waits for its end. Signals go to the other threads.
  /// Returns whether the system had a thread to give.
  static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
    let box = Unmanaged.passRetained(Body(body))
    var all = sigset_t()
    var before = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_BLOCK, &all, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    #if os(Linux)
      var thread = pthread_t()
      let status = pthread_create(&thread, nil, Self.main, box.toOpaque())
      if status == 0 { pthread_detach(thread) }
    #else
      var thread: pthread_t?
      let status = pthread_create(&thread, nil, Self.main, box.toOpaque())
      if let thread { pthread_detach(thread) }
    #endif
    if status != 0 { box.release() }
    return status == 0
  }

  #if os(Linux)
    private static let main: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? =
      { context in
        if let context { Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run() }
        return nil
      }
  #else
    private static let main: @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? =
      { context in
        Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
        return nil
      }
  #endif
}
