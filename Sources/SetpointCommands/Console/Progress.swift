import CLibrary
import Diagnostics
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

/// Progress messages on a line of standard error, which are erased; nothing is shown without a terminal.
final class LinkProgress {
  private static let longest = 78
  private var line = StatusLine()
  private var sentence = ""
  private var title: String?
  private var start = ContinuousClock.now

  /// Shows a message, with the name of a device if there is one.
  func show(_ sentence: String, of title: String?) {
    (self.sentence, self.title, start) = (sentence.printable, title?.printable, .now)
    write(sentence.printable)
  }

  /// Updates the elapsed time.
  func tick() {
    let seconds = Int(start.duration(to: .now).components.seconds)
    if !sentence.isEmpty { write("\(sentence) (\(seconds) s)") }
  }

  /// Writes a line; truncates the device's name first.
  private func write(_ sentence: String) {
    guard Console.isTerminal(.error) else { return }
    let room = max(12, Self.longest - sentence.count - 2)
    let name = title.map { $0.count > room ? "\($0.prefix(room - 1))…: " : "\($0): " } ?? ""
    line.show(String("\(name)\(sentence)".prefix(Self.longest)))
  }

  /// Erases the line.
  func clear() { line.clear() }
}

/// A line of standard error that is erased before other output.
struct StatusLine {
  /// The width of the current line, 0 for none.
  private var width = 0

  /// Writes the line, over the last one.
  mutating func show(_ text: String) {
    let rest = String(repeating: " ", count: max(0, width - text.count))
    Console.write("\r\(text)\(rest)", to: .error)
    width = max(width, text.count)
  }

  /// Erases the line; spaces work on every terminal.
  mutating func clear() {
    guard width > 0 else { return }
    Console.write("\r\(String(repeating: " ", count: width))\r", to: .error)
    width = 0
  }
}
