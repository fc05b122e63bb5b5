import DeviceFormats
import Diagnostics
import ScheduleModel

/// A device that is to hold a schedule, and how it is dealt with.
struct DeviceVisit: Sendable {
  /// How messages call it.
  let title: String
  let link: LinkName
  /// How long a word of it is waited for.
  let patience: Duration
  /// Whether what is alike on several days is said cell by cell.
  let each: Bool
  /// Whether what goes on is shown on a terminal.
  var showsProgress = true

  /// What a device holds beside what it is to hold.
  struct Comparison: Sendable {
    let device: LinkedDevice
    /// What the device answered; nil for one that cannot be read, and that reading would prove nothing of.
    let program: String?
    let wanted: WantedProgram
    /// What a person has to know of the device beside its program.
    var notes: [String] = []
    /// Nil where a schedule cannot hold what the device answered, or it is no program at all.
    let difference: HeldDifference?
    /// Why that is so.
    var refusal: Failure?
    /// Whether the device certainly holds something else all the same.
    var isOther = false

    /// Whether reading proves that the device holds what it is to hold.
    var isProved: Bool { device.isVerifiable && difference?.isEmpty == true }
  }

  /// Begins to speak with the device.
  ///
  /// - Throws: `Failure`.
  func session() throws(Failure) -> LinkSession {
    do {
      return try LinkSession(link, patience: patience, showsProgress: showsProgress)
    } catch let failure as LinkFailure {
      throw Failure(failure, of: title)
    } catch {
      throw Failure(error, about: title)
    }
  }

  /// Does `body`, whose failures are those of the device.
  func about<Result>(_ body: () throws(LinkFailure) -> Result) throws(Failure) -> Result {
    do {
      return try body()
    } catch {
      throw Failure(error, of: title)
    }
  }

  /// Reads what the device holds and compares it with what `wanted` makes for it; `say` takes what is
  /// said to a person.
  ///
  /// A device that cannot be read is a failure, unless it `mayBeUnread` and reading would prove nothing.
  ///
  /// - Throws: `Failure`.
  func compare(
    in session: LinkSession, _ direction: HeldDifference.Direction,
    _ wanted: (LinkedDevice) throws(Failure) -> WantedProgram, mayBeUnread: Bool = false,
    say: (String) -> Void
  ) throws(Failure) -> Comparison {
    try refuseWhatNeverFits(in: session, wanted)
    var device: LinkedDevice
    let program: String
    do throws(LinkFailure) {
      (device, program) = try session.read()
    } catch {
      guard direction == .writing, error.status == .notProved,
        let device = try? session.describe(), !device.isVerifiable
      else { throw Failure(error, of: title) }
      let unread = Failure(error, of: title)
      guard mayBeUnread else {
        let advice =
          "\(title): nothing was written; --replace writes all the same, and then nothing is kept for "
          + "--undo"
        throw Failure(.notProved, problems: unread.text + Console.message(advice).dropLast())
      }
      return Comparison(
        device: device, program: nil, wanted: try wanted(device), difference: nil, refusal: unread)
    }
    for note in session.notes { say("\(title): \(note)") }
    var target = try wanted(device)
    guard let reading = target.reading, var want = target.held else {
      let isSame = program == target.text
      return Comparison(
        device: device, program: program, wanted: target, notes: session.notes,
        difference: isSame ? HeldDifference() : HeldDifference("it holds something else"))
    }
    do {
      var held = try reading.read(program, from: link.shown)
      if target.followsDevice, want.sides == .both, held.sides != .both {
        device.onlySide = held.sides
        target = try wanted(device)
        if let reading = target.reading, let limited = target.held {
          (held, want) = (try reading.read(program, from: link.shown), limited)
        }
        let other = held.sides == .heat ? "cool" : "heat"
        say(
          "\(title): it holds \(held.sides.name) setpoints alone, and \(other) is not "
            + (direction == .writing ? "written" : "compared") + "; --program both means both")
      }
      for warning in ImportFindings.grouped(held.warnings) { say("\(title): \(warning.message)") }
      return Comparison(
        device: device, program: program, wanted: target, notes: session.notes,
        difference: HeldDifference(device: held, wanted: want, direction))
    } catch let refusal as ImportRefusal {
      let input = DeviceInput(file: link.shown, bytes: Array(program.utf8))
      return Comparison(
        device: device, program: program, wanted: target, notes: session.notes, difference: nil,
        refusal: Failure(refusal, in: [input], unreadable: .notProved),
        isOther: refusal.isOtherWeek)
    } catch {
      throw error as? Failure ?? Failure(.notProved, "\(title): \(error)")
    }
  }

  /// Refuses what the link alone shows not to fit, before the device is asked for anything.
  private func refuseWhatNeverFits(
    in session: LinkSession, _ wanted: (LinkedDevice) throws(Failure) -> WantedProgram
  ) throws(Failure) {
    let device = try about { () throws(LinkFailure) in try session.describe() }
    // The first kind of a format may turn out to be another one.
    guard try device.knownFormat().profiles.first?.isNamed(device.kind) == false else { return }
    _ = try wanted(device)
  }

  /// Why nothing is proved where a bridge repeats what it was asked for.
  static let notVerifiable =
    "not verifiable: what is read there is what somebody asked for, not what it holds"

  /// What a comparison says of a device that is not written to.
  func outcome(of comparison: Comparison) -> LinkOutcome {
    guard let difference = comparison.difference else {
      let reason = LinkOutcome(comparison.refusal ?? Failure(.notProved), of: title).reason
      return comparison.isOther && comparison.device.isVerifiable
        ? LinkOutcome(
          .differs, .problems, HeldDifference("it holds what no schedule can"), reason: reason)
        : LinkOutcome(.unproved, .notProved, reason: reason)
    }
    guard comparison.device.isVerifiable else {
      return LinkOutcome(.unproved, .notProved, difference, reason: Self.notVerifiable)
    }
    return difference.isEmpty
      ? LinkOutcome(.same, .success) : LinkOutcome(.differs, .problems, difference)
  }
}
