import CLibrary

/// A thread of a command's own. Those of Dispatch are lent: where others have them, nobody comes.
final class WorkThread {
  private final class Body {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  #if os(Linux)
    private var thread = pthread_t()
  #else
    private var thread: pthread_t?
  #endif

  /// Starts the thread; nil where the system gives no more.
  init?(_ run: @escaping @Sendable () -> Void) {
    let body = Unmanaged.passRetained(Body(run))
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

  /// Waits for its end.
  func join() {
    #if os(Linux)
      pthread_join(thread, nil)
    #else
      if let thread { pthread_join(thread, nil) }
    #endif
  }
}
