import Diagnostics
import ScheduleModel

/// Creates a schedule from a program.
struct WeekAssembly {
  private(set) var program: DeviceProgram
  /// The file, for findings without a switchpoint or whose switchpoint has no file.
  let text: DeviceText
  let options: ImportOptions
  let limits: DeviceProfile
  var losses: [Diagnostic] = []

  /// The unit of the schedule.
  private var unit: TemperatureUnit { options.unit ?? program.unit }

  /// Creates the schedule: both sides from the file, or one from the file and the other from the options.
  ///
  /// - Throws: `ImportRefusal.losses` with a finding per day that does not fit; `unreadable` without a program.
  mutating func week() throws(ImportRefusal) -> Week {
    for side in program.heldSides.each { fillGaps(of: side) }
    try refuseLosses()
    var read = try joined().merging(base) { own, _ in own }
    if !program.hasDates { read = read.withoutMidnightEntries() }
    var days = read.filter { program[.heat][$0.key] ?? program[.cool][$0.key] != nil }
    for day in Weekday.allCases { reduce(&days, day, of: read) }
    for day in Weekday.allCases { reportLosses(of: day, from: read, in: days, .tooManyPeriods) }
    try refuseLosses()
    for day in Weekday.allCases { fill(&days, day) }
    try refuseLosses()
    let week = try tabulated(days)
    if program.heldSides == .both,
      days.keys.flatMap(week.day).allSatisfy({
        if let heat = $0.heat, let cool = $0.cool { heat > cool } else { false }
      })
    {
      throw text.fault(
        at: nil,
        "heat is above cool in every row; the heat program and the cool program are probably swapped"
      )
    }
    return week
  }

  /// Fills the gaps of a side from the options, and reports times with seconds.
  private mutating func fillGaps(of side: Side) {
    let isOneSided = program.heldSides != .both
    let filling = options.gaps?[side, isOnly: isOneSided].map {
      options.degrees($0, in: program.unit)
    }
    for day in Weekday.allCases {
      guard var points = program[side][day] else { continue }
      for (index, point) in points.enumerated() {
        if let time = point.time.finer {
          report(
            "\(about: day, verb: "") \(time) is not a full minute; \(TimeOfDay(wrapping: point.minutes))",
            of: point)
        }
        guard point[side]?.isGap == true else { continue }
        if let filling {
          points[index][side] = filling
          continue
        }
        let times = points[index...].prefix(2).map { "\(TimeOfDay(wrapping: $0.minutes))" }
        refuse(
          .gap, point,
          "\(about: day, verb: "has") no setpoint from \(times.joined(separator: " to "))"
            + "\(times.count < 2 ? " on" : "")",
          " (\(add: .gaps) \(isOneSided ? "VALUE" : "HEAT/COOL") fills it)")
      }
      program[side][day] = points
    }
  }

  /// The days of the schedule that supplies missing ones, with the sides of the file.
  private var base: ReadDays {
    guard let base = options.base?.converted(to: unit) else { return [:] }
    let sides = program.heldSides.each.map { side in
      days(side, at: base) { base[$0][side] }
    }
    return sides.dropFirst().reduce(sides[0]) { $0.merged(with: $1) }
  }

  /// The switchpoints of both sides, or of the only one; a side of another schedule keeps its times.
  ///
  /// - Throws: `ImportRefusal.losses` for days with more than four times in total; `unreadable` for a file without a program.
  private mutating func joined() throws(ImportRefusal) -> ReadDays {
    guard let side = program.heldSides.each.first else {
      throw text.fault(at: nil, "the file contains no weekly program")
    }
    var (own, other) = (program[side], program[side.other])
    if other.isEmpty {
      if case .from(let schedule) = side == .heat ? options.cool : options.heat {
        other = days(side.other, at: schedule) { given(side.other, $0) }
      }
      own.merge(base) { own, _ in own }
      guard own.count == Weekday.allCases.count, !other.isEmpty else { return program[side] }
    }
    if own.mapValues({ $0.map(\.minutes) }) == other.mapValues({ $0.map(\.minutes) }) {
      return own.merged(with: other)
    }
    (own, other) = (own.withoutMidnightEntries(), other.withoutMidnightEntries())
    let (heat, cool) = side == .heat ? (own, other) : (other, own)
    for day in Weekday.allCases { checkSides(of: day, heat, cool) }
    try refuseLosses()
    let merged = own.merged(with: other)
    if let side = options.times {
      let days = side == .heat ? heat.sampling(.cool, of: cool) : cool.sampling(.heat, of: heat)
      for day in Weekday.allCases { reportLosses(of: day, from: merged, in: days, .timesDiffer) }
      return days
    }
    for day in Weekday.allCases {
      let before = program.hasDates ? nil : merged.carried(into: day)
      let (heats, cools) = (heat[day] ?? [], cool[day] ?? [])
      guard let points = merged[day]?.changes(after: before),
        points.count > Period.allCases.count,
        max(heats.count, cools.count) <= Period.allCases.count
      else { continue }
      refuse(
        .timesDiffer, own[day]?.first,
        "\(about: day, verb: "") heats at \(Self.times(heats)) and cools at \(Self.times(cools)): "
          + "\(points.count) times for 4 rows",
        "; pass \(add: .times) heat or \(add: .times) cool")
    }
    try refuseLosses()
    return merged
  }

  /// The switchpoints of a side at the times of another schedule.
  private func days(_ side: Side, at times: Week, value: (RowAddress) -> Temperature?) -> ReadDays {
    var days: ReadDays = [:]
    for row in RowAddress.all {
      guard let value = value(row) else { continue }
      var point = ReadSwitchpoint(time: (times[row].time.minutes, nil))
      point[side] = options.degrees(value, in: program.unit)
      days[row.day, default: []].append(point)
    }
    return days
  }

  /// Reports a day that one program lacks, and a day on which a side depends on the missing previous day.
  private mutating func checkSides(of day: Weekday, _ heat: ReadDays, _ cool: ReadDays) {
    switch (heat[day]?.first, cool[day]?.first) {
    case (let point?, nil), (nil, let point?):
      let (has, lacks) = point.heat == nil ? ("cool", "heat") : ("heat", "cool")
      refuse(
        .dayMissing, point, "\(about: day, verb: "has") a \(has) program and no \(lacks) program")
    case (let own?, let other?)
    where own.minutes != other.minutes && heat[day.previous] == nil:
      refuse(
        .timesDiffer, own,
        "\(about: day, verb: "") heats from \(TimeOfDay(wrapping: own.minutes)) and cools from "
          + "\(TimeOfDay(wrapping: other.minutes)), and the file lacks \(day.previous.title)'s "
          + "setpoints, which apply before")
    default: break
    }
  }

  /// Adds a loss at a switchpoint, or for the whole file.
  mutating func refuse(
    _ rule: RuleInfo, _ point: ReadSwitchpoint?, _ message: Sentence, _ remedy: Sentence = ""
  ) {
    let message = options.areAdvised ? message + remedy : message
    let loss = (point?.text ?? text).diagnostic(rule, at: point?.offset, message)
    // Heat and cool may have the same gap.
    if rule != .gap || !losses.contains(loss) { losses.append(loss) }
  }

  func refuseLosses() throws(ImportRefusal) {
    if !losses.isEmpty { throw .losses(losses) }
  }

  private static func times(_ points: [ReadSwitchpoint]) -> String {
    points.prefix(8).map { TimeOfDay(wrapping: $0.minutes).description }.joined(separator: " ")
      + (points.count > 8 ? " …" : "")
  }

  /// Removes the periods beyond four whose setpoints differ least, and for the shortest time, from those in force
  /// before, and periods that then change nothing.
  private func reduce(_ days: inout ReadDays, _ day: Weekday, of read: ReadDays) {
    let before = program.hasDates ? nil : days.carried(into: day)
    guard let whole = days[day], whole.count > Period.allCases.count else { return }
    var points = whole.changes(after: before)
    while points.count > Period.allCases.count {
      let end = end(of: points[points.count - 1], after: 1439, of: day, in: read)
      let times = points.map(\.minutes) + [end]
      let losses = points.indices.map { index in
        let inForce = index > 0 ? points[index - 1] : before
        let minutes = times[index + 1] - times[index]
        return (inForce.map { points[index].distance(from: $0) * minutes } ?? .max, minutes)
      }
      guard let least = points.indices.min(by: { losses[$0] < losses[$1] }) else { break }
      points.remove(at: least)
      // The one after it may now repeat the setpoints in force.
      let changes = points.changes(after: before)
      if changes.count >= Period.allCases.count { points = changes }
    }
    days[day] = points.isEmpty ? [whole[0]] : points
  }

  /// The minutes from the start of a day to the end of a period: the first switchpoint after `minute` that has other
  /// setpoints or is in `kept`.
  private func end(
    of period: ReadSwitchpoint, after minute: Int, of day: Weekday, in read: ReadDays,
    kept: ReadDays = [:]
  ) -> Int {
    for (index, day) in (Weekday.week(from: day) + [day]).enumerated() {
      for point in read[day] ?? [] where index * 1440 + point.minutes > minute {
        let isKept = kept[day]?.contains { $0.minutes == point.minutes } ?? false
        guard isKept || !point.holdsSame(as: period) || program.hasDates && index > 0 else {
          continue
        }
        return index * 1440 + point.minutes
      }
    }
    return 1440
  }

  /// Reports the periods of a day that `days` does not have; refuses periods that the options do not drop.
  private mutating func reportLosses(
    of day: Weekday, from read: ReadDays, in days: ReadDays, _ rule: RuleInfo
  ) {
    let carried = program.hasDates ? (nil, nil) : (read.carried(into: day), days.carried(into: day))
    guard let all = read[day], let points = days[day] else { return }
    let whole = all.changes(after: carried.0)
    let times = Set((points + whole).map(\.minutes))
    let lost = all.filter { point in
      let row = points.last { $0.minutes <= point.minutes } ?? carried.1
      return row?.holdsSame(as: point) != true && times.contains(point.minutes)
    }
    let text = { [self] (point: ReadSwitchpoint) in
      let end = end(of: point, after: point.minutes, of: day, in: read, kept: days)
      let isLong = end - point.minutes > 1440
      let last = isLong ? "\(Weekday.week(from: day)[end / 1440 % 7].title) " : ""
      let degrees = point.sides.map {
        "\($0.name) \(point[$0]?.text ?? "") \(program.unit.symbol)"
      }
      return "\(TimeOfDay(wrapping: point.minutes)) to \(last)\(TimeOfDay(wrapping: end)) "
        + "with \(degrees.listed("and"))"
    }
    if rule == .tooManyPeriods, !options.allowances.contains(.dropPeriods), !lost.isEmpty {
      return refuse(
        rule, whole[min(4, whole.count - 1)],
        "\(about: day, verb: "has") \(whole.count) periods, at \(Self.times(whole)); the table has 4",
        " (\(add: .dropPeriods) omits \(lost.lazy.map(text).listed(upTo: 4)))")
    }
    for point in lost {
      (point.text ?? self.text).warn(
        rule, at: point.offset, "\(about: day, verb: "") \(text(point)) was omitted")
    }
  }

  /// Splits the longest periods of a day with fewer than four, at times that the device supports, without effect.
  private mutating func fill(_ days: inout ReadDays, _ day: Weekday) {
    guard var points = days[day], let first = points.first else { return }
    let count = points.count
    while points.count < Period.allCases.count {
      if let (index, minutes) = split(points) {
        var copy = points[index]
        copy.minutes = minutes
        points.insert(copy, at: index + 1)
      } else if var copy = days.carried(into: day), points[0].minutes > 0, !program.hasDates {
        // No time after the last one is free: before the first one, the previous evening's setpoints are in force.
        copy.minutes = points[0].minutes / 2 / limits.timeGrid * limits.timeGrid
        points.insert(copy, at: 0)
      } else {
        return refuse(
          .dayMissing, first,
          "\(about: day, verb: "") begins at \(TimeOfDay(wrapping: first.minutes)), and the file lacks "
            + "\(day.previous.title)'s setpoints, which apply before")
      }
    }
    guard points.count != count else { return }
    (points[0].text ?? text).warn(
      .filled, at: points[0].offset,
      "\(about: day, verb: "has") \(count) \(count == 1 ? "period" : "periods"); the other rows repeat "
        + "the setpoints in force")
    days[day] = points
  }

  /// The longest period of a day that can be split, and a supported time near its middle.
  private func split(_ points: [ReadSwitchpoint]) -> (index: Int, minutes: Int)? {
    let grid = limits.timeGrid
    let shown = grid > 1 ? grid : 15
    let ends = points.dropFirst().map(\.minutes) + [1440]
    return zip(points, ends).enumerated()
      .sorted { $0.element.1 - $0.element.0.minutes > $1.element.1 - $1.element.0.minutes }
      .lazy.compactMap { index, period in
        let (start, end) = (period.0.minutes, period.1)
        let middle = (start + end) / 2
        return [middle / shown * shown, middle / grid * grid, (start / grid + 1) * grid]
          .first { start < $0 && $0 < end }.map { (index, $0) }
      }.first
  }

  /// Creates a schedule from days of four switchpoints each, with the sides in the files and those given by options.
  ///
  /// - Throws: `ImportRefusal.losses` for missing days, and for values that a schedule cannot represent.
  private mutating func tabulated(_ days: ReadDays) throws(ImportRefusal) -> Week {
    var result = options.base.map { $0.converted(to: unit) } ?? .standard(unit)
    var sides = Sides()
    for row in RowAddress.all {
      guard let point = days[row.day]?[row.period.rawValue] else { continue }
      result[row] = Setpoint(
        time: TimeOfDay(wrapping: point.minutes),
        heat: value(point, .heat, row), cool: value(point, .cool, row))
      sides = result[row].sides
    }
    let missing = Weekday.allCases.filter { days[$0] == nil }
    if !missing.isEmpty, options.base?.sides.isSuperset(of: sides) != true {
      losses = []
      refuse(
        .dayMissing, nil, "the file has no program for \(DayGroup(missing))",
        "; pass \(add: .into) FILE to take them from a schedule")
    }
    try refuseLosses()
    return result.with(sides) { _, _ in Temperature(0) }
  }

  private mutating func value(
    _ point: ReadSwitchpoint, _ side: Side, _ row: RowAddress
  ) -> Temperature? {
    let source = program.unit
    guard let degrees = point[side] else { return given(side, row) }
    // The step of the device, if the value is a multiple of it.
    let step = limits.scales.first { $0.unit == source }?.step ?? 1
    let isOnGrid = degrees.finer == nil && degrees.hundredths.isMultiple(of: step)
    let scale = TemperatureScale(source, step: isOnGrid ? step : 1)
    let value = scale.temperature(degrees.hundredths, in: unit)
    let back = scale.nearest(to: value, in: unit)
    if degrees.isWritten(of: value, in: unit, as: source) { return value }
    if degrees.finer != nil || back != degrees.hundredths {
      let own: Sentence =
        "\(about: CellAddress(row, side.field)) \(degrees.text) \(source.symbol)"
      report(
        source == unit
          ? "\(own) is not a multiple of 0.1; \(value)"
          : "\(own) is not a multiple of 0.1 \(unit.symbol); \(value) \(unit.symbol), which is "
            + "\(back) \(source.symbol)", of: point)
    }
    return value
  }

  /// The option's value for a setpoint missing from the file.
  private mutating func given(_ side: Side, _ row: RowAddress) -> Temperature? {
    switch side == .heat ? options.heat : options.cool {
    case .value(let value): return value
    case .from(let schedule), .rows(let schedule):
      guard let own = schedule[row][side] else { return nil }
      let value = own.converted(from: schedule.unit, to: unit)
      if value.converted(from: unit, to: schedule.unit) != own {
        report(
          "added \(about: CellAddress(row, side.field)) \(own) \(schedule.unit.symbol) "
            + "is not a multiple of 0.1 \(unit.symbol); \(value) \(unit.symbol)")
      }
      return value
    case nil: return nil
    }
  }

  /// Reports a rounded cell or time, as a loss unless the options allow it.
  mutating func report(_ message: Sentence, of point: ReadSwitchpoint? = nil) {
    if options.allowances.contains(.round) {
      (point?.text ?? text).warn(.roundedIn, at: point?.offset, message)
    } else {
      refuse(.roundedIn, point, "\(message) with \(option: .round)")
    }
  }
}
