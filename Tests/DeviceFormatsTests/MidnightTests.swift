import DeviceFormats
import Diagnostics
import ScheduleModel
import Testing

/// What holds between midnight and wake, on a week in which every day differs.
@Suite struct MidnightTests {
  /// Heat 10 to 16 °C by day in the evening; wake at 06:00 but on Wednesday, which begins at 00:00.
  private static let week: Week = {
    var schedule = Week.standard(.celsius)
    for day in Weekday.allCases {
      schedule[RowAddress(day, .sleep)].heat = Temperature(10 + day.rawValue)
    }
    schedule[RowAddress(.wednesday, .wake)].time = .midnight
    return schedule
  }()

  /// The first entry of each day in the Sonoff text form.
  private func firstEntries(kind: String) throws -> [String] {
    var options = ExportOptions()
    options.kind = kind
    options.allowances = [.dropCool]
    let text = try #require(DeviceFormats.device(named: "zigbee2mqtt")?.format)
      .export(Self.week, name: "", options: options).text
    // Days are in one message or in seven; a text with a slash is one message.
    let quoted = text.split(separator: "\"").filter { $0.contains("/") }
    return quoted.map { String($0.split(separator: " ")[0]) }
  }

  @Test("a device that does not carry over gets the setpoint of the evening before")
  func withoutCarryOver() throws {
    #expect(
      try firstEntries(kind: "sonoff-trvzb") == [
        "00:00/16", "00:00/10", "00:00/21", "00:00/12", "00:00/13", "00:00/14", "00:00/15",
      ])
  }

  @Test("days that share a program begin with the same setpoints, if these are written")
  func sharedProgram() throws {
    let format = try #require(DeviceFormats.device(named: "zigbee2mqtt")?.format)
    var options = ExportOptions()
    options.kind = "tuya-workdays"
    options.allowances = [.dropCool]
    var week = Week.standard(.celsius)
    for day in [Weekday.saturday, .sunday] {
      week[RowAddress(day, .sleep)].heat = Temperature(15)
    }
    _ = try format.export(week, name: "", options: options)
    options.addsMidnightEntry = true
    let refusal = #expect(throws: ExportRefusal.self) {
      try format.export(week, name: "", options: options)
    }
    var cells: [CellAddress?] = []
    if case .issues(let issues) = refusal { cells = issues.map(\.cell) }
    #expect(
      cells == [CellAddress(.monday, .sleep, .heat), CellAddress(.saturday, .sleep, .heat)])
    _ = try format.export(.standard(.celsius), name: "", options: options)
  }

  @Test("a device that carries over gets no entry at midnight") func withCarryOver() throws {
    #expect(
      try firstEntries(kind: "tuya") == [
        "06:00/21.0", "06:00/21.0", "00:00/21.0", "06:00/21.0", "06:00/21.0", "06:00/21.0",
        "06:00/21.0",
      ])
  }

  @Test("an entry at midnight is refused if the device has no room for it")
  func noRoomAtMidnight() throws {
    let format = try #require(DeviceFormats.device(named: "zigbee2mqtt")?.format)
    var options = ExportOptions()
    options.kind = "tuya"
    options.allowances = [.dropCool]
    options.addsMidnightEntry = true
    let refusal = #expect(throws: ExportRefusal.self) {
      try format.export(Self.week, name: "", options: options)
    }
    #expect(refusal?.issues.map(\.code) == Array(repeating: "SP506", count: 6))
    #expect(refusal?.issues.first?.message == "Monday needs 5 entries; tuya has 4 per day")
  }
}
