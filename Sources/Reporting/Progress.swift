import Diagnostics
import TerminalScreen
package import ScheduleFiles

/// The progress of a long operation on a terminal: a line of standard error that is erased before other output.
package final class Progress {
  /// The time before a number of files appears, and between updates.
  private static let (patience, pause) = (Duration.milliseconds(300), Duration.milliseconds(100))
  /// The most columns of a message about a device.
  private let longest = max(1, (Console.size(of: .error)?.columns ?? 80) - 2)

  private let isShown = Console.isTerminal(.error)
  private var next = ContinuousClock.now + patience
  private var fileCount = 0
  private var sentence = ""
  private var title: String?
  private var start = ContinuousClock.now
  /// The width of the current line, 0 for none.
  private var width = 0

  package init() {}

  /// Lists the files for `paths` as `InputList` does, and shows how many were found if there are many.
  package func files(for paths: [String], output: String? = nil) -> [InputList.Input] {
    let files = InputList.files(for: paths, output: output) { count in
      showCount(of: count) { "\(count) files found" }
    }
    fileCount = files.count
    return files
  }

  /// Shows that `count` of the files are done, if there are many.
  package func advance(to count: Int) {
    showCount(of: fileCount) { "\(count) of \(fileCount) files" }
  }

  private func showCount(of count: Int, _ text: () -> String) {
    guard count >= 100, isShown, .now >= next else { return }
    next = .now + Self.pause
    write(text())
  }

  /// Shows a message, with the name of a device if there is one.
  package func show(_ sentence: String, of title: String?) {
    (self.sentence, self.title, start) = (sentence.printable, title?.printable, .now)
    show(self.sentence)
  }

  /// Updates the seconds since the message.
  package func tick() {
    let seconds = Int(start.duration(to: .now).components.seconds)
    if !sentence.isEmpty { show("\(sentence) (\(seconds) s)") }
  }

  /// Shows a message; truncates the device's name first.
  private func show(_ sentence: String) {
    let room = max(12, longest - sentence.terminalColumns - 2)
    let name = title.map { "\($0.cut(to: room, with: "…")): " } ?? ""
    if isShown { write("\(name)\(sentence)".cut(to: longest, with: "")) }
  }

  /// Writes the line, over the last one.
  private func write(_ text: String) {
    let rest = String(repeating: " ", count: max(0, width - text.terminalColumns))
    Console.write("\r\(text)\(rest)", to: .error)
    width = max(width, text.terminalColumns)
  }

  /// Erases the line; spaces work on every terminal.
  package func clear() {
    guard width > 0 else { return }
    Console.write("\r\(String(repeating: " ", count: width))\r", to: .error)
    width = 0
  }
}
