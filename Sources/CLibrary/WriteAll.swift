/// Writes all bytes and returns 0, or the number of the error that stopped it.
///
/// Where a pipe or a terminal that does not block takes no more, it waits until it does.
package func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32 {
  var rest = bytes[...]
  while !rest.isEmpty {
    let count = write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
    if count > 0 {
      rest = rest.dropFirst(count)
    } else if count == 0 {
      // A file that takes nothing and gives no reason has no room.
      return ENOSPC
    } else if errno == EAGAIN || errno == EWOULDBLOCK {
      var watched = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      poll(&watched, 1, -1)
    } else if errno != EINTR {
      return errno
    }
  }
  return 0
}
