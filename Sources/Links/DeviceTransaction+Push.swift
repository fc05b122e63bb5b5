import LinkProtocol
package import Reporting
import ScheduleFiles

extension DeviceTransaction {
  /// Writes the program if it differs and `approve` returns true, and verifies it.
  package func push(approve: (Comparison) throws(Failure) -> Bool) throws(Failure) -> LinkOutcome {
    explainInterruption("nothing was written")
    defer { explainInterruption(nil) }
    return try KeptProgram.whileLocked(address) { lock in
      if case .kept(let wanted) = source, try KeptProgram(for: address)?.program != wanted.program {
        throw Failure(
          .notProved, "another push has changed the saved program; nothing was written")
      }
      let before = try compare(forWriting: true)
      if before.isProved {
        if var kept = try? KeptProgram(for: address), kept.isPending {
          kept.isPending = false
          try kept.write()
        }
        if options.isAlone {
          say("already stores \(before.wanted.title); nothing was written")
        }
        return LinkOutcome(.same, .success)
      }
      guard mayReplace(before) else {
        throw Failure(
          before.refusal?.status ?? .notProved,
          [
            "its program cannot be compared, and nothing was written; --replace overwrites it and "
              + "keeps a backup"
          ], after: before.refusal)
      }
      for line in before.wanted.changes where options.isAlone { say(line) }
      guard try approve(before) else {
        say("nothing was written")
        return LinkOutcome(.declined, .problems, before.difference, reason: "not written")
      }
      if options.asks, try compare(forWriting: true, with: before.wanted).program != before.program
      {
        throw Failure(
          .notProved, "the device was changed in the meantime; nothing was written")
      }
      let kept = try keep(before)
      explainInterruption(remedy(kept))
      do throws(LinkFailure) {
        guard case .written = try ask(.write, before.wanted.text, holding: lock) else {
          throw LinkFailure(.malformed, "setpoint-link did not answer the write")
        }
      } catch {
        return try settle(before, kept, after: error)
      }
      return try settle(before, kept)
    }
  }

  /// Sets the state of the only device that a message reports if a signal ends the program.
  private func explainInterruption(_ state: String?) {
    guard options.isAlone else { return }
    Console.explainInterruption(state.map { "\(title): interrupted; \($0)" })
  }

  /// Whether to replace a program that cannot be compared.
  func mayReplace(_ before: Comparison) -> Bool {
    before.difference != nil || options.replaces || source.isKept
      // An interrupted push may have left a mixture that is not a valid schedule.
      || before.program != nil && (try? KeptProgram(for: address))?.isPending == true
  }

  // MARK: Keeping

  /// The program kept before a write, and the program to keep afterwards. An undo keeps the program that it replaces.
  private typealias Keeping = (old: KeptProgram?, settled: KeptProgram)

  /// Keeps the device's program, unless an earlier one is still needed.
  private func keep(_ before: Comparison) throws(Failure) -> Keeping? {
    guard let program = before.program else { return nil }
    let here = KeptProgram(
      link: address, format: before.device.format,
      unit: before.device.unit ?? before.wanted.unit, program: program, isPending: true)
    var kept = here
    // Ignore a damaged file; an undo has already read it.
    let old = try? KeptProgram(for: address)
    if let old, old.isPending || source.isKept { kept = old }
    var settled = source.isKept && old?.isPending == false ? here : kept
    kept.isPending = true
    do throws(Failure) {
      try kept.write()
    } catch {
      throw Failure(error.status, ["the device was not written to"], after: error)
    }
    settled.isPending = false
    return (old, settled)
  }

  // MARK: Reading back

  /// Reads the device and reports its state after a write, which may have failed: only reading shows the state.
  private func settle(
    _ before: Comparison, _ kept: Keeping?, after failure: LinkFailure? = nil
  ) throws(Failure) -> LinkOutcome {
    if let failure, !failure.isSent { throw unwritten(failure, kept) }
    guard before.device.isVerifiable else {
      if let failure { throw unproved(failure, kept, []) }
      if options.isAlone { say("written; \(Self.notVerifiable): check the device") }
      try kept?.settled.write()
      return LinkOutcome(.unconfirmed, .notProved, reason: "written")
    }
    let after: Comparison
    do throws(Failure) {
      after = try compare(forWriting: false, with: before.wanted)
    } catch {
      if let failure { throw unproved(failure, kept, []) }
      throw Failure(
        .notProved, ["written, but not verified: it could not be read back"], after: error)
    }
    if after.isProved {
      if let failure { say(failure.message) }
      let size = before.difference?.size ?? "the program"
      if options.isAlone {
        say("wrote \(size), read back: it stores \(before.wanted.title)")
      }
      try kept?.settled.write()
      return LinkOutcome(.written, .success)
    }
    let lines = after.difference?.lines(each: options.each) ?? []
    if let failure {
      // Without its answer, the device may still carry out the write.
      guard after.program == before.program, failure.status != .notProved else {
        throw unproved(failure, kept, lines)
      }
      throw unwritten(failure, kept)
    }
    let outcome = outcome(of: after)
    if let refusal = after.refusal {
      throw Failure(
        outcome.status,
        [
          after.isOther
            ? "stores a different program than the one written"
            : "written, but its program is not a valid schedule now"
        ], after: refusal)
    }
    say("stores a different program than the one written (wanted -> stored):")
    for line in lines { say(line) }
    return outcome
  }

  /// Restores the kept program and explains why nothing was written.
  private func unwritten(_ failure: LinkFailure, _ kept: Keeping?) -> Failure {
    if let kept {
      if let old = kept.old { try? old.write() } else { KeptProgram.remove(for: address) }
    }
    return Failure(failure.status, failure.message, "nothing was written")
  }

  /// Explains why the state of a device is unknown, and what to do.
  private func unproved(_ failure: LinkFailure, _ kept: Keeping?, _ lines: [String]) -> Failure {
    let differences = lines.isEmpty ? [] : ["the device now stores (wanted -> stored):"] + lines
    return Failure(failure.status, [failure.message] + differences + [remedy(kept)])
  }

  /// Describes the state of a device during a write, and what to do.
  private func remedy(_ kept: Keeping?) -> String {
    let undo = kept == nil ? "" : ", or push --undo \(address.text)"
    return "part of it may have been written, or may still be written; push again\(undo)"
  }
}
