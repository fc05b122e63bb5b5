import Diagnostics
import ScheduleModel

/// Makes a schedule of the programs that were read.
struct WeekAssembly {
  /// The file, for findings that no switchpoint has a place for.
  let text: DeviceText
  /// How it is read.
  let options: ImportOptions
  /// What the kind of device can hold.
  let limits: DeviceCapabilities
  /// What the table cannot hold, so far.
  var losses: [Diagnostic] = []

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
  mutating func schedule(from program: DeviceProgram) throws(ImportRefusal) -> Week {
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
  ) throws(ImportRefusal) -> Week {
    let (heat, cool) = (heat.withoutMidnightEntries(), cool.withoutMidnightEntries())
    for day in Weekday.allCases { checkSides(of: day, heat, cool) }
    try refuseLosses()
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
  mutating func schedule(from programs: SidePrograms) throws(ImportRefusal) -> Week {
    switch (programs.heat.days.isEmpty, programs.cool.days.isEmpty) {
    case (false, false): return try schedule(heat: programs.heat, cool: programs.cool)
    case (false, true): return try schedule(from: programs.heat)
    case (true, false): return try schedule(from: programs.cool)
    case (true, true): throw text.fault(at: nil, "the file holds no weekly program")
    }
  }

  /// Reports a day that one of the programs lacks, and one on which a side holds what the evening before
  /// left, which the file does not have.
  private mutating func checkSides(of day: Weekday, _ heat: DeviceProgram, _ cool: DeviceProgram) {
    switch (heat.days[day]?.first, cool.days[day]?.first) {
    case (let point?, nil), (nil, let point?):
      let (has, lacks) = point.heat == nil ? ("cool", "heat") : ("heat", "cool")
      losses.append(
        (point.text ?? text).diagnostic(
          .dayMissing, at: point.offset, "\(day.name) has a \(has) program and no \(lacks) program")
      )
    case (let own?, let other?)
    where own.minutes != other.minutes && heat.days[day.previous] == nil:
      losses.append(
        (own.text ?? text).diagnostic(
          .timesDiffer, at: own.offset,
          "\(day.name) heats from \(TimeOfDay(wrapping: own.minutes)) and cools from "
            + "\(TimeOfDay(wrapping: other.minutes)); what holds before is \(day.previous.name)'s, "
            + "which the file does not have"))
    default: break
    }
  }

  /// Ends the reading when there are losses.
  ///
  /// - Throws: `ImportRefusal.losses`.
  func refuseLosses() throws(ImportRefusal) {
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

extension DeviceText {
  /// Notes a loss that the options allow.
  fileprivate func warn(_ rule: RuleInfo, asWarningAt offset: Int?, _ message: String) {
    var warning = diagnostic(rule, at: offset, message)
    warning.severity = .warning
    note(warning)
  }
}
