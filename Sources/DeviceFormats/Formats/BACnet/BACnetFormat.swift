import ScheduleModel

/// Writes and reads the Weekly_Schedule property of two BACnet Schedule objects, heat and cool.
///
/// Sources: bacpypes3 basetypes.py and object.py (property 123 of object type 17, an array of seven daily schedules, 1
/// is Monday). An entry is an application-tagged time and an IEEE single. Before a day's first entry Schedule_Default
/// applies (Siemens A6V12954388), so 00:00 is always written.
struct BACnetFormat: ImportableFormat {
  let id = "bacnet"
  let fileSuffix = "txt"
  let title = "BACnet Schedule objects, Weekly_Schedule in hex"
  let options: DeviceOptionSet = [.program, .midnight, .oneSide]

  let profiles = [
    DeviceProfile(
      "bacnet", title: "BACnet controllers",
      capabilities: DeviceCapabilities(
        periods: nil,
        scales: [TemperatureScale(.celsius, step: 1), TemperatureScale(.fahrenheit, step: 1)],
        midnight: .needsEntry))
  ]

  let instructions = [
    "setpoint push FILE bacnet://HOST/DEVICE/schedule/HEAT,COOL   (read back; also pull, drift)",
    "setpoint export FILE --to bacnet -o weekly.txt      (--unit C|F: the unit of the setpoints)",
    "Each hex line is the value of property 123 (Weekly_Schedule) for a WriteProperty request:",
    "the heat line to the Schedule object that drives the heating setpoint, the cool line likewise.",
    "Read back: setpoint import weekly.txt --from bacnet",
  ]

  func text(of week: FittedWeek, name: String, options: ExportOptions) -> WrittenText {
    let alone = week.sides == .both ? "" : " alone"
    var text = ""
    for side in week.sides.each {
      text += "# \(side.name)\(alone) °\(week.scale.unit.rawValue): Weekly_Schedule, Monday first\n"
      text += HexText.text(Self.property(week, side)) + "\n"
    }
    return WrittenText(text)
  }

  /// Seven lists between opening and closing context tag 0.
  private static func property(_ week: FittedWeek, _ side: Side) -> [UInt8] {
    Weekday.allCases.flatMap { day -> [UInt8] in
      var bytes: [UInt8] = [0x0E]
      for entry in week.entries(of: day) {
        bytes += [0xB4, UInt8(entry.time.hour), UInt8(entry.time.minute), 0, 0, 0x44]
        let bits = (Float(entry[side].count) / 100).bitPattern
        bytes += [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: bits >> $0) }
      }
      return bytes + [0x0F]
    }
  }
}
