import CLibrary

extension TableApp where Table == KeyedTable {
  /// Runs a program whose errors end it with a message on standard error, a line for each problem.
  ///
  /// The status is 65 where a file has the wrong content, a data file or a layout, and 1 for any other error.
  ///
  /// ```swift
  /// @main
  /// enum Timetable {
  ///   static func main() {
  ///     TableApp.main { … }
  ///   }
  /// }
  /// ```
  public static func main(_ program: () throws -> Void) {
    do {
      try program()
    } catch {
      let name = CommandLine.arguments.first?.split(separator: "/").last ?? "app"
      let lines =
        (error as? FileProblems)?.problems.map { "\(name): \($0)" } ?? ["\(name): \(error)"]
      let text = Array(lines.joined(separator: "\n").utf8) + [UInt8(ascii: "\n")]
      _ = write(2, text, text.count)
      exit(error is FileProblems ? 65 : 1)
    }
  }
}
