import Diagnostics
import ScheduleModel

/// The times and temperatures of a day in one text, `06:00/21 08:00/16`.
struct DayText {
  /// Whether a time is the end of its temperature, so that the last is 24:00.
  let isUntil: Bool

  /// What Aqara W600 (`08:00/home, 22:00/sleep`) and PO-BOCO-ELEC (`comfort / 06:00 / eco`) have for degrees.
  private static let presets: Set = [
    "home", "away", "sleep", "vacation", "wind_down", "off", "antifrost", "eco", "comfort_-2",
    "comfort_-1", "comfort",
  ]

  func points(_ place: LocatedNode, _ day: Weekday) throws(ImportRefusal) -> [ReadSwitchpoint] {
    let points = try entries(place)
    return points.isEmpty ? [.gap(from: 0, [.heat], at: place.offset)] : points
  }

  /// The switchpoints of a text.
  func entries(_ place: LocatedNode) throws(ImportRefusal) -> [ReadSwitchpoint] {
    let words = try place.string().split(separator: " ")
    try place.refuseTooMany(words.count)
    let parts = words.flatMap { $0.split { "/,".contains($0) } }
    if let preset = parts.first(where: { Self.presets.contains(String($0)) }) {
      throw place.fault(
        "\(String(preset).quoted()) is a preset of the device; its degrees are not in the schedule")
    }
    var points: [ReadSwitchpoint] = []
    var start = 0
    for word in words {
      let parts = word.split(separator: "/", omittingEmptySubsequences: false)
      let isEnd = parts[0] == "24:00"
      guard parts.count == 2, let minutes = isEnd ? 1440 : TimeOfDay(clock: parts[0])?.minutes,
        let heat = ReadDegrees(text: parts[1].replacing("°C", with: ""))
      else { throw place.fault("\(String(word).quoted()) is not like 06:00/21") }
      if isEnd, !isUntil {
        throw place.fault(
          "24:00 cannot start a period; if the times of the valve are ends (TV02, TV01-ZB, "
            + "ZONNSMART), pass --device tuya-until")
      }
      if isUntil, start == minutes, !points.isEmpty { continue }
      points.append(
        ReadSwitchpoint(minutes: isUntil ? start : minutes, heat: heat, offset: place.offset))
      if isUntil, minutes <= start { throw place.fault("the times do not rise at \(word)") }
      start = minutes
    }
    if isUntil, start != 1440 {
      throw place.fault("the last time is not 24:00")
    }
    return points
  }
}
