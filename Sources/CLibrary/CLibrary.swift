// Selects the system's C library; all other files import CLibrary.

#if canImport(Glibc)
  @_exported public import Glibc
#elseif canImport(Musl)
  @_exported public import Musl
#else
  @_exported public import Darwin
#endif
@_exported public import CSystemCalls
