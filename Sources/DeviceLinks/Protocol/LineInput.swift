import CLibrary

/// Reads lines from a descriptor, each up to a limit.
struct LineInput {
  /// A line without its end; no bytes where it is longer than the limit.
  struct Line {
    let bytes: [UInt8]?
  }

  private let file: Int32
  private let limit: Int
  private var kept: [UInt8] = []
  private var isAtEnd = false

  init(file: Int32, limit: Int) {
    self.file = file
    self.limit = limit
  }

  /// The next line; nil at the end of the input. A last line without its end is one too.
  mutating func next() -> Line? {
    var searched = 0
    while true {
      if let end = kept[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        defer { kept.removeSubrange(...end) }
        return Line(bytes: Array(kept[..<end]))
      }
      searched = kept.count
      if kept.count > limit { return Line(bytes: nil) }
      if isAtEnd {
        defer { kept = [] }
        return kept.isEmpty ? nil : Line(bytes: kept)
      }
      readMore()
    }
  }

  private mutating func readMore() {
    let count = kept.count
    kept.append(contentsOf: repeatElement(0, count: 1 << 16))
    let read = kept.withUnsafeMutableBytes { buffer in
      CLibrary.read(file, buffer.baseAddress.map { $0 + count }, 1 << 16)
    }
    let isInterrupted = read < 0 && errno == EINTR
    kept.removeLast((1 << 16) - max(0, read))
    if read <= 0 && !isInterrupted { isAtEnd = true }
  }
}
