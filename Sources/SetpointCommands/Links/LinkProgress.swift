import Diagnostics

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
