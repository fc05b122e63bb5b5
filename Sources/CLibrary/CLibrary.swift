// Selects the system's C library; all other files import CLibrary.

#if canImport(Glibc)
  @_exported public import Glibc
#elseif canImport(Musl)
  @_exported public import Musl
#else
  @_exported public import Darwin
#endif
@_exported public import CSystemCalls

/// The address of a signal's handler: 0 is SIG_DFL and 1 SIG_IGN on every system; functions cannot be compared.
package func handlerAddress(of signal: Int32) -> UInt {
  var action = sigaction()
  sigaction(signal, nil, &action)
  #if os(Linux)
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: UInt.self)
  #else
    return unsafeBitCast(action.__sigaction_u.__sa_handler, to: UInt.self)
  #endif
}

extension stat {
  #if canImport(Darwin)
    package var modified: timespec { st_mtimespec }
  #else
    package var modified: timespec { st_mtim }
  #endif
}
