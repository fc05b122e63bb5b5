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
  private var line = StatusLine()

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
  mutating func clear() { line.clear() }

  private var isDue: Bool { isShown && Self.now >= next }

  private mutating func show(_ text: String) {
    next = Self.now + Self.pause
    line.show(text)
  }

  /// The time in milliseconds.
  private static var now: Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
  }
}
