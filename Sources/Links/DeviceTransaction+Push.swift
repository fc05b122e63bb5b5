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
      if case .kept(let wanted) = source, try KeptProgram(for: address)?.program != wanted.program {
        throw Failure(
          .notProved, "another push has changed the saved program; nothing was written")
      }
      let before = try compare(forWriting: true)
      if before.isProved {
        if options.isAlone {
          say("already stores \(before.wanted.title); nothing was written")
        }
        if var kept = try? KeptProgram(for: address), kept.isPending {
          kept.isPending = false
          try kept.write()
        }
        return LinkOutcome(.same, .success)
      }
      let changed = Failure(.notProved, "the device was changed meanwhile; nothing was written")
      if let expected, before.program != expected.program { throw changed }
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
      if options.asks, try compare(forWriting: true, after: before).program != before.program {
        throw changed
      }
      let kept = try keep(before)
      explainInterruption(remedy(kept))
      do throws(LinkFailure) {
        let (text, old) = (before.wanted.text, before.program)
        guard case .written = try ask(.write, text, replacing: old, holding: lock) else {
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
      || (try? KeptProgram(for: address)).map { isLeft(before, by: $0) } == true
  }

  /// Whether a push that was not verified may have left the program of the device.
  private func isLeft(_ before: Comparison, by kept: KeptProgram) -> Bool {
    guard kept.isPending, let program = before.program else { return false }
    return kept.left.isEmpty
      || kept.left.contains { left in
        let read = [program, left].compactMap { try? before.wanted.reading?.read($0, from: title) }
        return left == program
          || read.count == 2 && HeldDifference(device: read[0], wanted: read[1]).isEmpty
      }
  }

  // MARK: Keeping

  /// The program kept before a write, the device's, the one kept during the write, and the one for afterwards.
  private typealias Keeping = (
    old: KeptProgram?, here: KeptProgram, pending: KeptProgram, settled: KeptProgram
  )

  /// Keeps the device's program, unless an earlier one is still needed. An undo keeps the program that it replaces.
  private func keep(_ before: Comparison) throws(Failure) -> Keeping? {
    guard let program = before.program else { return nil }
    let here = KeptProgram(
      link: address, format: before.device.format,
      unit: before.device.unit ?? before.wanted.unit, program: program, isPending: true)
    var kept = here
    // Ignore a damaged file; an undo has already read it.
    let old = try? KeptProgram(for: address)
    if let old, source.isKept || isLeft(before, by: old) || before.difference?.isEmpty == true {
      kept = old
      // It may be a mixture, or a person's own program.
      if source.isKept || old.isPending && old.left.isEmpty { kept.add(here) }
      if !source.isKept, kept.others != old.others {
        say("push --undo restores what it had before an unverified push; again, what it has now")
      }
    }
    (kept.isPending, kept.left) = (true, [])
    do throws(Failure) {
      try kept.write()
    } catch {
      throw Failure(error.status, ["the device was not written to"], after: error)
    }
    var settled = source.isKept && kept.others.isEmpty ? here : kept
    if source.isKept, !kept.others.isEmpty { settled.program = settled.others.removeFirst() }
    settled.isPending = !source.isKept && !before.device.isVerifiable
    if settled.isPending { settled.left = [before.wanted.text] }
    return (old, here, kept, settled)
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
    if var kept = kept?.pending, let program = after.program, after.refusal == nil || after.isOther
    {
      kept.left = [before.wanted.text, program]
      try? kept.write()
    }
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
    if let kept, var old = kept.old ?? (failure.isSent ? kept.here : nil) {
      // The device may still store what it refused.
      if failure.isSent { old.add(kept.here) }
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
    kept == nil ? [] : ["setpoint push --undo \(address.text.shellWord) restores its old program"]
  }
}
