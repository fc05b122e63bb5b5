import CLibrary
import ScheduleFiles

/// The progress of a long operation, on a line of standard error that is erased before other output and at the end.
/// Shown only on a terminal, not for short operations or few files.
struct Progress {
  /// The milliseconds before the line appears, and between updates.
  private static let (patience, pause) = (300, 100)

  private let isShown = Console.isTerminal(.error)
  private var total = 0
  private var next: Int
  /// The width of the current line, 0 for none.
  private var width = 0

  /// Starts the timer.
  init() {
    next = Self.now + Self.patience
  }

  /// Lists the files for `paths`, and shows how many were found.
  mutating func files(for paths: [String]) -> [InputList.Input] {
    let files = InputList.files(for: paths) { count in
      if count >= 100, isDue { show("\(count) files found") }
    }
    total = files.count
    return files
  }

  /// Shows that `count` of the files are done.
  mutating func advance(to count: Int) {
    if total >= 100, isDue { show("\(count) of \(total) files") }
  }

  /// Erases the line.
  mutating func clear() {
    guard width > 0 else { return }
    // Spaces work on every terminal.
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
