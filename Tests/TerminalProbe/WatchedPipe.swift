import CLibrary

/// A pipe for the back end to watch.
struct WatchedPipe {
  /// The end to watch.
  let readEnd: Int32
  private let writeEnd: Int32

  /// Opens it.
  init() {
    var ends: [Int32] = [-1, -1]
    _ = pipe(&ends)
    (readEnd, writeEnd) = (ends[0], ends[1])
  }

  /// Makes it readable.
  func write() { _ = "123".withCString { sendBytes($0, 3) } }

  /// Closes the other end.
  func hangUp() { close(writeEnd) }

  /// Reads the available bytes, and returns their number.
  func read() -> Int {
    var bytes = [UInt8](repeating: 0, count: 16)
    return CLibrary.read(readEnd, &bytes, 16)
  }

  private func sendBytes(_ bytes: UnsafePointer<CChar>, _ count: Int) -> Int {
    CLibrary.write(writeEnd, bytes, count)
  }
}

/// Prints `text`, which disturbs the picture unless it is held back.
func writeError(_ text: String) {
  var text = text
  text.withUTF8 { _ = write(2, $0.baseAddress, $0.count) }
}
