import Diagnostics
import TerminalScreen

/// What was done with many devices: a line each, in columns.
struct FleetTable {
  private var rows = [["device", "result", "schedule", "what"]]
  /// The worst status.
  private(set) var status = ExitStatus.success

  /// Adds a device.
  mutating func add(_ device: DeviceList.Device, _ outcome: LinkOutcome) {
    status = max(status, outcome.status)
    let size = outcome.difference.flatMap { $0.isEmpty ? nil : $0.size }
    let schedule = outcome.schedule ?? device.schedule ?? "?"
    rows.append(
      [device.name, outcome.word.rawValue, schedule, outcome.reason ?? size ?? ""].map(\.printable))
  }

  /// The lines, below a heading.
  var text: String {
    let widths = (0..<3).map { column in rows.map { $0[column].terminalColumns }.max() ?? 0 }
    return rows.map { row in
      let columns = zip(row, widths).map { text, width in
        text + String(repeating: " ", count: width - text.terminalColumns + 2)
      }
      let line = columns.joined() + row[3]
      return String(line.reversed().drop { $0 == " " }.reversed()) + "\n"
    }.joined()
  }
}
