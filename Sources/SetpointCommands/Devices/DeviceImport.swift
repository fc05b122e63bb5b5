import DeviceFormats
import Diagnostics
import JSONText
import Reporting
import ScheduleFiles
import ScheduleModel
import ScheduleRules
import ScheduleText

/// Imports a device's texts into a schedule file and formats messages about it.
struct DeviceImport {
  /// The texts of the device, at least one.
  let inputs: [DeviceInput]
  let format: any DeviceFormat
  let device: ImportOptionGroup
  /// The only file, which gives its name to a schedule without a name.
  var path: String?
  /// The device to name in the schedules that it can store.
  var named: DeviceProfile?
  /// The year of the dates; only files have them.
  var year: Int?
  /// The status for a text that is not a program.
  var unreadable = ExitStatus.unreadableData

  /// Writes the result to its target, but not over `files` or the file that supplied missing values.
  func save(to target: ImportTarget, notOver files: [String] = []) throws {
    if let path = target.into { return try change(path, target) }
    let imported = try read(base: nil)
    let document: ImportedDocument
    do throws(ImportRefusal) {
      document = try ImportedDocument(
        imported, name: target.name, path: path, device: device.device ?? format.id)
    } catch {
      throw Failure(error, in: inputs)
    }
    for problem in document.problems { Console.say("\(inputs[0].file): \(problem)") }
    var contents = document.contents
    for index in contents.schedules.indices
    where named?.sides.isSuperset(of: contents.schedules[index].week.sides) == true {
      contents.schedules[index].device = named?.id
    }
    try target.file(notOver: files + [device.missingFrom].compactMap { $0 })
      .write(CanonicalText.text(of: contents))
    let errors = imported.programs.flatMap(\.warnings).filter { $0.severity == .error }
    guard errors.isEmpty else {
      let count = Set(errors.map(\.schedule)).count
      throw Failure(
        .problems,
        "\(inputs[0].file): \(count) of \(count + imported.programs.count) programs were skipped")
    }
  }

  private func change(_ path: String, _ target: ImportTarget) throws {
    let (old, new, lines) = try DocumentFile.change(
      path, target.writing.policy, attempts: 1, isDry: target.dryRun,
      step: "import from \(inputs[0].file)"
    ) { file in
      let index = try file.scheduleIndex(named: target.schedule)
      let contents = file.contents
      let old = contents.schedules[index].week
      let new = try read(base: old).programs[0].schedule
      file.contents.schedules[index].week = new
      let diff = ContentsDiff(from: contents, to: file.contents)
      return (old, new, diff.lines(each: false))
    }
    Console.report(lines, isDry: target.dryRun, of: path)
    // The reading reported the errors.
    let (before, errors) = (WeekCheck.errors(in: old), WeekCheck.errors(in: new))
    if errors.count > before.count { throw Failure(.problems) }
  }

  /// Returns the missing options; nil if options do not help.
  func missing(_ options: ImportOptions) -> MissingOptions<ImportOptions>? {
    let cools = options.program == .cool || options.cool != nil && options.heat == nil
    let guesses: [(TemperatureUnit, gaps: String)] = [
      (.celsius, cools ? "28" : "16"), (.celsius, "16/28"),
      (.fahrenheit, cools ? "82" : "60"), (.fahrenheit, "60/82"),
    ]
    var found: MissingOptions<ImportOptions>?
    for (unit, gaps) in guesses {
      guard let missing = completed(options, unit, gaps: gaps) else { continue }
      // If the file does not name its unit, suggest the one with plausible values.
      let weeks = (try? programs(missing.options))?.programs.map(\.schedule) ?? []
      let isPlausible = weeks.allSatisfy { WeekCheck.errors(in: $0).isEmpty }
      if isPlausible || found == nil { found = missing }
      if isPlausible { break }
    }
    guard var guess = found, guess.options.allowances.contains(.dropPeriods),
      guess.options.gaps != nil,
      let week = (try? programs(guess.options))?.programs.first?.schedule
    else { return found }
    // With the setpoints of the evening in the gaps, no period may have to be dropped.
    let evening = week[RowAddress(.monday, .sleep)]
    let gaps = week.sides.each.compactMap { evening[$0]?.description }.joined(separator: "/")
    var others = options
    others.gaps = nil
    let other = completed(others, guess.options.fileUnit ?? week.unit, gaps: gaps)
    guard let other, !other.options.allowances.contains(.dropPeriods) else { return guess }
    guess.added = other.added
    return options.gaps == nil ? other : guess
  }

  /// Returns the missing options, with a guess of the unit and of the setpoints in gaps; nil if options do not help.
  private func completed(
    _ options: ImportOptions, _ unit: TemperatureUnit, gaps: String
  ) -> MissingOptions<ImportOptions>? {
    let heat = unit == .celsius ? "20" : "68"
    let additions: [MissingOptions<ImportOptions>.Addition] = [
      (.program, "heat", { $0.program = .heat }),
      (.fileUnit, unit.rawValue, { $0.fileUnit = unit }),
      (.unit, unit.rawValue, { $0.unit = unit }),
      (.heat, heat, { $0.heat = Temperature(heat).map { .value($0) } }),
      (.gaps, gaps, { $0.gaps = GapValues(gaps) }),
      (.round, nil, { $0.allowances.insert(.round) }),
      (.dropPeriods, nil, { $0.allowances.insert(.dropPeriods) }),
    ]
    let missing = MissingOptions(options, additions) { options throws(Failure) in
      do throws(ImportRefusal) {
        _ = try programs(options)
      } catch {
        throw failure(error, options)
      }
    }
    return missing.obstacle == nil ? missing : nil
  }

  private func failure(_ refusal: ImportRefusal, _ options: ImportOptions) -> Failure {
    Failure(
      refusal, in: inputs, unreadable: unreadable,
      advice: format.advice(after: refusal, for: inputs, options: options))
  }

  /// Reads the programs of a document, or the only one for a schedule that is changed.
  private func programs(_ options: ImportOptions) throws(ImportRefusal) -> ImportedPrograms {
    let programs =
      options.base == nil
      ? try format.readDocument(inputs, options: options)
      : ImportedPrograms(programs: [try format.read(inputs, options: options)])
    try programs.refuse(unused: options.gaps)
    return programs
  }

  private func read(base: Week?) throws -> ImportedPrograms {
    let options = try device.options(base: base, year: year)
    let imported: ImportedPrograms
    do throws(ImportRefusal) {
      imported = try programs(options)
    } catch {
      try inputs.refuseSchedules(unreadable)
      if let missing = missing(options) { throw missing.failure() }
      throw failure(error, options)
    }
    for (option, others) in device.withoutSetpoints {
      // Without the schedule of --into, which can have the same setpoints.
      let own = base == nil ? imported : try? programs(device.options(year: year))
      if let own, let same = try? programs(others.options(year: year)), same == own {
        throw Failure(.usage, "\(option) supplies no setpoint that the file lacks; omit it")
      }
    }
    for warning in imported.programs.flatMap(\.warnings).grouped(limit: 1000) {
      Console.report([warning], in: inputs.bytes(of: warning))
    }
    for output in imported.programs {
      let about = imported.programs.count > 1 ? output.name.map { ", \($0.quoted())" } ?? "" : ""
      for fold in WeekCheck.errors(in: output.schedule).folded {
        let words = "imported; \(fold.sentence.text) [\(fold.elements[0].code)]"
        Console.say("\(inputs[0].file)\(about): \(words)")
      }
    }
    return imported
  }
}

extension DeviceInput {
  init(opening path: String) throws(Failure) {
    self.init(file: path, bytes: try Failure.about(path) { try FileReading.bytes(at: path) })
  }
}

extension [DeviceInput] {
  func refuseSchedules(_ status: ExitStatus = .unreadableData) throws(Failure) {
    for input in self {
      let format = (try? JSONTree(parsing: input.bytes))?.root["format"]?.string
      guard format == FileFormat.name.description else { continue }
      throw Failure(
        status, "\(input.file): a schedule file needs no import (`setpoint show` reads it)")
    }
  }
}

/// The document with the schedules read from a device.
///
/// They keep the device's names if these are valid and unique; other schedules are named after the file or the device.
struct ImportedDocument {
  private(set) var contents: Contents
  /// Why names of the device were changed, one sentence each.
  let problems: [String]

  /// Names the schedules; `name` is for a single one. Without a name: after the file at `path`, or else `device`.
  ///
  /// - Throws: `ImportRefusal.usage` for a name of several schedules, and for a calendar that names an omitted one.
  init(
    _ imported: ImportedPrograms, name: String?, path: String? = nil, device: String
  ) throws(ImportRefusal) {
    let (imported, calendar) = (imported.programs, imported.calendar)
    if imported.count > 1, name != nil {
      throw .usage(
        "--name requires a single program, but the file has \(imported.count); add \(option: .zone)"
      )
    }
    var taken = Set(imported.compactMap(\.name))
    var problems: [String] = []
    let stem = path.map(FilePath.stem)
    let usual = stem.flatMap { ScheduleName.problem(ofTyped: $0) == nil ? $0 : nil } ?? device
    let names = imported.map { output in
      if let name { return name }
      let problem = output.name.flatMap(ScheduleName.problem(of:))
      if let own = output.name, problem == nil { return own }
      let unused = ScheduleName.unused(usual, &taken)
      if let own = output.name, let problem {
        problems.append(
          "the name \(own.quoted()) \(problem); the schedule is named \(unused.quoted())")
      }
      return unused
    }
    contents = Contents(
      unit: imported[0].schedule.unit,
      schedules: zip(names, imported).map { Schedule(name: $0, week: $1.schedule) })
    contents.calendar = calendar.renamed { name in
      imported.firstIndex { $0.name == name }.map { names[$0] }
    }
    guard contents.calendar.count == calendar.count else {
      throw .usage(
        "the calendar names a schedule that cannot be read; pass \(option: .zone) for another")
    }
    self.problems = problems
  }
}
