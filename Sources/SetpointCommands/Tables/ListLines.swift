/// The lines of `setpoint list`, one per schedule.
struct ListLines: Sendable {
  private var table = ColumnTable()

  init() {}

  static var heading: ListLines {
    var lines = ListLines()
    lines.add("file", "schedule", "unit", "device", "problems") { $0 += "week".utf8 }
    return lines
  }

  /// Adds a line; `week` writes its week.
  mutating func add(
    _ file: String, _ schedule: String, _ unit: String, _ device: String, _ problems: String,
    week: (inout [UInt8]) -> Void
  ) {
    var marks: [UInt8] = []
    week(&marks)
    table.add(file, schedule, unit, device, problems, String(decoding: marks, as: UTF8.self))
  }

  mutating func add(_ lines: ListLines) { table.add(lines.table) }

  /// The lines in columns; empty if there is only the heading. On a narrow terminal a day has three marks; weeks that are
  /// still too wide are omitted, since wrapped marks are unreadable.
  func text(fitting room: Int?) -> String {
    guard table.rows.count > 1 else { return "" }
    guard let room, table.width > room else { return table.text() }
    var narrow = table
    for row in narrow.rows.indices {
      let days = narrow.rows[row].removeLast().split(separator: " ").map { day in
        guard day.count == WeekMarks.minutes.count else { return Array(day) }
        return day.enumerated().filter { [1, 3, 4].contains($0.offset) }.map { $0.element }
      }
      narrow.rows[row].append(days.map { String($0) }.joined(separator: " "))
    }
    return narrow.text(fitting: room)
  }

  static func words(_ errors: Int, _ warnings: Int) -> String {
    if errors == 0, warnings == 0 { return "none" }
    let counts = [(errors, "error"), (warnings, "warning")].filter { $0.0 > 0 }
    return counts.map { "\($0) \($1)\($0 == 1 ? "" : "s")" }.joined(separator: ", ")
  }
}
