import CLibrary
import Dispatch
import Synchronization

/// The programs that this one has started and that still run.
///
/// They end with it: a signal that ends this program is waited for by a thread, which ends them first.
enum RunningChildren {
  private static let all = Mutex<Set<pid_t>>([])
  private static let watch: Void = watchSignals()

  /// Starts a program; one at a time, so that none inherits the pipes of another.
  static func start(_ body: () -> pid_t?) -> pid_t? {
    _ = watch
    return all.withLock { running in
      let id = body()
      if let id { running.insert(id) }
      return id
    }
  }

  /// How a program ended, as waitpid(2) says it; nil while it runs.
  static func outcome(of id: pid_t) -> Int32? {
    all.withLock { running in
      guard running.contains(id) else { return 0 }
      var status: Int32 = 0
      let ended = waitpid(id, &status, WNOHANG)
      guard ended == id || ended < 0 && errno == ECHILD else { return nil }
      running.remove(id)
      return status
    }
  }

  /// Lets a program end by itself, then asks it to, then ends it; returns how it ended.
  static func end(_ id: pid_t) -> Int32 {
    for (signal, patience) in [(Int32?.none, 2000), (SIGTERM, 1000), (SIGKILL, 10_000)] {
      if let signal { kill(id, signal) }
      for _ in 0..<(patience / 10) {
        if let outcome = outcome(of: id) { return outcome }
        usleep(10_000)
      }
    }
    return SIGKILL
  }

  /// Ends all, and then this program by the signal. The lock is never given back: nobody starts another, or
  /// learns that one has ended and goes on.
  private static func endAll(_ number: Int32, _ signals: sigset_t) {
    all.withLock { running in
      for id in running { kill(id, SIGTERM) }
      for _ in 0..<50 where !running.isEmpty {
        running = running.filter { waitpid($0, nil, WNOHANG) == 0 }
        if !running.isEmpty { usleep(10_000) }
      }
      for id in running {
        kill(id, SIGKILL)
        waitpid(id, nil, 0)
      }
      var signals = signals
      signal(number, SIG_DFL)
      pthread_sigmask(SIG_UNBLOCK, &signals, nil)
      kill(getpid(), number)
      while true { pause() }
    }
  }

  /// Waits for the signals that end this program, in a thread of its own.
  private static func watchSignals() {
    var signals = sigset_t()
    sigemptyset(&signals)
    for signal in [SIGHUP, SIGINT, SIGTERM, SIGQUIT] { sigaddset(&signals, signal) }
    // Every thread that is made from here on has this mask; a signal that is ignored stays so.
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    let waited = signals
    DispatchQueue(label: "signals").async {
      var waited = waited
      var number: Int32 = 0
      while sigwait(&waited, &number) != 0 {}
      endAll(number, waited)
    }
  }
}
