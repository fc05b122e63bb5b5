import DeviceFormats
import Diagnostics
package import Reporting
import ScheduleModel
import Streams
import Synchronization

/// The devices of a list, visited several at a time.
package struct Fleet: Sendable {
  let devices: [DeviceList.Device]
  let options: LinkOptions
  let jobs: Int

  package init(_ devices: [DeviceList.Device], _ options: LinkOptions, jobs: Int?) {
    (self.devices, self.options, self.jobs) = (devices, options, jobs ?? 4)
  }

  /// Calls `work` for each device, `jobs` at a time, and returns the results. Messages that `work` writes are printed
  /// in order. Threads mostly wait for devices, so their number is independent of the processors.
  func forEachDevice<Output: Sendable>(
    _ work: @escaping @Sendable (Int, _ write: @escaping @Sendable (String) -> Void) -> Output
  ) -> [Output] {
    var results: [Output] = []
    let (progress, count) = (Progress(), devices.count)
    let show = { (done: Int) in
      if count > 1 { progress.show("waiting for devices, \(done) of \(count) done", of: nil) }
    }
    var indices = (0..<count).makeIterator()
    show(0)
    ParallelMap.forEach(
      threads: min(jobs, count), next: { indices.next() }, room: count,
      work: { index in
        let messages = Mutex("")
        let output = work(index) { text in messages.withLock { $0 += text } }
        return (output, messages.withLock { $0 })
      },
      emit: { index, done in
        progress.clear()
        Console.write(done.1, to: .error)
        results.append(done.0)
        show(index + 1)
      })
    progress.clear()
    return results
  }

  /// Visits each device and returns the outcomes; those of `known` that have no change are kept. A failure is printed
  /// and becomes the outcome, with the change that `body` has noted.
  package func visit(
    known: [LinkOutcome]? = nil,
    _ body:
      @escaping @Sendable (
        _ index: Int, DeviceTransaction, _ note: (DeviceTransaction.Comparison) -> Void
      ) throws(Failure) -> LinkOutcome
  ) -> [LinkOutcome] {
    forEachDevice { index, write in
      if let outcome = known?[index], outcome.change == nil { return outcome }
      let device = devices[index]
      var schedule = device.schedule
      var change: DeviceTransaction.Comparison?
      var outcome: LinkOutcome
      do throws(Failure) {
        let transaction = try device.transaction(options, write: write)
        schedule = transaction.source.schedule?.name
        outcome = try Failure.about(
          device: device.name, try body(index, transaction) { change = $0 })
      } catch {
        write(error.text)
        outcome = LinkOutcome(.failed, error.status, reason: error.reason)
      }
      (outcome.schedule, outcome.change) = (schedule, change)
      return outcome
    }
  }

  package func printTable(of outcomes: [LinkOutcome]) {
    let rows = zip(devices, outcomes).map { device, outcome in
      let size = outcome.difference.flatMap { $0.isEmpty ? nil : $0.size }
      let schedule = outcome.schedule ?? device.schedule ?? "?"
      let reason = outcome.reason == DeviceTransaction.notVerifiable ? nil : outcome.reason
      return [device.name, outcome.word.rawValue, schedule, reason ?? size ?? ""]
    }
    let table = ColumnTable([["device", "result", "schedule", "details"]] + rows)
    Console.write(table.text(), to: .output)
    if outcomes.contains(where: { $0.word == .unconfirmed }) {
      Console.say("unconfirmed: \(DeviceTransaction.notVerifiable); check the device")
    }
  }
}

extension Fleet {
  /// Compares all devices, asks once if `asks`, and writes.
  package func push(asks: Bool) throws(Failure) {
    defer { Console.explainInterruption(nil) }
    var outcomes: [LinkOutcome]
    if asks {
      Console.explainInterruption("interrupted; nothing was written")
      outcomes = visit { _, transaction, note throws(Failure) in
        let before = try transaction.compare(forWriting: true)
        if transaction.mayReplace(before), !before.isProved {
          note(before)
        } else if let refusal = before.refusal {
          transaction.write(refusal.about(device: transaction.title).text)
        }
        return transaction.outcome(of: before)
      }
      printDifferences(outcomes)
      let count = outcomes.count { $0.change != nil }
      if count > 0, Console.isAnsweredYes("Write to \(count) of \(devices.count) devices?") {
        outcomes = write(expecting: outcomes)
      } else {
        for index in outcomes.indices where outcomes[index].change != nil {
          (outcomes[index].word, outcomes[index].status) = (.declined, .problems)
        }
      }
    } else {
      outcomes = write(expecting: nil)
      printDifferences(outcomes, "changes (old -> new):")
    }
    printTable(of: outcomes)
    if outcomes.status != .success { throw Failure(outcomes.status) }
  }

  /// Writes to each device, unless it or its file has changed since the comparison shown to the user.
  private func write(expecting looked: [LinkOutcome]?) -> [LinkOutcome] {
    Console.explainInterruption(
      "interrupted; some devices, or a part of one, may have been written; run push --all again")
    return visit(known: looked) { index, transaction, note throws(Failure) in
      let expected = looked?[index].change
      return try transaction.push(expecting: expected) { before throws(Failure) in
        note(before)
        guard let expected, before.wanted.text != expected.wanted.text else { return true }
        throw Failure(
          .notProved, "\(devices[index].file) was changed meanwhile; nothing was written")
      }
    }
  }

  /// Prints the differences, with equal ones of several devices combined.
  private func printDifferences(
    _ outcomes: [LinkOutcome], _ heading: String = "differences (stored -> new):"
  ) {
    let differences = lines(of: outcomes, upTo: 12) { outcome in
      outcome.change.map { $0.wanted.changes + $0.lines(each: options.each) } ?? []
    }
    if !differences.isEmpty { Console.say(heading) }
    for line in differences { Console.say(line) }
  }

  /// The lines of all devices, with equal ones of several devices combined. Of more than three, `most` are named.
  package func lines(
    of outcomes: [LinkOutcome], upTo most: Int = 1, _ lines: (LinkOutcome) -> [String]
  ) -> [String] {
    var groups = MessageGroups()
    for (device, outcome) in zip(devices, outcomes) {
      groups.add(lines(outcome), of: device.name.printable)
    }
    return groups.lines(naming: !options.isAlone, upTo: most)
  }

  /// Prints the requests for all devices, below their names.
  package func plan() throws(Failure) {
    var worst = ExitStatus.success
    let plans = forEachDevice { index, write in
      Result { () throws(Failure) in
        let transaction = try devices[index].transaction(options, write: write)
        return try Failure.about(device: transaction.title, try transaction.plan())
      }
    }
    for (device, plan) in zip(devices, plans) {
      do throws(Failure) {
        let requests = try plan.get()
        Console.print("\(device.name.printable):")
        for request in requests { Console.print(request) }
      } catch {
        Console.write(error.text, to: .error)
        Console.say("\(device.name): nothing would be sent")
        worst = max(worst, error.status)
      }
    }
    if worst != .success { throw Failure(worst) }
  }
}

extension DeviceList.Device {
  /// Creates the transaction with this device, with its own options.
  package func transaction(
    _ options: LinkOptions,
    write: @escaping @Sendable (String) -> Void = { Console.write($0, to: .error) }
  ) throws(Failure) -> DeviceTransaction {
    var options = options
    options.export.allowances.formUnion(fit.allowances)
    options.export.unit = options.export.unit ?? fit.unit
    options.export.program = options.export.program ?? fit.program
    options.replaces = options.replaces || replaces
    let hint = "set \"schedule\" or \"due\" of \(name.quoted()) in the devices file"
    options.onlyHeatersDropCool = !options.isAlone && !fit.allowances.contains(.dropCool)
    let source = try Failure.about(
      device: options.isAlone ? nil : name,
      try WantedSource(file, named: schedule, due: due, hint: options.isAlone ? nil : hint))
    return try DeviceTransaction(link, source, options, title: name, write: write)
  }
}
