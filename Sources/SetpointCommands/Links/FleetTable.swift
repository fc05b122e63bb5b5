/// The results for many devices, one row each.
struct FleetTable {
  private var table = ColumnTable()
  /// The worst status.
  private(set) var status = ExitStatus.success

  init() { table.add("device", "result", "schedule", "what") }

  mutating func add(_ device: DeviceList.Device, _ outcome: LinkOutcome) {
    status = max(status, outcome.status)
    let size = outcome.difference.flatMap { $0.isEmpty ? nil : $0.size }
    let schedule = outcome.schedule ?? device.schedule ?? "?"
    table.add(device.name, outcome.word.rawValue, schedule, outcome.reason ?? size ?? "")
  }

  /// The table with its heading.
  var text: String { table.text() }
}
