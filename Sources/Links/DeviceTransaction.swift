package import DeviceFormats
import Diagnostics
package import LinkProtocol
package import Reporting
import ScheduleFiles
import ScheduleModel

package struct LinkOptions: Sendable {
  /// How to export schedules for the device.
  var export: ExportOptions
  /// Whether to list equal changes on several days cell by cell.
  let each: Bool
  /// The name of the device in an option, which must agree with the address.
  let device: String?
  /// How long to wait for a reply.
  let patience: Duration
  package var asksBeforeWriting = false
  /// Whether to replace a program that cannot be read as a schedule.
  package var replaces = false
  /// Whether it is the only device. Progress is then shown, and hints name options, not members of a devices file.
  let isAlone: Bool
  /// Whether to omit cool setpoints only for heat-only devices.
  var onlyHeatersDropCool = false

  package init(
    export: ExportOptions, each: Bool, device: String?, patience: Duration, isAlone: Bool
  ) {
    (self.export, self.each, self.device) = (export, each, device)
    (self.patience, self.isAlone) = (patience, isAlone)
  }

  /// Asks the user for an option, or for the member that a devices file has for it.
  func request(_ option: String, inFile member: String) -> String {
    isAlone ? "pass \(option)" : "set \(member) of the device in the devices file"
  }
}

/// A visit of one device: read, compare, ask, keep, write, read back, report.
package struct DeviceTransaction: Sendable {
  /// The name of the device in messages.
  let title: String
  let address: DeviceAddress
  let source: WantedSource
  let options: LinkOptions
  /// Receives complete lines for standard error.
  let write: @Sendable (String) -> Void

  /// The reason why a push over zigbee2mqtt stays unconfirmed.
  package static let notVerifiable = "zigbee2mqtt cannot confirm what the device stores"

  /// Creates a visit of one device. By default, the title is the address, and messages are printed at once.
  package init(
    _ address: DeviceAddress, _ source: WantedSource, _ options: LinkOptions, title: String? = nil,
    write: @escaping @Sendable (String) -> Void = { Console.write($0, to: .error) }
  ) throws(Failure) {
    let title = title ?? address.shown
    try address.refuse(otherDevice: options.device, title: title)
    (self.title, self.address, self.source) = (title, address, source)
    (self.options, self.write) = (options, write)
  }

  /// Creates a visit that restores the program from before the last push.
  package init(undoing address: DeviceAddress, _ options: LinkOptions) throws(Failure) {
    guard let kept = try KeptProgram(for: address) else {
      throw Failure(
        .noInput, "\(address.shown): nothing to undo; no program was saved for this address")
    }
    try self.init(address, .kept(kept), options)
  }

  func ask(
    _ action: LinkAction, _ program: String, replacing old: String? = nil,
    holding lock: DocumentLock? = nil
  ) throws(LinkFailure) -> LinkAnswer {
    try LinkProcess.answer(
      to: action, address, program: program, replacing: old, patience: options.patience,
      progress: options.isAlone ? Progress() : nil, holding: lock)
  }

  func say(_ sentence: String) { write(Console.message("\(title): \(sentence)")) }

  private func wanted(_ device: LinkedDevice) throws(Failure) -> WantedProgram {
    switch source {
    case .schedule(let file, let index): try WantedProgram(file, index, for: device, options)
    case .kept(let kept): try WantedProgram(kept, for: device)
    }
  }

  /// Returns the requests that would write the program; says what it assumes of the device, and what the export changes.
  package func plan() throws(Failure) -> [String] {
    var device = address.device
    let kinds = try device.knownFormat().profiles
    if !source.isKept, address.kind == nil, options.device == nil, kinds.count > 1 {
      device.kind = kinds.first { $0.isNamed(source.schedule?.device ?? "") }?.id ?? device.kind
      let others = kinds.map(\.id).filter { $0 != device.kind }.listed("or")
      let request = options.request("--device \(others)", inFile: "\"link\" (\(others)://…)")
      say("requests for \(device.kind); for \(others), \(request)")
    }
    let wanted = try wanted(device)
    if let unit = wanted.assumedUnit {
      say("requests in \(unit.symbol); the device may report another unit")
    }
    for line in wanted.changes { say(line) }
    do throws(LinkFailure) {
      guard case .planned(let requests) = try ask(.plan, wanted.text) else {
        throw LinkFailure(.malformed, "setpoint-link did not answer with a plan")
      }
      return requests
    } catch {
      throw Failure(error)
    }
  }

  // MARK: Reading and comparing

  /// The device's program and its difference from the wanted one.
  package struct Comparison: Sendable {
    var device: LinkedDevice
    var wanted: WantedProgram
    /// The device's program; nil if the device cannot be read or reading would prove nothing.
    var program: String?
    /// Remarks about the device for the user.
    var notes: [String] = []
    /// The difference; nil if the device's program is not a valid schedule.
    package var difference: HeldDifference?
    /// Why the program is not a valid schedule.
    var refusal: Failure?
    /// Whether the programs certainly differ although one is not a valid schedule.
    var isOther = false

    /// Whether reading proves that the device stores the wanted program.
    var isProved: Bool { device.isVerifiable && difference?.isEmpty == true }

    /// Describes what writing changes, one line each: `Tuesday leave heat 60 -> 64` from the stored to the new value.
    package func lines(each: Bool) -> [String] {
      guard let difference else {
        return [
          program == nil
            ? "its program cannot be read; the whole schedule is written"
            : "its program is replaced"
        ]
      }
      if difference.isEmpty {
        return ["reports this program already, but that may only be the last request"]
      }
      let writes = difference.cells.map { CellChange(cell: $0.cell, old: $0.new, new: $0.old) }
      return writes.lines(each: each)
        + difference.addedSides.map { "its \($0.name) setpoints are removed" } + difference.remarks
    }
  }

  /// Reads the device's program and compares it with the wanted one, or again after `before`, which repeats no notes.
  func compare(
    forWriting isForWriting: Bool, after before: Comparison? = nil
  ) throws(Failure) -> Comparison {
    if before == nil { try refuseMisfit() }
    let device: LinkedDevice
    let read: ReadProgram
    do throws(LinkFailure) {
      (device, read) = try LinkProcess.readProgram(
        of: address, patience: options.patience, progress: options.isAlone ? Progress() : nil)
    } catch {
      return try unread(error, forWriting: isForWriting)
    }
    for text in read.notes where before?.notes.contains(text) != true { say(text) }
    let target = if let before { before.wanted } else { try wanted(device) }
    var result = Comparison(
      device: device, wanted: target, program: read.program, notes: read.notes)
    if source.isKept,
      let format = try? device.knownFormat(),
      format.writtenValues(in: read.program) == format.writtenValues(in: target.text)
    {
      result.difference = HeldDifference()
    } else if let expected = target.expected {
      try compareSchedules(
        &result, read.program, expected, forWriting: isForWriting, isFirst: before == nil)
    } else {
      result.difference = HeldDifference("it stores another program")
    }
    return result
  }

  /// Throws if the schedule does not fit, before the device is read. Without a kind, it may fit the last device alone.
  private func refuseMisfit() throws(Failure) {
    var likely = address.device
    let last = try likely.knownFormat().profiles.last
    if address.kind == nil, let last { likely.kind = last.id }
    if (try? wanted(likely)) == nil { _ = try wanted(address.device) }
  }

  /// Reads a device's program as a schedule and adds its difference from the wanted one, or why it is not valid. Only
  /// the first comparison prints its notes.
  private func compareSchedules(
    _ result: inout Comparison, _ program: String, _ expected: ExpectedProgram,
    forWriting isForWriting: Bool, isFirst: Bool
  ) throws(Failure) {
    func note(_ text: String) {
      result.notes.append(text)
      if isFirst { say(text) }
    }
    var held: ImportOutput
    do throws(ImportRefusal) {
      held = try expected.reading.read(program, from: address.shown)
    } catch {
      if let sides = expected.reading.difference(of: program, to: expected.held) {
        result.difference = sides
        return
      }
      if isForWriting { try refuseOtherScale(nil, of: result.device, result.wanted) }
      let input = DeviceInput(file: address.shown, bytes: Array(program.utf8))
      result.refusal = Failure(error, in: [input], unreadable: .problems)
      // The text may be complete, but not a valid schedule; a missing day may be missing only in the answer.
      if case .losses(let found) = error {
        result.isOther = !found.contains { $0.code == RuleInfo.dayMissing.code }
      }
      return
    }
    if result.wanted.followsDevice, expected.held.sides == .both, held.sides != .both {
      note(try limit(&result, to: held.sides, forWriting: isForWriting))
      held = (try? result.wanted.expected?.reading.read(program, from: address.shown)) ?? held
    }
    try refuseOtherScale(held, of: result.device, result.wanted)
    let warnings = held.warnings.filter { $0.code != RuleInfo.roundedIn.code }
    warnings.grouped().map(\.message).forEach(note)
    result.difference = result.wanted.expected.map { HeldDifference(device: held, wanted: $0.held) }
  }

  /// Returns the comparison with a device that could not be read, if its program may be replaced all the same.
  private func unread(
    _ failure: LinkFailure, forWriting isForWriting: Bool
  ) throws(Failure) -> Comparison {
    guard isForWriting, !address.device.isVerifiable, failure.status == .notProved else {
      throw Failure(failure)
    }
    guard options.replaces else {
      if failure.reason == .unreachable { throw Failure(failure) }
      throw Failure(
        failure.status, failure.message,
        "nothing was written; to overwrite it without a backup for --undo, "
          + options.request("--replace", inFile: #""replace": true"#))
    }
    let wanted = try wanted(address.device)
    try refuseOtherScale(nil, of: address.device, wanted)
    return Comparison(device: address.device, wanted: wanted, refusal: Failure(failure))
  }

  /// Limits the wanted program to the only side that the device stores; returns a remark about it.
  private func limit(
    _ comparison: inout Comparison, to sides: Sides, forWriting isForWriting: Bool
  ) throws(Failure) -> String {
    // The written text does not state that it is cool: the next push would take it for heat.
    guard !isForWriting || sides == .heat else {
      let request = options.request("--program cool", inFile: #""program": "cool""#)
      throw Failure(.usage, "it stores only cool setpoints; \(request)")
    }
    comparison.device.neededSides = sides
    comparison.wanted = try wanted(comparison.device)
    let other = sides == .heat ? "cool" : "heat"
    return "it stores only \(sides.name) setpoints, so \(other) is not "
      + (isForWriting ? "written" : "compared") + "; "
      + options.request("--program both", inFile: #""program": "both""#) + " for both"
  }

  /// Throws if the units differ: if the device's unit is unknown, its values must look like those of the schedule. `held`
  /// is nil for a program that cannot be read.
  private func refuseOtherScale(
    _ held: ImportOutput?, of device: LinkedDevice, _ wanted: WantedProgram
  ) throws(Failure) {
    guard device.unit == nil, let unit = wanted.assumedUnit, held?.likelyUnit != unit else {
      return
    }
    let reason =
      held?.likelyUnit.map {
        "it stores values that look like \($0.symbol), and \(wanted.title) is in \(unit.symbol)"
      } ?? "the unit of its program is unknown"
    let request = options.request("the device's unit, --unit C or --unit F", inFile: #""unit""#)
    throw Failure(.notProved, "\(reason); \(request)")
  }

  // MARK: Drift

  /// Reports the result of a comparison without writing.
  func outcome(of comparison: Comparison) -> LinkOutcome {
    let isVerifiable = comparison.device.isVerifiable
    guard let difference = comparison.difference else {
      let failure = comparison.refusal ?? Failure(.notProved)
      guard isVerifiable, comparison.isOther else {
        return LinkOutcome(.unproved, failure.status, reason: failure.reason)
      }
      let other = HeldDifference("its program is not a valid schedule")
      return LinkOutcome(.differs, .problems, other, reason: failure.reason)
    }
    guard isVerifiable else {
      return LinkOutcome(.unconfirmed, .notProved, difference, reason: Self.notVerifiable)
    }
    return difference.isEmpty
      ? LinkOutcome(.same, .success) : LinkOutcome(.differs, .problems, difference)
  }

  package func drift() throws(Failure) -> LinkOutcome {
    let comparison = try compare(forWriting: false)
    var outcome = outcome(of: comparison)
    outcome.notes = comparison.notes
    if let refusal = comparison.refusal {
      write(refusal.about(device: title).text)
      if outcome.word != .differs { say("its program is not a valid schedule") }
    } else if outcome.word == .unproved || outcome.word == .unconfirmed && options.isAlone {
      say(outcome.reason ?? "not proved")
    } else if outcome.word == .same, options.isAlone {
      say("stores \(comparison.wanted.title)")
    }
    return outcome
  }
}
