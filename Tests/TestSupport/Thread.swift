import CLibrary

/// A thread of a test's own, which may sleep.
package final class Thread: @unchecked Sendable {
  private final class Body {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  #if os(Linux)
    private var thread = pthread_t()
  #else
    private var thread: pthread_t?
  #endif

  /// Starts the thread.
  package init(_ body: @escaping @Sendable () -> Void) {
    let box = Unmanaged.passRetained(Body(body)).toOpaque()
    pthread_create(
      &thread, nil,
      { context in
        #if os(Linux)
          guard let context else { return nil }
        #endif
        Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
        return nil
      }, box)
  }

  /// Waits for its end.
  package func join() {
    #if os(Linux)
      pthread_join(thread, nil)
    #else
      if let thread { pthread_join(thread, nil) }
    #endif
  }
}
