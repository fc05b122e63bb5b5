/// Calls `body` with posix_spawn(3) attributes that unblock all signals and reset `signals` (nil for all) to their
/// default actions; `flags` are added to the attributes.
///
/// A child must not inherit this process's signal handling.
package func withUsualSignals<Result>(
  _ signals: [Int32]? = nil, flags: Int16 = 0,
  _ body: (UnsafePointer<posix_spawnattr_t>) -> Result
) -> Result {
  var attributes = posix_spawnattr_t()
  posix_spawnattr_init(&attributes)
  defer { posix_spawnattr_destroy(&attributes) }
  var (none, usual) = (sigset_t(), sigset_t())
  sigemptyset(&none)
  posix_spawnattr_setsigmask(&attributes, &none)
  sigemptyset(&usual)
  if let signals {
    for signal in signals { sigaddset(&usual, signal) }
  } else {
    sigfillset(&usual)
    for signal in [SIGKILL, SIGSTOP] { sigdelset(&usual, signal) }
  }
  posix_spawnattr_setsigdefault(&attributes, &usual)
  posix_spawnattr_setflags(
    &attributes, Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF) | flags)
  return body(&attributes)
}
