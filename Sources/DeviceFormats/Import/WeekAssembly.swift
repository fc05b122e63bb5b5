import Diagnostics
import ScheduleModel

/// Makes a schedule of the programs that were read.
struct WeekAssembly {
  private let text: DeviceText
  private let options: ImportOptions
  private let limits: DeviceCapabilities
  private var losses: [Diagnostic] = []

  /// Begins to make a schedule of what `format` reads; findings name places of `text`.
  ///
  /// - Throws: `ImportRefusal.usage` for a kind of device that the format does not have.
  init(
    _ text: DeviceText, _ options: ImportOptions, of format: some DeviceFormat
  ) throws(ImportRefusal) {
    self.text = text
    self.options = options
    do {
      limits = try format.profile(options.kind).capabilities
    } catch {
      guard case .usage(let sentence) = error else { throw .usage("\(error)") }
      throw .usage(sentence)
    }
  }

  /// Makes a schedule of a program of both sides, or of one and what the options give for the other.
  ///
  /// - Throws: `ImportRefusal.losses` with a finding per day that the table cannot hold.
  mutating func schedule(from program: DeviceProgram) throws(ImportRefusal) -> Schedule {
    var program = program.withoutMidnightEntries()
    for day in Weekday.allCases { reduce(&program, day) }
    try refuseLosses()
    for day in Weekday.allCases { fill(&program, day) }
    return try tabulated(program)
  }

  /// Makes a schedule of a heat program and a cool program, each with its own times.
  ///
  /// - Throws: `ImportRefusal.losses` for the days on which the two change at more than four times.
  mutating func schedule(
    heat: DeviceProgram, cool: DeviceProgram
  ) throws(ImportRefusal) -> Schedule {
    let (heat, cool) = (heat.withoutMidnightEntries(), cool.withoutMidnightEntries())
    if options.times == .heat { return try schedule(from: heat.sampling(cool)) }
    if options.times == .cool { return try schedule(from: cool.sampling(heat)) }
    let merged = heat.merged(with: cool)
    for day in Weekday.allCases {
      guard let points = merged.days[day]?.withoutRepetitions(),
        points.count > Period.allCases.count
      else { continue }
      let (own, other) = (heat.days[day] ?? [], cool.days[day] ?? [])
      if max(own.count, other.count) > Period.allCases.count { continue }
      losses.append(
        (own.first?.text ?? text).diagnostic(
          .timesDiffer, at: own.first?.offset,
          "\(day.name) heats at \(Self.times(own)) and cools at \(Self.times(other)): "
            + "\(points.count) times for 4 rows; --times heat or --times cool says whose hold"))
    }
    try refuseLosses()
    return try schedule(from: merged)
  }

  /// Makes a schedule of the programs that are there: both, or one and what the options give.
  ///
  /// - Throws: `ImportRefusal.losses` as above; `unreadable` when there is no program at all.
  mutating func schedule(from programs: SidePrograms) throws(ImportRefusal) -> Schedule {
    switch (programs.heat.days.isEmpty, programs.cool.days.isEmpty) {
    case (false, false): return try schedule(heat: programs.heat, cool: programs.cool)
    case (false, true): return try schedule(from: programs.heat)
    case (true, false): return try schedule(from: programs.cool)
    case (true, true): throw text.fault(at: nil, "the file holds no weekly program")
    }
  }

  private func refuseLosses() throws(ImportRefusal) {
    if !losses.isEmpty { throw .losses(losses) }
  }

  private static func times(_ points: [Switchpoint]) -> String {
    points.prefix(8).map { TimeOfDay(wrapping: $0.minutes).description }.joined(separator: " ")
      + (points.count > 8 ? " …" : "")
  }
}

// MARK: Four rows a day

extension WeekAssembly {
  /// Takes the shortest periods off a day that has more than four, or reports the day.
  private mutating func reduce(_ program: inout DeviceProgram, _ day: Weekday) {
    guard var points = program.days[day]?.withoutRepetitions() else { return }
    program.days[day] = points
    guard points.count > Period.allCases.count else { return }
    guard options.allowances.contains(.dropPeriods) else {
      losses.append(
        (points[4].text ?? text).diagnostic(
          .tooManyPeriods, at: points[4].offset,
          "\(day.name) has \(points.count) periods, at \(Self.times(points)); the table has 4 "
            + "(--drop-periods leaves the shortest out)"))
      return
    }
    let nextStart = 1440 + (program.days[day.next] ?? points)[0].minutes
    while points.count > Period.allCases.count {
      let ends = points.dropFirst().map(\.minutes) + [nextStart]
      let lengths = zip(points, ends).map { $1 - $0.minutes }
      let shortest = lengths.indices.min { lengths[$0] < lengths[$1] } ?? 0
      let gone = points.remove(at: shortest)
      (gone.text ?? text).warn(
        .tooManyPeriods, asWarningAt: gone.offset,
        "\(day.name) \(TimeOfDay(wrapping: gone.minutes)) is left out; it lasts "
          + "\(lengths[shortest]) minutes")
    }
    program.days[day] = points
  }

  /// Splits the longest periods of a day that has fewer than four, at times that the device has; the
  /// house sees no difference.
  private mutating func fill(_ program: inout DeviceProgram, _ day: Weekday) {
    guard var points = program.days[day], !points.isEmpty else { return }
    let count = points.count
    let grid = limits.timeGrid > 1 ? limits.timeGrid : 15
    while points.count < Period.allCases.count {
      let ends = points.dropFirst().map(\.minutes) + [1440]
      let lengths = zip(points, ends).map { $1 - $0.minutes }
      let longest = lengths.indices.max { lengths[$0] < lengths[$1] } ?? 0
      if lengths[longest] >= 2 {
        var copy = points[longest]
        let middle = copy.minutes + lengths[longest] / 2
        let onGrid = middle / grid * grid
        copy.minutes = onGrid > copy.minutes ? onGrid : middle
        points.insert(copy, at: longest + 1)
      } else if var copy = program.carried(into: day), points[0].minutes > 0 {
        // Nothing fits behind 23:59: the time before holds what the evening before left.
        copy.minutes = points[0].minutes / 2
        points.insert(copy, at: 0)
      } else {
        return
      }
    }
    guard points.count != count else { return }
    (points[0].text ?? text).warn(
      .filled, at: points[0].offset,
      "\(day.name) has \(count) \(count == 1 ? "period" : "periods"); the other rows repeat what "
        + "is in force")
    program.days[day] = points
  }
}

// MARK: Values

extension WeekAssembly {
  private mutating func tabulated(_ program: DeviceProgram) throws(ImportRefusal) -> Schedule {
    let unit = options.unit ?? program.unit
    try askForMissingSide(program)
    var result = options.base.map { $0.converted(to: unit) } ?? .standard(unit)
    let missing = Weekday.allCases.filter { program.days[$0] == nil }
    if !missing.isEmpty, options.base == nil {
      throw .losses([
        text.diagnostic(
          .dayMissing, at: nil,
          "the file has no program for \(missing.map(\.name).joined(separator: ", ")); --into gives "
            + "them from a schedule")
      ])
    }
    for (index, row) in RowAddress.all.enumerated() {
      guard let points = program.days[row.day] else { continue }
      let point = points[index % 4]
      result[row] = Setpoint(
        time: TimeOfDay(wrapping: point.minutes),
        heat: value(point, .heat, row, program.unit, unit),
        cool: value(point, .cool, row, program.unit, unit))
    }
    try refuseLosses()
    return result
  }

  private func askForMissingSide(_ program: DeviceProgram) throws(ImportRefusal) {
    for (side, given) in [(Sides.heat, options.heat), (.cool, options.cool)]
    where !program.sides.contains(side) && given == nil {
      throw .losses([
        text.diagnostic(
          .sideMissing, at: nil,
          "the file has no \(side.name) setpoints; --\(side.name) VALUE or --missing-from FILE "
            + "gives them")
      ])
    }
  }

  private mutating func value(
    _ point: Switchpoint, _ side: Field, _ row: RowAddress, _ source: TemperatureUnit,
    _ target: TemperatureUnit
  ) -> Temperature {
    guard let degrees = point[side] else { return given(side, row, target) }
    let scale = TemperatureScale(source, step: step(of: degrees, in: source))
    let value = scale.temperature(degrees.hundredths, in: target)
    let back = scale.nearest(to: value, in: target)
    if degrees.finer != nil || back != degrees.hundredths {
      let own = "\(CellAddress(row, side)) \(degrees.text) \(source.symbol)"
      report(
        source == target
          ? "\(own) has no tenth; \(value)"
          : "\(own) is no tenth of \(target.symbol); \(value) \(target.symbol), which is "
            + "\(Hundredths.text(back)) \(source.symbol)", of: point)
    }
    return value
  }

  /// The step in which a value is kept: that of the device where the value lies on its grid.
  private func step(of degrees: ReadDegrees, in unit: TemperatureUnit) -> Int {
    let step = limits.scales.first { $0.unit == unit }?.step ?? 1
    return degrees.finer == nil && degrees.hundredths.isMultiple(of: step) ? step : 1
  }

  /// What the options give for a setpoint that the file does not have.
  private mutating func given(
    _ side: Field, _ row: RowAddress, _ target: TemperatureUnit
  ) -> Temperature {
    switch side == .heat ? options.heat : options.cool {
    case .value(let value): return value
    case .from(let schedule):
      let own = side == .heat ? schedule[row].heat : schedule[row].cool
      let value = own.converted(from: schedule.unit, to: target)
      if value.converted(from: target, to: schedule.unit) != own {
        report(
          "\(CellAddress(row, side)) \(own) \(schedule.unit.symbol), which the file does not have, "
            + "is no tenth of \(target.symbol); \(value) \(target.symbol)")
      }
      return value
    case nil: return Temperature(0)
    }
  }

  /// Notes a cell that is rounded, as a loss unless the options allow it.
  private mutating func report(_ message: String, of point: Switchpoint? = nil) {
    let text = point?.text ?? text
    if options.allowances.contains(.round) {
      text.warn(.roundedIn, at: point?.offset, message)
    } else {
      losses.append(
        text.diagnostic(.roundedIn, at: point?.offset, message + " with --round").asError)
    }
  }
}

extension DeviceText {
  /// Notes a loss that the options allow.
  fileprivate func warn(_ rule: DeviceRule, asWarningAt offset: Int?, _ message: String) {
    var warning = diagnostic(rule, at: offset, message)
    warning.severity = .warning
    note(warning)
  }
}

extension Diagnostic {
  fileprivate var asError: Diagnostic {
    var result = self
    result.severity = .error
    return result
  }
}

extension Schedule {
  /// The schedule in another unit, to the nearest tenth, half away from zero.
  func converted(to target: TemperatureUnit) -> Schedule {
    guard target != unit else { return self }
    var result = self
    for cell in CellAddress.all { result[cell] = self[cell].converted(from: unit, to: target) }
    result.unit = target
    return result
  }
}
