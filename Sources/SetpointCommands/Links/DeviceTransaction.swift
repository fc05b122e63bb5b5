import DeviceFormats
import Diagnostics
import LinkProtocol
import ScheduleFiles
import ScheduleModel

/// How devices are dealt with.
struct LinkOptions: Sendable {
  /// How schedules are exported for the device.
  var export = ExportOptions()
  /// Whether what is alike on several days is said cell by cell.
  var each = false
  /// How long a word of a device is waited for.
  let patience: Duration
  /// Whether a person is asked before something is written.
  var asks = false
  /// Whether what a device stores may be replaced where it cannot be read as a schedule.
  var replaces = false
  /// Whether it is the only device, whose progress is shown on a terminal.
  var isAlone = true
  /// Whether leaving out cool setpoints is meant only for devices that have none.
  var onlyHeatersDropCool = false
}

/// One device and the program that it is to hold: read, compare, ask, keep, write, read back, report.
struct DeviceTransaction: Sendable {
  /// How messages call the device.
  let title: String
  let address: DeviceAddress
  /// What the device is to hold.
  let source: WantedSource
  let options: LinkOptions
  /// Takes whole lines for standard error.
  let write: @Sendable (String) -> Void

  /// Why nothing is proved where a bridge repeats what it was asked for.
  static let notVerifiable =
    "not verifiable: reading shows what was asked for, not what the device stores"

  /// Carries out a request of the protocol.
  func ask(
    _ action: LinkAction, _ program: String = "", holding lock: DocumentLock? = nil
  ) throws(LinkFailure) -> LinkAnswer {
    try LinkProcess.answer(
      to: action, address, program: program, patience: options.patience,
      progress: options.isAlone ? LinkProgress() : nil, holding: lock)
  }

  /// Reads what the device stores.
  static func read(
    _ address: DeviceAddress, _ ask: (LinkAction) throws(LinkFailure) -> LinkAnswer
  ) throws(LinkFailure) -> (device: LinkedDevice, read: ReadProgram) {
    guard case .read(let read) = try ask(.read), read.program.utf8.count <= 1 << 20 else {
      throw LinkFailure(.malformed, "setpoint-link did not answer with a program")
    }
    var device = address.device
    device.kind = read.kind ?? device.kind
    device.unit = read.unit ?? device.unit
    return (device, read)
  }

  /// Says a sentence to a person.
  func say(_ sentence: String) { write(Console.message(sentence)) }

  private func wanted(_ device: LinkedDevice) throws(Failure) -> WantedProgram {
    try source.program(for: device, options)
  }

  /// Returns the requests that would write the program, and what is changed on the way to the device.
  ///
  /// - Throws: `Failure`.
  func plan() throws(Failure) -> (requests: [String], changes: [String]) {
    let wanted = try wanted(address.device)
    do throws(LinkFailure) {
      guard case .planned(let requests) = try ask(.plan, wanted.text) else {
        throw LinkFailure(.malformed, "setpoint-link did not answer with a plan")
      }
      return (requests, wanted.changes)
    } catch {
      throw Failure(error, of: title)
    }
  }
}

// MARK: Reading and comparing

extension DeviceTransaction {
  /// What a device stores beside what it is to hold.
  struct Comparison: Sendable {
    let device: LinkedDevice
    let wanted: WantedProgram
    /// What the device answered; nil for one that cannot be read, where reading would prove nothing.
    var program: String?
    /// What a person has to know of the device besides its program.
    var notes: [String] = []
    /// Nil where a schedule cannot hold what the device answered.
    var difference: HeldDifference?
    /// Why that is so.
    var refusal: Failure?
    /// Whether the device certainly stores something else all the same.
    var isOther = false

    /// Whether reading proves that the device holds what it is to hold.
    var isProved: Bool { device.isVerifiable && difference?.isEmpty == true }

    /// What a person should know before something is written, a line each.
    func lines(each: Bool) -> [String] {
      guard let difference else {
        return [program == nil ? "cannot be read; all is written" : "what it stores is replaced"]
      }
      if difference.isEmpty { return ["is said to hold this already, which proves nothing"] }
      return difference.lines(each: each)
    }
  }

  /// Reads what the device stores and compares it with what it is to hold, or with `known` of it.
  ///
  /// - Throws: `Failure`.
  func compare(
    forWriting isForWriting: Bool, with known: WantedProgram? = nil
  ) throws(Failure) -> Comparison {
    // What the address alone shows not to fit is refused before the device is asked; the first kind of a format
    // may turn out to be another one.
    let usual = try address.device.knownFormat().profiles.first
    if known == nil, usual?.isNamed(address.device.kind) == false { _ = try wanted(address.device) }
    // What was said of a device is not said again.
    let write = known == nil ? self.write : { _ in }
    func say(_ sentence: String) { write(Console.message(sentence)) }
    var device: LinkedDevice
    let read: ReadProgram
    do throws(LinkFailure) {
      (device, read) = try Self.read(address) { action throws(LinkFailure) in try ask(action) }
    } catch {
      guard isForWriting, !address.device.isVerifiable, error.status == .notProved else {
        throw Failure(error, of: title)
      }
      guard options.replaces else {
        throw Failure(
          error.status, "\(title): \(error.message)",
          "\(title): nothing was written; --replace writes anyway, and keeps nothing for --undo")
      }
      let wanted = if let known { known } else { try wanted(address.device) }
      try refuseUnknownScale(of: address.device, wanted)
      return Comparison(
        device: address.device, wanted: wanted, refusal: Failure(error, of: title))
    }
    for note in read.notes { say("\(title): \(note)") }
    var target = if let known { known } else { try wanted(device) }
    var result = Comparison(
      device: device, wanted: target, program: read.program, notes: read.notes)
    guard let reading = target.reading, var want = target.held else {
      result.difference =
        read.program == target.text ? HeldDifference() : HeldDifference("it holds something else")
      return result
    }
    var held: HeldProgram
    do throws(ImportRefusal) {
      held = try reading.read(read.program, from: address.shown)
    } catch {
      if isForWriting { try refuseUnknownScale(of: device, target) }
      let input = DeviceInput(file: address.shown, bytes: Array(read.program.utf8))
      result.refusal = Failure(error, in: [input], unreadable: .problems)
      result.isOther = error.isOtherWeek
      return result
    }
    if target.followsDevice, want.sides == .both, held.sides != .both {
      device.onlySide = held.sides
      target = try wanted(device)
      if let reading = target.reading, let limited = target.held,
        let again = try? reading.read(read.program, from: address.shown)
      {
        (held, want) = (again, limited)
      }
      let other = held.sides == .heat ? "cool" : "heat"
      say(
        "\(title): it holds \(held.sides.name) setpoints alone, and \(other) is not "
          + (isForWriting ? "written" : "compared") + "; --program both means both")
    }
    try refuseOtherScale(held, of: device, target)
    for warning in ImportFindings.grouped(held.warnings) { say("\(title): \(warning.message)") }
    return Comparison(
      device: device, wanted: target, program: read.program, notes: read.notes,
      difference: HeldDifference(device: held, wanted: want))
  }

  /// Refuses to compare values of unlike scales: where nobody knows the device's, its values have to look like those
  /// of the schedule.
  private func refuseOtherScale(
    _ held: HeldProgram, of device: LinkedDevice, _ wanted: WantedProgram
  ) throws(Failure) {
    guard device.unit == nil, let unit = wanted.assumedUnit, held.likelyUnit != unit else { return }
    let advice = "pass the device's unit, --unit C or --unit F"
    throw Failure(
      .notProved,
      held.likelyUnit.map {
        "\(title): it stores values that look like \($0.symbol), and \(wanted.title) is in \(unit.symbol); "
          + advice
      } ?? "\(title): the unit of what it stores is unknown; \(advice)")
  }

  /// Refuses to write values where what the device stores does not show its unit.
  private func refuseUnknownScale(
    of device: LinkedDevice, _ wanted: WantedProgram
  ) throws(Failure) {
    guard device.unit == nil, wanted.assumedUnit != nil else { return }
    throw Failure(
      .notProved, "\(title): the unit of the device is unknown; pass it, --unit C or --unit F")
  }
}

// MARK: Drift

extension DeviceTransaction {
  /// Says what a comparison shows of a device that is not written to.
  func outcome(of comparison: Comparison) -> LinkOutcome {
    var outcome: LinkOutcome
    if let difference = comparison.difference {
      if !comparison.device.isVerifiable {
        outcome = LinkOutcome(.unproved, .notProved, difference, reason: Self.notVerifiable)
      } else if difference.isEmpty {
        outcome = LinkOutcome(.same, .success)
      } else {
        outcome = LinkOutcome(.differs, .problems, difference)
      }
    } else {
      let failure = comparison.refusal ?? Failure(.notProved)
      outcome = LinkOutcome(failure, of: title)
      if comparison.isOther, comparison.device.isVerifiable {
        outcome = LinkOutcome(
          .differs, .problems, HeldDifference("it holds what no schedule can"),
          reason: outcome.reason)
      } else {
        outcome.word = .unproved
      }
    }
    outcome.notes = comparison.notes
    return outcome
  }

  /// Compares a device with what it is to hold.
  ///
  /// - Throws: `Failure`.
  func drift() throws(Failure) -> LinkOutcome {
    let comparison = try compare(forWriting: false)
    let outcome = outcome(of: comparison)
    if let text = comparison.refusal?.text {
      write(text)
      say("\(title): what it answers is no schedule")
    } else if outcome.word == .unproved {
      say("\(title): \(outcome.reason ?? "not proved")")
    } else if outcome.word == .same, options.isAlone {
      say("\(title): holds \(comparison.wanted.title)")
    }
    return outcome
  }
}
