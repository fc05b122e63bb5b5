/// Writes all bytes; returns 0 or errno. Safe in signal handlers.
///
/// Waits when a non-blocking pipe or terminal is full; after `patience` milliseconds, returns `EAGAIN`. -1 has no limit.
package func writeAll(
  _ bytes: UnsafeRawBufferPointer, to descriptor: Int32, patience: () -> Int32 = { -1 }
) -> Int32 {
  var rest = bytes[...]
  while !rest.isEmpty {
    let count = write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
    if count > 0 {
      rest = rest.dropFirst(count)
    } else if count == 0 {
      // A file that accepts no bytes without an error has no space left.
      return ENOSPC
    } else if errno == EAGAIN || errno == EWOULDBLOCK {
      var watched = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      if poll(&watched, 1, patience()) == 0 { return EAGAIN }
    } else if errno != EINTR {
      return errno
    }
  }
  return 0
}
