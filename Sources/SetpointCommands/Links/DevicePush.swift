import DeviceFormats
import Diagnostics
import ScheduleModel

/// The writing of a program to a device: read, ask, keep what is there, write, read back, compare.
struct DevicePush: Sendable {
  let visit: DeviceVisit
  /// Whether what the device holds may be replaced where it cannot be read as a schedule.
  let replacesUnreadable: Bool
  /// Whether a person is asked: meanwhile somebody may change the device.
  var asks = false
  /// Whether what was kept is put back.
  var isUndo = false

  private var title: String { visit.title }

  /// Writes a program.
  ///
  /// - Parameters:
  ///   - wanted: makes the program for the device.
  ///   - approve: whether it is to be written.
  ///   - say: takes what is said to a person.
  /// - Returns: how it went.
  /// - Throws: `Failure`.
  func run(
    _ wanted: (LinkedDevice) throws(Failure) -> WantedProgram,
    approve: (DeviceVisit.Comparison) throws(Failure) -> Bool, say: (String) -> Void
  ) throws(Failure) -> LinkOutcome {
    try KeptProgram.whileLocked(visit.link, title: title) {
      let session = try visit.session()
      let before = try visit.compare(
        in: session, .writing, wanted, mayBeUnread: replacesUnreadable, say: say)
      if before.isProved {
        if var kept = try? KeptProgram(for: visit.link), kept.isPending {
          kept.isPending = false
          try kept.write()
        }
        say("\(title): holds \(before.wanted.title) already; nothing was written")
        return LinkOutcome(.same, .success)
      }
      try refuseUnreadable(before)
      for line in before.wanted.changes { say("\(title): \(line)") }
      guard try approve(before) else {
        say("\(title): nothing was written")
        return LinkOutcome(.declined, .problems, before.difference, reason: "not written")
      }
      if asks { try refuseChanges(since: before, in: session) }
      let kept = try keep(before)
      try write(before, in: session, kept)
      return try outcome(of: before, in: session, kept?.settled, say: say)
    }
  }

  /// Reads once more what the device holds, which is what an undo has to lead back to.
  private func refuseChanges(
    since before: DeviceVisit.Comparison, in session: LinkSession
  ) throws(Failure) {
    let now = try visit.compare(
      in: session, .writing, { (_) throws(Failure) in before.wanted },
      mayBeUnread: replacesUnreadable, say: { _ in })
    if now.program != before.program {
      throw Failure(.notProved, "\(title): it was changed meanwhile; nothing was written")
    }
  }

  private func refuseUnreadable(_ before: DeviceVisit.Comparison) throws(Failure) {
    guard before.difference == nil, !replacesUnreadable else { return }
    if before.program != nil, KeptProgram.isUnfinished(visit.link) { return }
    let advice =
      "\(title): what it holds cannot be compared, and nothing was written; --replace writes all the "
      + "same, and keeps what is there"
    throw Failure(
      .notProved, problems: (before.refusal?.text ?? "") + Console.message(advice).dropLast())
  }

  /// What is kept while a program is written.
  private struct Keeping {
    /// What was kept before; nil where nothing was.
    let old: KeptProgram?
    /// What is kept once it is known what the device holds: what an undo replaces is kept in its turn.
    let settled: KeptProgram

    /// Makes what is kept what it was, where nothing was written.
    func revert() {
      if let old { try? old.write() } else { KeptProgram.remove(for: settled.link) }
    }
  }

  /// Keeps what the device holds, unless what is kept is not done with.
  private func keep(_ before: DeviceVisit.Comparison) throws(Failure) -> Keeping? {
    guard let program = before.program else { return nil }
    let here = KeptProgram(
      link: visit.link, format: before.device.format,
      unit: before.device.unit ?? before.wanted.unit, program: program, isPending: true)
    var kept = here
    // A damaged file tells nothing; an undo has read it before.
    let old = (try? KeptProgram(for: visit.link)) ?? nil
    if let old, old.isPending || isUndo { kept = old }
    var settled = isUndo && old?.isPending == false ? here : kept
    kept.isPending = true
    try kept.write()
    settled.isPending = false
    return Keeping(old: old, settled: settled)
  }

  /// Writes; what it says of a failure is what the device may hold now.
  private func write(
    _ before: DeviceVisit.Comparison, in session: LinkSession, _ kept: Keeping?
  ) throws(Failure) {
    do throws(LinkFailure) {
      try session.write(before.wanted.text)
    } catch {
      let parts = session.acknowledged
      let taken =
        parts.isEmpty
        ? ""
        : "; it took \(parts.prefix(14).joined(separator: ", "))\(parts.count > 14 ? " …" : "")"
      switch error.device {
      case .unchanged:
        kept?.revert()
        throw Failure(error.status, "\(title): \(error.sentence)", "\(title): nothing was written")
      case .changed, .unknown:
        throw Failure(
          error.status, "\(title): \(error.sentence)",
          "\(title): a part may be written\(taken); push again, or push --undo \(visit.link.text)")
      }
    }
  }

  /// Reads back and says what the device holds now.
  private func outcome(
    of before: DeviceVisit.Comparison, in session: LinkSession, _ settled: KeptProgram?,
    say: (String) -> Void
  ) throws(Failure) -> LinkOutcome {
    guard before.device.isVerifiable else {
      say("\(title): written, and \(DeviceVisit.notVerifiable)")
      try settled?.write()
      return LinkOutcome(.unproved, .notProved, reason: DeviceVisit.notVerifiable)
    }
    let after: DeviceVisit.Comparison
    do throws(Failure) {
      after = try visit.compare(
        in: session, .drifting, { (_) throws(Failure) in before.wanted }, say: { _ in })
    } catch {
      throw Failure(
        .notProved,
        problems: error.text
          + Console.message(
            "\(title): written, and not proved: it could not be read back"
          ).dropLast())
    }
    let outcome = visit.outcome(of: after)
    if after.difference == nil, let text = after.refusal?.text {
      let what =
        after.isOther
        ? "holds something else than was written"
        : "written, and what it answers now is no schedule"
      throw Failure(
        outcome.status, problems: text + Console.message("\(title): \(what)").dropLast())
    }
    switch outcome.word {
    case .same:
      say(
        "\(title): wrote \(before.difference?.size ?? "the program"), read back: it holds \(before.wanted.title)"
      )
      try settled?.write()
      return LinkOutcome(.written, .success)
    default:
      say("\(title): holds something else than was written (wanted -> held):")
      for line in outcome.difference?.lines(each: visit.each) ?? [] { say("\(title): \(line)") }
    }
    return outcome
  }
}
