/// The lines of `setpoint list`, a schedule each.
struct ListLines: Sendable {
  private var table = ColumnTable()

  /// Makes no line.
  init() {}

  /// The line that names the columns.
  static var heading: ListLines {
    var lines = ListLines()
    lines.add("file", "schedule", "unit", "device", "problems") { $0 += "week".utf8 }
    return lines
  }

  /// Adds a line, whose week `week` writes.
  mutating func add(
    _ file: String, _ schedule: String, _ unit: String, _ device: String, _ problems: String,
    week: (inout [UInt8]) -> Void
  ) {
    var marks: [UInt8] = []
    week(&marks)
    table.add(file, schedule, unit, device, problems, String(decoding: marks, as: UTF8.self))
  }

  /// Adds the lines of a file.
  mutating func add(_ lines: ListLines) { table.add(lines.table) }

  /// The lines in columns; nothing for the heading alone. On a terminal that is too narrow there are no weeks, whose
  /// marks mean nothing where they are broken.
  func text(fitting room: Int?) -> String { table.rows.count > 1 ? table.text(fitting: room) : "" }

  static func words(_ errors: Int, _ warnings: Int) -> String {
    if errors == 0, warnings == 0 { return "none" }
    let counts = [(errors, "error"), (warnings, "warning")].filter { $0.0 > 0 }
    return counts.map { "\($0) \($1)\($0 == 1 ? "" : "s")" }.joined(separator: ", ")
  }
}
