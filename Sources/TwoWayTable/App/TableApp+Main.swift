import CLibrary

extension TableApp where Table == KeyedTable {
  /// Runs a program and reports its errors on standard error, one line each.
  ///
  /// The exit status is 65 for invalid content of a data or layout file, and 1 for other errors.
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
