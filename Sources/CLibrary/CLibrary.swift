// Selects the system's C library; all other files import CLibrary.

#if canImport(Glibc)
  @_exported public import Glibc
#elseif canImport(Musl)
  @_exported public import Musl
#else
  @_exported public import Darwin
  extension stat { package var st_mtim: timespec { st_mtimespec } }
#endif
@_exported public import CSystemCalls
