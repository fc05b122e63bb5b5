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
