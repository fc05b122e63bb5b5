import JSONText

/// The figures of one run, as a table for people and JSON for programs.
struct Report {
  /// One figure with its unit.
  struct Figure {
    /// What was measured.
    let name: String
    /// The median, or the only value.
    let value: Double
    /// `ms`, `us`, `bytes`, `MiB`, or nothing for a ratio.
    let unit: String
  }

  private let figures: [Figure]

  /// Measures the binary at `path`, and the libraries that this program shares with it.
  ///
  /// - Throws: `SystemCallError` when a program cannot be started.
  init(measuring path: String) throws {
    figures =
      try StartUp.figures(of: path) + InProcess.figures() + OnTerminal.figures(of: path)
  }

  /// Prints the table, an empty line, and the JSON object.
  func write() {
    let width = figures.map(\.name.count).max() ?? 0
    for figure in figures {
      let blanks = String(repeating: " ", count: width - figure.name.count)
      print("\(figure.name)\(blanks)  \(Self.rounded(figure.value)) \(figure.unit)")
    }
    let members = figures.map { figure in
      let unit = figure.unit.isEmpty ? "" : " (\(figure.unit))"
      return JSONValue.Member(figure.name + unit, .real(Self.rounded(figure.value)))
    }
    print("\n" + JSONValue.object(members).text(.indented))
  }

  private static func rounded(_ value: Double) -> Double {
    (value * 1000).rounded() / 1000
  }
}

/// Times and their middle.
enum Timing {
  /// How long `body` takes, in microseconds.
  static func microseconds(_ body: () throws -> Void) rethrows -> Double {
    let start = ContinuousClock.now
    try body()
    return start.duration(to: .now) / .microseconds(1)
  }

  /// The median time of `body` over `count` runs, in microseconds.
  static func median(of count: Int, _ body: () throws -> Void) rethrows -> Double {
    try median((0..<count).map { _ in try microseconds(body) })
  }

  /// The middle of some values, 0 for none.
  static func median(_ values: [Double]) -> Double {
    values.isEmpty ? 0 : values.sorted()[values.count / 2]
  }
}
