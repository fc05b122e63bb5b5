import CLibrary

/// How far a long work is, on a line of standard error that is wiped away before anything else is
/// written and at the end. Nothing is shown where standard error is no terminal, nor of short works, nor
/// of few files, whose number says little.
struct Progress {
  /// How many milliseconds a person waits before a line appears, and between two of them.
  private static let (patience, pause) = (400, 100)

  private let total: Int
  private let isShown: Bool
  private var next: Int
  private var isThere = false

  /// Begins a work of `total` files, for which a person waits since `start`.
  init(files total: Int, since start: Int) {
    self.total = total
    next = start + Self.patience
    isShown = total >= 100 && Console.isTerminal(.error)
  }

  /// Says that `count` files are done.
  mutating func advance(to count: Int) {
    guard isShown, Self.now >= next else { return }
    next = Self.now + Self.pause
    isThere = true
    Console.write("\r\(count) of \(total) files", to: .error)
  }

  /// Wipes the line away.
  mutating func clear() {
    guard isThere else { return }
    isThere = false
    // Blanks, which every terminal knows.
    let width = "\(total) of \(total) files".count
    Console.write("\r\(String(repeating: " ", count: width))\r", to: .error)
  }

  /// The time in milliseconds, for `since`.
  static var now: Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
  }
}
