/// What was done with many devices: a line each, in columns.
struct FleetTable {
  private var table = ColumnTable()
  /// The worst status.
  private(set) var status = ExitStatus.success

  init() { table.add("device", "result", "schedule", "what") }

  /// Adds a device.
  mutating func add(_ device: DeviceList.Device, _ outcome: LinkOutcome) {
    status = max(status, outcome.status)
    let size = outcome.difference.flatMap { $0.isEmpty ? nil : $0.size }
    let schedule = outcome.schedule ?? device.schedule ?? "?"
    table.add(device.name, outcome.word.rawValue, schedule, outcome.reason ?? size ?? "")
  }

  /// The lines, below a heading.
  var text: String { table.text() }
}
