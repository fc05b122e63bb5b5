import DeviceFormats
import Diagnostics
package import Reporting
import Streams
import Synchronization

package enum Fleet {
  package static let usualJobs = 4
  package static let mostJobs = 32

  /// Calls `work` for `count` devices, `jobs` at a time, and returns the results. Messages that `work` writes are printed
  /// in order. Threads mostly wait for devices, so their number is independent of the processors.
  package static func visit<Output: Sendable>(
    _ count: Int, jobs: Int,
    work: @escaping @Sendable (Int, _ write: @escaping @Sendable (String) -> Void) -> Output
  ) -> [Output] {
    var results: [Output] = []
    let progress = Progress()
    let show = { (done: Int) in
      if count > 1 { progress.show("waiting for devices, \(done) of \(count) done", of: nil) }
    }
    var next = 0
    show(0)
    ParallelMap.forEach(
      threads: min(jobs, count),
      next: { () -> Int? in
        defer { next += 1 }
        return next < count ? next : nil
      }, room: count,
      work: { index in
        let said = SaidLines()
        return (work(index, said.add), said)
      },
      emit: { index, done in
        progress.clear()
        done.1.print()
        results.append(done.0)
        show(index + 1)
      })
    progress.clear()
    return results
  }
}

/// The results for many devices, one row each.
package struct FleetTable {
  private var table = ColumnTable()
  package private(set) var status = ExitStatus.success

  package init(_ devices: [DeviceList.Device], _ outcomes: [LinkOutcome]) {
    table.add("device", "result", "schedule", "what")
    for (device, outcome) in zip(devices, outcomes) {
      status = max(status, outcome.status)
      let size = outcome.difference.flatMap { $0.isEmpty ? nil : $0.size }
      let schedule = outcome.schedule ?? device.schedule ?? "?"
      table.add(device.name, outcome.word.rawValue, schedule, outcome.reason ?? size ?? "")
    }
  }

  package var text: String { table.text() }
}

/// Collects the messages of a device until its turn to print.
private final class SaidLines: Sendable {
  private let lines = Mutex<[String]>([])

  @Sendable func add(_ text: String) { lines.withLock { $0.append(text) } }

  func print() { Console.write(lines.withLock { $0.joined() }, to: .error) }
}

extension DeviceList.Device {
  /// Creates the transaction with this device, with its own options.
  func transaction(
    _ options: LinkOptions, write: @escaping @Sendable (String) -> Void
  ) throws(Failure) -> DeviceTransaction {
    var options = options
    options.export.allowances.formUnion(fit.allowances)
    options.export.unit = options.export.unit ?? fit.unit
    options.export.program = options.export.program ?? fit.program
    options.replaces = options.replaces || replaces
    options.onlyHeatersDropCool = !options.isAlone && !fit.allowances.contains(.dropCool)
    return DeviceTransaction(
      title: name, address: link,
      source: try WantedSource(file, named: schedule, due: due),
      options: options, write: write)
  }

  /// Runs `body`; a failure is printed and becomes an outcome.
  package func outcome(
    _ options: LinkOptions, write: @escaping @Sendable (String) -> Void,
    _ body: (DeviceTransaction) throws(Failure) -> LinkOutcome
  ) -> LinkOutcome {
    var name = schedule
    var outcome: LinkOutcome
    do throws(Failure) {
      let transaction = try transaction(options, write: write)
      name = transaction.source.scheduleName
      outcome = try body(transaction)
    } catch {
      write(error.text)
      outcome = LinkOutcome(error, of: self.name)
    }
    outcome.schedule = name
    return outcome
  }
}

/// `push --all`: compares all devices, asks once, writes.
package struct FleetPush: Sendable {
  let devices: [DeviceList.Device]
  let options: LinkOptions
  let jobs: Int

  package init(devices: [DeviceList.Device], options: LinkOptions, jobs: Int) {
    (self.devices, self.options, self.jobs) = (devices, options, jobs)
  }

  private typealias Comparison = DeviceTransaction.Comparison
  /// The result for a device; `change` is the comparison before writing, or nil if nothing would be written.
  private typealias Done = (outcome: LinkOutcome, change: Comparison?)

  package func run() throws(Failure) {
    guard options.asks else { return try show(push(expecting: nil)) }
    var looked = visit { _, transaction, change throws(Failure) in
      let before = try transaction.compare(forWriting: true)
      if transaction.mayReplace(before), !before.isProved { change = before }
      if change == nil, let refusal = before.refusal { transaction.write(refusal.text) }
      return transaction.outcome(of: before)
    }
    let count = looked.count { $0.change != nil }
    if count > 0, Console.isAnsweredYes("Write to \(count) of \(devices.count) devices?") {
      return try show(push(expecting: looked))
    }
    for index in looked.indices where looked[index].change != nil {
      (looked[index].outcome.word, looked[index].outcome.status) = (.declined, .problems)
    }
    try show(looked)
  }

  private func show(_ done: [Done]) throws(Failure) {
    let table = FleetTable(devices, done.map(\.outcome))
    Console.write(table.text, to: .output)
    if table.status != .success { throw Failure(table.status) }
  }

  /// Writes to each device, unless it or its file has changed since the comparison shown to the user.
  private func push(expecting looked: [Done]?) -> [Done] {
    visit(known: looked) { index, transaction, change throws(Failure) in
      try transaction.push { before throws(Failure) in
        change = before
        guard let expected = looked?[index].change else { return true }
        let device = devices[index]
        for (isSame, what) in [
          (before.program == expected.program, "it"),
          (before.wanted.text == expected.wanted.text, device.file),
        ] where !isSame {
          throw Failure(
            .notProved, "\(device.name): \(what) was changed meanwhile; nothing was written")
        }
        return true
      }
    }
  }

  /// Visits all devices except those of `known` that would not change. Prints the differences unless they are known,
  /// with equal ones of several devices combined.
  private func visit(
    known: [Done]? = nil,
    _ body:
      @escaping @Sendable (Int, DeviceTransaction, inout Comparison?) throws(Failure) ->
      LinkOutcome
  ) -> [Done] {
    var lines = AlikeFiles()
    let all = Fleet.visit(devices.count, jobs: jobs) { index, write -> Done in
      if let done = known?[index], done.change == nil { return done }
      var change: Comparison?
      var options = options
      options.asks = false
      let outcome = devices[index].outcome(options, write: write) { transaction throws(Failure) in
        try body(index, transaction, &change)
      }
      return (outcome, change)
    }
    for (device, done) in zip(devices, all) {
      let changes = done.change.map { $0.wanted.changes + $0.lines(each: options.each) }
      lines.add(changes ?? [], of: device.name)
    }
    let differences = known == nil ? lines.lines(naming: true) : []
    if !differences.isEmpty { Console.say("differences (wanted -> stored):") }
    for line in differences { Console.say(line) }
    return all
  }

  /// Prints the requests for all devices, below their names.
  package func plan() throws(Failure) {
    var worst = ExitStatus.success
    let plans = Fleet.visit(devices.count, jobs: jobs) { index, _ in
      Result { () throws(Failure) in
        try devices[index].transaction(options, write: { _ in }).plan()
      }
    }
    for (device, plan) in zip(devices, plans) {
      do throws(Failure) {
        let (requests, changes) = try plan.get()
        for line in changes { Console.say("\(device.name): \(line)") }
        Console.print("\(device.name.printable):")
        for request in requests { Console.print(request) }
      } catch {
        Console.write(error.text, to: .error)
        worst = max(worst, error.status)
      }
    }
    if worst != .success { throw Failure(worst) }
  }
}
