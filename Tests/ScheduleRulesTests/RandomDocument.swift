import ScheduleModel
import TestSupport

/// A document without a fault, as a seed makes it.
struct RandomDocument {
  let unit: TemperatureUnit
  let layout: TextLayout
  var schedules: [(name: String, schedule: Week)]
  var piece: TextPiece

  /// Names in several scripts, some with characters that JSON or messages must take care of.
  private static let names = [
    "Home", "Winter", "Hütte im Wald", "夏の家", "Дача", "قاعة", "🏠 away", "a/b~c",
    "it's \\\"ours\\\"",
    "tab\\u0020and \\u00e9", "x",
  ]

  init(using generator: inout SeededGenerator) {
    unit = Bool.random(using: &generator) ? .fahrenheit : .celsius
    layout = TextLayout.all.randomElement(using: &generator) ?? .canonical
    let names = Self.names.shuffled(using: &generator).prefix(.random(in: 1...3, using: &generator))
    let grid = [1, 5, 10, 15, 30].randomElement(using: &generator) ?? 1
    let step = [1, 5, 10].randomElement(using: &generator) ?? 10
    schedules = []
    for name in names {
      let schedule = Week.random(unit: unit, timeGrid: grid, step: step, using: &generator)
      schedules.append((name, schedule.withSetbacks()))
    }
    piece = .document(schedules, unit: unit)
    if Bool.random(using: &generator) {
      piece[path: ["schedules", "0", "notes"]] = .text("für kalte Tage")
    }
    if Bool.random(using: &generator) {
      piece[path: ["schedules", "0", "device"]] = .text("radiotherm")
    }
  }
}
