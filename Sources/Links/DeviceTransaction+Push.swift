import LinkProtocol
package import Reporting
import ScheduleFiles

extension DeviceTransaction {
  /// Writes the program if it differs and `approve` returns true, and verifies it. `expected` is an earlier comparison:
  /// the device must still store the same.
  package func push(
    expecting expected: Comparison? = nil, approve: (Comparison) throws(Failure) -> Bool
  ) throws(Failure) -> LinkOutcome {
    explainInterruption("nothing was written")
    defer { explainInterruption(nil) }
    return try KeptProgram.whileLocked(address) { lock in
      if case .kept(let wanted) = source, try KeptProgram(for: address)?.next != wanted.next {
        throw Failure(
          .notProved, "another push has changed the saved program; nothing was written")
      }
      let before = try compare(forWriting: true)
      if before.isProved { return try unneeded(before) }
      let changed = Failure(.notProved, "the device was changed meanwhile; nothing was written")
      if let expected, before.program != expected.program { throw changed }
      guard mayReplace(before) else {
        throw Failure(
          before.refusal?.status ?? .notProved,
          [
            "its program cannot be compared, and nothing was written; to overwrite it and keep a "
              + "backup, \(options.request("--replace", inFile: #""replace": true"#))"
          ], after: before.refusal)
      }
      for line in before.wanted.changes where options.isAlone { say(line) }
      guard try approve(before) else {
        say("nothing was written")
        return LinkOutcome(.declined, .problems, before.difference, reason: "not written")
      }
      if options.asksBeforeWriting {
        try source.refuseChange()
        let again = try compare(forWriting: true, after: before)
        if again.program != before.program { throw changed }
      }
      let kept = try keep(before)
      explainInterruption(remedy(kept))
      return try readBack(before, kept, after: send(before, holding: lock))
    }
  }

  /// Reports that the device stores the wanted program already, and updates the kept programs.
  private func unneeded(_ before: Comparison) throws(Failure) -> LinkOutcome {
    if options.isAlone { say("already stores \(before.wanted.title); nothing was written") }
    if var kept = try? KeptProgram(for: address) {
      if source.isKept, kept.programs.count > 1 {
        kept.moveToNext()
        say("push --undo restores another of its \(kept.programs.count) saved programs")
      }
      kept.state = .verified
      try kept.write()
    }
    return LinkOutcome(.same, .success)
  }

  /// Writes the wanted program; returns a failure, after which only reading shows the state.
  private func send(_ before: Comparison, holding lock: DocumentLock) -> LinkFailure? {
    do throws(LinkFailure) {
      let (text, old) = (before.wanted.text, before.program)
      guard case .written = try ask(.write, text, replacing: old, holding: lock) else {
        throw LinkFailure(.malformed, "setpoint-link did not answer the write")
      }
      return nil
    } catch {
      return error
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
      || before.program != nil
        && (try? KeptProgram(for: address))?.state == .unverified
  }

  // MARK: Keeping

  /// The programs kept before a write, and those kept until it is verified.
  private typealias Keeping = (old: KeptProgram?, pending: KeptProgram)

  /// Keeps the device's program, beside those that are still needed.
  private func keep(_ before: Comparison) throws(Failure) -> Keeping? {
    guard let program = before.program else { return nil }
    let here = KeptProgram.Program(
      text: program, unit: before.device.unit ?? before.wanted.unit)
    let old: KeptProgram?
    do throws(Failure) {
      old = try KeptProgram(for: address)
    } catch {
      let remedy = error.status == .unreadableData ? "; remove that file to push" : ""
      throw Failure(.cannotCreate, ["the device was not written to\(remedy)"], after: error)
    }
    var kept =
      old
      ?? KeptProgram(
        link: address, format: before.device.format, programs: [here], state: .verified)
    kept.add(here, isUndo: source.isKept)
    if !source.isKept, kept.next != here, options.isAlone || kept.programs != old?.programs {
      say(
        "`push --undo` restores the program from before the earlier, unverified push. "
          + "Repeat it to restore the current program")
    }
    do throws(Failure) {
      try kept.write()
    } catch {
      throw Failure(error.status, ["the device was not written to"], after: error)
    }
    return (old, kept)
  }

  /// Keeps the programs that are needed after a write; an undo goes on to the next one.
  private func keepAfterWrite(_ kept: Keeping?, _ device: LinkedDevice) throws(Failure) {
    guard var kept = kept?.pending else { return }
    if source.isKept { kept.moveToNext() }
    kept.state = device.isVerifiable ? .verified : source.isKept ? .unmixed : .unverified
    try kept.write()
  }

  // MARK: Reading back

  /// Reads the device and reports its state after a write, which may have failed: only reading shows the state.
  private func readBack(
    _ before: Comparison, _ kept: Keeping?, after failure: LinkFailure?
  ) throws(Failure) -> LinkOutcome {
    if let failure, !failure.isSent { throw unwritten(failure, kept) }
    guard before.device.isVerifiable else {
      if let failure { throw unproved(failure, kept, []) }
      if options.isAlone { say("written; \(Self.notVerifiable): check the device") }
      try keepAfterWrite(kept, before.device)
      return LinkOutcome(.unconfirmed, .notProved, reason: "written")
    }
    let after: Comparison
    do throws(Failure) {
      after = try compare(forWriting: false, after: before)
    } catch {
      if let failure { throw unproved(failure, kept, []) }
      throw Failure(
        .notProved, ["written, but not verified: it could not be read back"] + undo(kept),
        after: error)
    }
    if after.isProved {
      if let failure { say(failure.message) }
      let size = before.difference?.size ?? "the program"
      if options.isAlone {
        say("wrote \(size), read back: it stores \(before.wanted.title)")
      }
      try keepAfterWrite(kept, before.device)
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
        ] + undo(kept), after: refusal)
    }
    say("stores a different program than the one written (wanted -> stored):")
    for line in lines + undo(kept) { say(line) }
    return outcome
  }

  /// Restores the kept program and explains why nothing was written.
  private func unwritten(_ failure: LinkFailure, _ kept: Keeping?) -> Failure {
    if failure.isSent, let kept {
      // The device may still store what it refused.
      var saved = kept.pending
      saved.state = .unmixed
      if let old = kept.old, old.state != .verified { saved = old }
      for program in kept.pending.programs + (kept.old?.programs ?? []) { saved.add(program) }
      try? saved.write()
    } else if let old = kept?.old {
      try? old.write()
    } else if kept != nil {
      KeptProgram.remove(for: address)
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
    (["part of it may have been written, or may still be written; push again"] + undo(kept))
      .joined(separator: ", or ")
  }

  /// The command that restores the kept program.
  private func undo(_ kept: Keeping?) -> [String] {
    kept == nil
      ? [] : ["setpoint push --undo \(address.text.shellWord) restores its previous program"]
  }
}
