import Diagnostics
import ScheduleModel
import ScheduleRules
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
      schedules.append((name, Self.week(unit, timeGrid: grid, step: step, using: &generator)))
    }
    piece = .document(schedules, unit: unit)
    if Bool.random(using: &generator) {
      piece[path: ["schedules", "0", "notes"]] = .text("für kalte Tage")
    }
    if Bool.random(using: &generator) {
      piece[path: ["schedules", "0", "device"]] = .text("radiotherm")
    }
  }

  /// The rules about values that random weeks keep by how they are made, without having been asked.
  private static let keptRules: Set = [
    "SP201", "SP202", "SP203", "SP301", "SP302", "SP303", "SP304", "SP305", "SP404",
  ]

  /// The newer rules about values, without advice; nil if there are none.
  private static let laterRules: CheckOptions? = {
    let codes = ScheduleRuleList.infos.filter {
      $0.severity != .info && ("SP2"..<"SP6").contains($0.code)
    }.map(
      \.code)
    var options = CheckOptions()
    options.select = codes.filter { !keptRules.contains($0) }
    return options.select.isEmpty ? nil : options
  }()

  /// The first random week that keeps those rules.
  private static func week(
    _ unit: TemperatureUnit, timeGrid: Int, step: Int, using generator: inout SeededGenerator
  ) -> Week {
    for _ in 0..<1000 {
      let week = Week.random(unit: unit, timeGrid: timeGrid, step: step, using: &generator)
        .withSetbacks()
      guard let laterRules else { return week }
      if WeekCheck.findings(in: DraftWeek(week), options: laterRules).isEmpty { return week }
    }
    fatalError("every random week breaks \(laterRules?.select ?? [])")
  }
}
