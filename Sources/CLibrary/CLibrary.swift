// Selects the system's C library; all other files import CLibrary.

#if canImport(Glibc)
  @_exported public import Glibc
#elseif canImport(Musl)
  @_exported public import Musl
#else
  @_exported public import Darwin
#endif
@_exported public import CSystemCalls

extension stat {
  #if canImport(Darwin)
    package var modified: timespec { st_mtimespec }
  #else
    package var modified: timespec { st_mtim }
  #endif
}
