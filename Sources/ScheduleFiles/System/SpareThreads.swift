import CLibrary

/// The threads that the system still gives: a limit of processes or of memory may leave none.
package enum SpareThreads {
  /// Whether so many more threads can run at once.
  ///
  /// To be asked before Dispatch is given work: it waits for ever for a thread that it does not get, and
  /// whoever gave it the work waits with it.
  package static func areThere(_ count: Int) -> Bool {
    #if os(Linux)
      let gate = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
      defer { gate.deallocate() }
      pthread_mutex_init(gate, nil)
      pthread_mutex_lock(gate)
      var threads: [pthread_t] = []
      while threads.count < count {
        var thread = pthread_t()
        guard pthread_create(&thread, nil, waitAtGate, gate) == 0 else { break }
        threads.append(thread)
      }
      pthread_mutex_unlock(gate)
      for thread in threads { pthread_join(thread, nil) }
      pthread_mutex_destroy(gate)
      return threads.count == count
    #else
      return true
    #endif
  }

  #if os(Linux)
    /// Ends as soon as all were made.
    private static let waitAtGate:
      @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { gate in
        guard let gate = gate?.assumingMemoryBound(to: pthread_mutex_t.self) else { return nil }
        pthread_mutex_lock(gate)
        pthread_mutex_unlock(gate)
        return nil
      }
  #endif
}
