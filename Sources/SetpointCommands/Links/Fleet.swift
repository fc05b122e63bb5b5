import DeviceFormats
import Diagnostics
import Synchronization

/// Runs operations on many devices in parallel.
package enum Fleet {
  /// The default number of parallel devices.
  static let usualJobs = 4
  /// The maximum number of parallel devices.
  static let mostJobs = 32

  /// Calls `work` for `count` devices, `jobs` at a time, and `emit` with the results in order. Messages that `work`
  /// writes are printed before its result. Threads mostly wait for devices, so their number is independent of the
  /// processors.
  package static func forEach<Output: Sendable>(
    _ count: Int, jobs: Int,
    work: @escaping @Sendable (Int, _ write: @escaping @Sendable (String) -> Void) -> Output,
    emit: @escaping (Int, Output) -> Void
  ) {
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
        emit(index, done.0)
        show(index + 1)
      })
    progress.clear()
  }
}

/// The results for many devices, one row each.
struct FleetTable {
  private var table = ColumnTable()
  /// The worst status.
  private(set) var status = ExitStatus.success

  init() { table.add("device", "result", "schedule", "what") }

  mutating func add(_ device: DeviceList.Device, _ outcome: LinkOutcome) {
    status = max(status, outcome.status)
    let size = outcome.difference.flatMap { $0.isEmpty ? nil : $0.size }
    let schedule = outcome.schedule ?? device.schedule ?? "?"
    table.add(device.name, outcome.word.rawValue, schedule, outcome.reason ?? size ?? "")
  }

  /// The table with its heading.
  var text: String { table.text() }
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

  /// Compares the device with its schedule; a failure is printed and becomes an outcome.
  func drift(
    _ options: LinkOptions, write: @escaping @Sendable (String) -> Void
  ) -> LinkOutcome {
    outcome(options, write: write) { transaction throws(Failure) in try transaction.drift() }
  }

  /// Runs `body`; a failure is printed and becomes an outcome.
  func outcome(
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
struct FleetPush: Sendable {
  let devices: [DeviceList.Device]
  let options: LinkOptions
  let jobs: Int

  /// The result for a device; `change` is the comparison before writing, or nil if nothing would be written.
  private typealias Done = (outcome: LinkOutcome, change: DeviceTransaction.Comparison?)

  /// Writes to all devices.
  func run() throws(Failure) {
    var looked: [Int: Done] = [:]
    var table = FleetTable()
    if options.asks {
      looked = look()
      let count = looked.values.count { $0.change != nil }
      guard count > 0, Console.isAnsweredYes("Write to \(count) of \(devices.count) devices?")
      else {
        for (index, device) in devices.enumerated() {
          guard let done = looked[index] else { continue }
          var outcome = done.outcome
          if done.change != nil { (outcome.word, outcome.status) = (.declined, .problems) }
          table.add(device, outcome)
        }
        return try show(table)
      }
    }
    let seen = looked
    var lines = AlikeFiles()
    Fleet.forEach(devices.count, jobs: jobs) { index, write -> Done in
      if let done = seen[index], done.change == nil { return done }
      return push(devices[index], expecting: seen[index]?.change, write: write)
    } emit: { index, done in
      lines.add(changes(done), of: devices[index].name)
      table.add(devices[index], done.outcome)
    }
    if !options.asks { show(lines) }
    try show(table)
  }

  private func show(_ table: FleetTable) throws(Failure) {
    Console.write(table.text, to: .output)
    if table.status != .success { throw Failure(table.status) }
  }

  /// Shows the differences, with equal ones of several devices combined.
  private func show(_ lines: AlikeFiles) {
    let lines = lines.lines(naming: true)
    if !lines.isEmpty { Console.say("differences (wanted -> stored):") }
    for line in lines { Console.say(line) }
  }

  /// Compares all devices and shows the differences.
  private func look() -> [Int: Done] {
    var all: [Int: Done] = [:]
    var lines = AlikeFiles()
    Fleet.forEach(devices.count, jobs: jobs) { index, write in
      look(devices[index], write: write)
    } emit: { index, done in
      lines.add(changes(done), of: devices[index].name)
      all[index] = done
    }
    show(lines)
    return all
  }

  /// Describes the changes to a device, one line each.
  private func changes(_ done: Done) -> [String] {
    done.change.map { $0.wanted.changes + $0.lines(each: options.each) } ?? []
  }

  private func look(
    _ device: DeviceList.Device, write: @escaping @Sendable (String) -> Void
  ) -> Done {
    var change: DeviceTransaction.Comparison?
    let outcome = device.outcome(options, write: write) { transaction throws(Failure) in
      let before = try transaction.compare(forWriting: true)
      if transaction.mayReplace(before), !before.isProved { change = before }
      if change == nil, let refusal = before.refusal { write(refusal.text) }
      return transaction.outcome(of: before)
    }
    return (outcome, change)
  }

  /// Writes to a device, unless it or its file has changed since the comparison shown to the user.
  private func push(
    _ device: DeviceList.Device, expecting expected: DeviceTransaction.Comparison?,
    write: @escaping @Sendable (String) -> Void
  ) -> Done {
    var change: DeviceTransaction.Comparison?
    var options = options
    options.asks = false
    let outcome = device.outcome(options, write: write) { transaction throws(Failure) in
      try transaction.push { before throws(Failure) in
        change = before
        guard let expected else { return true }
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
    return (outcome, change)
  }

  /// Prints the requests for all devices, below their names.
  func plan() throws(Failure) {
    var worst = ExitStatus.success
    Fleet.forEach(devices.count, jobs: jobs) {
      index, _ -> Result<(requests: [String], changes: [String]), Failure> in
      Result { () throws(Failure) in
        try devices[index].transaction(options, write: { _ in }).plan()
      }
    } emit: { index, result in
      do throws(Failure) {
        let (requests, changes) = try result.get()
        for line in changes { Console.say("\(devices[index].name): \(line)") }
        Console.print("\(devices[index].name.printable):")
        for request in requests { Console.print(request) }
      } catch {
        Console.write(error.text, to: .error)
        worst = max(worst, error.status)
      }
    }
    if worst != .success { throw Failure(worst) }
  }
}
