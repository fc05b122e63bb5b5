import CLibrary

/// Calls `body` with posix_spawn(3) attributes that unblock all signals and reset all of them to their default actions;
/// `flags` are added to the attributes.
func withDefaultSignals<Result>(
  flags: Int16 = 0, _ body: (UnsafePointer<posix_spawnattr_t>) -> Result
) -> Result {
  var attributes = posix_spawnattr_t()
  posix_spawnattr_init(&attributes)
  defer { posix_spawnattr_destroy(&attributes) }
  var (none, usual) = (sigset_t(), sigset_t())
  sigemptyset(&none)
  posix_spawnattr_setsigmask(&attributes, &none)
  sigfillset(&usual)
  for signal in [SIGKILL, SIGSTOP] { sigdelset(&usual, signal) }
  posix_spawnattr_setsigdefault(&attributes, &usual)
  posix_spawnattr_setflags(
    &attributes, Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF) | flags)
  return body(&attributes)
}
