package import Diagnostics
package import JSONText
package import ScheduleModel

/// A format for weekly programs of a device, a hub or another program.
///
/// A format defines the limits of its devices and their text; fitting, options and errors are handled here.
package protocol DeviceFormat: Sendable {
  /// The extension of files with a form, nil for the first, without the dot; `json` by default.
  func fileSuffix(ofForm form: String?) -> String
  /// The name of the devices or programs.
  var title: String { get }
  /// The kinds of device with their limits; the first is the default.
  var profiles: [DeviceProfile] { get }
  /// The texts that it can write, with the id and a name for people; the first is the default.
  var forms: [(id: String, title: Sentence)] { get }
  /// The options that only some formats support, and that this one does; it rejects the others.
  var options: Set<RequestOption> { get }
  /// An example of the receiver, for a format that needs one.
  var exampleTarget: String { get }
  /// The forms that have a place for the receiver; nil if every form has one.
  var formsWithTarget: [String]? { get }

  /// Checks and completes the options before the schedule is fitted.
  ///
  /// - Throws: `ExportRefusal.usage` for invalid options.
  func prepare(_ options: inout ExportOptions) throws(ExportRefusal)

  /// Writes a week that fits; `name` must be quoted for the format. `options.form` is one of `forms`.
  func text(
    of week: FittedWeek, name: String, options: ExportOptions
  ) throws(ExportRefusal) -> WrittenText

  /// Returns the key that distinguishes the schedules of one text; nil if a text can contain only one.
  func key(of name: String, _ options: ExportOptions) -> String?

  /// Joins the texts of schedules with different keys; throws if one text cannot hold them.
  func joined(_ texts: [[UInt8]], _ options: ExportOptions) throws(Refusal) -> [UInt8]

  /// The values in a text of a device that writing changes; by default its lines without comments.
  func writtenValues(in text: String) -> [JSONValue]

  /// Whether a program may consist of several files.
  var readsSeveralFiles: Bool { get }
  /// Whether the dates of a file have no year, so that `ImportOptions.year` supplies it.
  var needsYear: Bool { get }

  /// Finds the weekly programs, at least one, and when each applies; their unit may come from `options`.
  ///
  /// - Throws: `ImportRefusal.unreadable` for the first error, with its place; `usage` for a missing option.
  func programs(in files: DeviceFiles) throws(ImportRefusal) -> DevicePrograms
}

extension DeviceFormat {
  /// The id, by which people name it: that of its first kind of device.
  package var id: String { profiles[0].id }

  package func fileSuffix(ofForm form: String?) -> String { "json" }

  package var exampleTarget: String { "" }

  package var options: Set<RequestOption> { [] }

  package var forms: [(id: String, title: Sentence)] { [] }

  package var formsWithTarget: [String]? { nil }

  package func writtenValues(in text: String) -> [JSONValue] {
    text.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("#") }
      .map { .string(String($0)) }
  }

  package var readsSeveralFiles: Bool { false }

  package var needsYear: Bool { false }

  package func prepare(_ options: inout ExportOptions) throws(ExportRefusal) {}

  package func key(of name: String, _ options: ExportOptions) -> String? { nil }

  package func joined(_ texts: [[UInt8]], _ options: ExportOptions) -> [UInt8] {
    Array(texts.joined())
  }

  /// Joins texts; drops the first `count` lines of all but the first.
  func joined(_ texts: [[UInt8]], droppingLines count: Int) -> [UInt8] {
    texts.enumerated().flatMap { index, text in
      index == 0
        ? text[...]
        : text.split(separator: 10, maxSplits: count, omittingEmptySubsequences: false)[count]
    }
  }

  /// Exports a schedule.
  ///
  /// - Throws: `ExportRefusal` for losses and changes that the options do not allow.
  package func export(
    _ schedule: Week, name: String, options: ExportOptions
  ) throws(ExportRefusal) -> ExportOutput {
    var options = options
    let named = try profile(options.kind, or: ExportRefusal.usage)
    try refuse(vain: options, for: named)
    try refuse(sidesOf: schedule, options, for: named)
    if let reason = options.form.flatMap(refusal(toWrite:)) { throw .usage(Sentence(reason)) }
    options.form = options.form ?? forms.first?.id
    if options.target != nil, let form = options.form, formsWithTarget?.contains(form) == false {
      throw .usage("\(id)/\(form) does not accept \(option: .target)")
    }
    try prepare(&options)
    let profile = try profile(options.kind, or: ExportRefusal.usage)
    if options.allowances.contains(.dropCool), profile.sides.contains(.cool) {
      throw .usage(
        "\(options.kind ?? id) supports cool setpoints; "
          + (self.options.contains(.program) && options.program != .heat
            ? "use \(option: .program) heat instead of \(option: .dropCool)"
            : "omit \(option: .dropCool)"))
    }
    let written = profile.sides.intersection(options.program ?? schedule.sides)
    let range = written == .heat ? options.coolRange : options.heatRange
    if [.heat, .cool].contains(written), !options.areShared,
      options.deadband != nil || range != nil
    {
      let range: RequestOption = written == .heat ? .coolRange : .heatRange
      throw .usage(
        "no \(written.first.other.name) setpoints are written; omit \(option: range) and \(option: .deadband)"
      )
    }
    let week = try FittedWeek(schedule, to: profile, options: options)
    let text = try text(of: week, name: name, options: options)
    return ExportOutput(
      bytes: text.bytes, schedule: week.schedule, changes: week.changes, notes: text.notes)
  }

  /// Returns why the format does not write a form; nil if it does.
  package func refusal(toWrite form: String) -> String? {
    guard !forms.contains(where: { $0.id == form }) else { return nil }
    let known = forms.map { $0.id }.joined(separator: ", ")
    return "\(id) has no form \(form.quoted())\(known.isEmpty ? "" : "; it has \(known)")"
  }

  /// Throws for an option without effect.
  private func refuse(vain given: ExportOptions, for own: DeviceProfile) throws(ExportRefusal) {
    let device = given.kind ?? id
    // Of several devices, another may not always get it.
    if given.addsMidnightEntry, own.needsMidnightEntry, !given.areShared {
      throw .usage("\(device) always gets an entry at 00:00; omit \(option: .midnight)")
    }
    let given: [(option: RequestOption, isGiven: Bool)] = [
      (.day, given.day != nil), (.target, given.target != nil), (.merge, given.merge != nil),
      (.program, ![.both, own.sides].contains(given.program ?? .both)),
      (.midnight, given.addsMidnightEntry && !own.needsMidnightEntry),
      (.year, given.year != nil),
    ]
    for (option, isGiven) in given where isGiven && !options.contains(option) {
      throw .usage(
        option == .program
          ? "\(device) writes \(own.sides == .both ? "heat and cool together" : "only \(own.sides.name)"); omit \(option: option)"
          : "\(id) does not accept \(option: option)")
    }
  }

  /// Throws for a side that the schedule or the device does not have, and for a one-sided schedule on a device that
  /// needs both. A device with two programs gets the only one.
  private func refuse(
    sidesOf schedule: Week, _ options: ExportOptions, for profile: DeviceProfile
  ) throws(ExportRefusal) {
    let (device, sides) = (options.kind ?? id, schedule.sides)
    let (name, absent) = (sides.first.name, sides.first.other.name)
    guard sides.isSuperset(of: options.program ?? sides) else {
      throw .usage("the schedule has no \(absent) setpoints; \(option: .sides) adds them")
    }
    if options.program == nil, profile.sides.isDisjoint(with: sides) {
      let able = profiles.first { profile in
        var options = options
        (options.kind, options.allowances) = (profile.id, [.round])
        if formsWithTarget?.contains(options.form ?? "") == true { options.target = exampleTarget }
        return profile.sides == .both && (try? export(schedule, name: id, options: options)) != nil
      }
      throw .usage("\(device) supports no \(name) setpoints\(able.map { "; \($0.id) does" } ?? "")")
    }
    if options.program == nil, let lack = profile.lack(sides) {
      throw .usage("\(lack); \(option: .sides) adds \(absent)")
    }
  }

  /// The profile with a name, by default the first; nil for an unknown name.
  func profile(_ kind: String?) -> DeviceProfile? {
    guard let kind else { return profiles[0] }
    return profiles.first { $0.isNamed(kind) }
  }

  /// The profile with a name, by default the first; throws a refusal with the reason for an unknown name.
  func profile<Refusal: Error>(
    _ kind: String?, or refusal: (Sentence) -> Refusal
  ) throws(Refusal) -> DeviceProfile {
    if let profile = profile(kind) { return profile }
    let known = profiles.map(\.id).joined(separator: ", ")
    throw refusal("\((kind ?? id).quoted()) is not a device of \(id); it has \(known)")
  }

  /// Reads the only weekly program of a device's files, or the one of `options.zone`.
  ///
  /// - Throws: `ImportRefusal`, as `readDocument`; also for several programs, with their names.
  package func read(
    _ inputs: [DeviceInput], options: ImportOptions
  ) throws(ImportRefusal) -> ImportOutput {
    let reading = try DeviceReading(inputs, self, options)
    guard reading.zones.count == 1 else {
      throw .usage(
        "the file contains \(reading.zones.count) programs; pass \(add: .zone) NAME: "
          + reading.zones.listing)
    }
    return try reading.outputs()[0]
  }

  /// Reads every weekly program of a device's files and their calendar, or the program of `options.zone`.
  ///
  /// - Throws: `ImportRefusal` for a malformed file, with the first error, and for losses, with one finding per day.
  package func readDocument(
    _ inputs: [DeviceInput], options: ImportOptions
  ) throws(ImportRefusal) -> ImportedPrograms {
    let reading = try DeviceReading(inputs, self, options)
    return ImportedPrograms(programs: try reading.outputs(), calendar: reading.calendar)
  }

  /// Returns the options with which the same files could be imported after a refusal; nil if there are none.
  package func advice(
    after refusal: ImportRefusal, for inputs: [DeviceInput], options: ImportOptions
  ) -> Sentence? {
    func isRead(_ change: (inout ImportOptions) -> Void) -> Bool {
      var options = options
      change(&options)
      return (try? readDocument(inputs, options: options)) != nil
    }
    // A unit and rounding help if nothing else is wrong.
    if case .losses(let findings) = refusal,
      findings.allSatisfy({ $0.code == RuleInfo.roundedIn.code })
    {
      for unit in TemperatureUnit.allCases where options.base == nil && unit != options.unit {
        if isRead({ $0.unit = unit }) {
          return "\(add: .unit) \(unit.rawValue) reads every value exactly"
        }
      }
      if isRead({ $0.allowances.insert(.round) }) {
        return "\(add: .round) rounds to the nearest values and lists them"
      }
    }
    var options = options
    options.allowances.insert(.skip)
    let read = try? readDocument(inputs, options: options)
    let names = read?.programs.compactMap { $0.name?.quoted() } ?? []
    return names.isEmpty ? nil : "\(add: .skip) reads the others: \(names.listed())"
  }
}
