import CLibrary
import ScheduleFiles

/// How far a long work is, on a line of standard error that is wiped away before anything else is
/// written and at the end. Nothing is shown where standard error is no terminal, nor of short works, nor
/// of few files, whose number says little.
struct Progress {
  /// How many milliseconds a person waits before a line appears, and between two of them.
  private static let (patience, pause) = (300, 100)

  private let isShown = Console.isTerminal(.error)
  private var total = 0
  private var next: Int
  /// How wide the line is that stands there, 0 for none.
  private var width = 0

  /// Begins a work for which a person waits from now on.
  init() {
    next = Self.now + Self.patience
  }

  /// Lists the files for `paths`, and says how many were found while that goes on.
  mutating func files(for paths: [String]) -> [InputList.Input] {
    let files = InputList.files(for: paths) { count in
      if count >= 100, isDue { show("\(count) files found") }
    }
    total = files.count
    return files
  }

  /// Says that `count` of the files are done.
  mutating func advance(to count: Int) {
    if total >= 100, isDue { show("\(count) of \(total) files") }
  }

  /// Wipes the line away.
  mutating func clear() {
    guard width > 0 else { return }
    // Blanks, which every terminal knows.
    Console.write("\r\(String(repeating: " ", count: width))\r", to: .error)
    width = 0
  }

  private var isDue: Bool { isShown && Self.now >= next }

  private mutating func show(_ text: String) {
    next = Self.now + Self.pause
    let rest = String(repeating: " ", count: max(0, width - text.utf8.count))
    width = max(width, text.utf8.count)
    Console.write("\r\(text)\(rest)", to: .error)
  }

  /// The time in milliseconds.
  private static var now: Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
  }
}
