import CNcurses
import CLibrary

/// The file that curses writes to instead of the terminal, so that what it says can be shortened
/// and goes out whole.
///
/// curses accepts any stream; the line settings, which it could not set on this one, are set on the
/// terminal itself.
struct CursesOutput {
  /// The stream to give to curses.
  let stream: UnsafeMutablePointer<FILE>

  /// Makes an empty file, in memory where the system can.
  /// - Throws: `TerminalError.setUpFailed`.
  init() throws(TerminalError) {
    let descriptor = curses_nameless_file()
    guard let stream = descriptor >= 0 ? fdopen(descriptor, "w+") : tmpfile() else {
      let number = errno
      if descriptor >= 0 { _ = close(descriptor) }
      throw .setUpFailed(errno: number)
    }
    self.stream = stream
  }

  /// Hands out what curses wrote since the last time.
  func take() -> [UInt8] {
    fflush(stream)
    let descriptor = fileno(stream)
    let count = Int(lseek(descriptor, 0, SEEK_CUR))
    guard count > 0 else { return [] }
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, used in
      used = max(0, pread(descriptor, buffer.baseAddress, count, 0))
    }
    // What is overwritten next need not be cut off.
    lseek(descriptor, 0, SEEK_SET)
    return bytes
  }

  /// Frees the stream; curses must be done with it.
  func discard() { fclose(stream) }
}
